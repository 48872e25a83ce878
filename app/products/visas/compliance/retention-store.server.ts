import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { sha256 } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { addDays, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import type { KeptBecause, KeptCase, PurgePolicy } from './retention-rules.ts';
import { purgeMachine, type PurgeEvent } from './retention-status.ts';
import { purgeCertificates, purgeRunLines, purgeRuns, type PurgeCertificate, type PurgeLine, type PurgeRun } from './retention.tables.ts';

export interface KeptRow extends KeptCase {
  readonly id: string;
  readonly reference: string;
  readonly position: number;
}

/** The proof of a way out is needed until its stay is put away: an authority may still ask for it. */
const needless = sql`not (d.kind = 'exit-proof' and exists (select 1 from visa_stays w where w.id = d.application_id and w.closed_at is null))`;

/** Of one policy, what is still there for a case that was paid. */
const left: Readonly<Record<PurgePolicy, ReturnType<typeof sql>>> = {
  papers: sql`(exists (select 1 from evisa_documents d where d.application_id = a.id and d.purged_at is null and ${needless})
    or exists (select 1 from record_files f where f.kind in ('evisa', 'assisted') and f.record_id = a.id and f.stored is not null))`,
  forms: sql`a.form_purged_at is null`,
};
/** A case without a stay that was granted is not watched yet: it counts as open. */
const watched = sql`(s.id is not null or not ((c.id is null and a.status = 'delivered' and a.issued is not null) or (c.outcome = 'granted' and c.sticker is not null)))`;
const over = sql`coalesce(c.over_at, a.over_at)`;
const day = (instant: ReturnType<typeof sql>) => sql`(${instant} at time zone 'Asia/Dubai')::date`;

const kept = (policy: PurgePolicy) => sql`
  select a.id, o.reference, a.position,
    case when ${over} is null or (s.id is not null and s.closed_at is null) then null
      else greatest(${day(over)}, ${day(sql`s.closed_at`)})::text end as over_on,
    ${day(over)}::text as case_over_on,
    not ${watched} or (s.id is not null and s.closed_at is null) as is_stay_open,
    exists (select 1 from evisa_refunds r where r.application_id = a.id and r.settled_at is null) as is_refund_open,
    coalesce(c.passport, 'with_applicant') not in ('with_applicant', 'returned') as is_passport_out,
    ${left[policy]} as has_left
  from evisa_applications a
  join evisa_groups g on g.id = a.group_id
  join orders o on o.id = g.order_id
  left join assisted_cases c on c.id = a.id
  left join visa_stays s on s.id = a.id`;

interface Raw {
  readonly id: string;
  readonly reference: string;
  readonly position: number;
  readonly over_on: CalendarDate | null;
  readonly case_over_on: CalendarDate | null;
  readonly is_stay_open: boolean;
  readonly is_refund_open: boolean;
  readonly is_passport_out: boolean;
  readonly has_left: boolean;
}
const rowsOf = (found: unknown): KeptRow[] =>
  (found as { rows: Raw[] }).rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    position: row.position,
    overOn: row.over_on,
    caseOverOn: row.case_over_on,
    isStayOpen: row.is_stay_open,
    isRefundOpen: row.is_refund_open,
    isPassportOut: row.is_passport_out,
    hasLeft: row.has_left,
  }));

const nothingOpen = sql`k.has_left and not k.is_refund_open and not k.is_passport_out`;

/** Cases that a policy lets go, the oldest first: what must stay takes no room in the answer. The rule still judges each of them. */
export async function findOldCases(db: Db, policy: PurgePolicy, days: number, today: CalendarDate, most: number): Promise<KeptRow[]> {
  return rowsOf(
    await db.execute(
      sql`select * from (${kept(policy)}) k where ${nothingOpen} and k.is_stay_open is not true and k.over_on <= ${addDays(today, -days)} order by k.over_on, k.id limit ${most}`,
    ),
  );
}

/** Cases whose papers were promised to be gone by a day, whatever their stays do; the oldest first. */
export async function findPromisedCases(db: Db, days: number, today: CalendarDate, most: number): Promise<KeptRow[]> {
  return rowsOf(
    await db.execute(
      sql`select * from (${kept('papers')}) k where ${nothingOpen} and k.case_over_on <= ${addDays(today, -days)} order by k.case_over_on, k.id limit ${most}`,
    ),
  );
}

export async function findKeptCase(db: Db, policy: PurgePolicy, id: string): Promise<KeptRow | null> {
  return rowsOf(await db.execute(sql`${kept(policy)} where a.id = ${id}`))[0] ?? null;
}

/** How many cases hold something of a policy at all. */
export async function countKept(db: Db, policy: PurgePolicy): Promise<number> {
  const found = (await db.execute(
    sql`select count(*)::int as cases from evisa_applications a join evisa_groups g on g.id = a.group_id where g.order_id is not null and ${left[policy]}`,
  )) as unknown as { rows: { cases: number }[] };
  return found.rows[0]!.cases;
}

/** Names of the files of a case, which the caller removes, and the rows that spoke of them, which are gone. */
export async function deletePapers(tx: Tx, applicationId: string): Promise<string[]> {
  const gone = (await tx.execute(
    sql`delete from evisa_documents d where d.application_id = ${applicationId} and ${needless} returning d.stored`,
  )) as unknown as {
    rows: { stored: string }[];
  };
  return gone.rows.map(({ stored }) => stored);
}

/** Empties what was typed and read for a case. `sealed` makes the empty form of it. */
export async function blankForms(
  tx: Tx,
  now: Instant,
  applicationId: string,
  sealed: { readonly form: string; readonly words: (requestId: string) => string },
): Promise<void> {
  await tx.execute(
    sql`update evisa_applications set personal = ${sealed.form}, issued = null, authority_reference = null, form_purged_at = ${new Date(now).toISOString()}::timestamptz where id = ${applicationId}`,
  );
  await tx.execute(
    sql`update assisted_cases set sticker = null, appointment_reference = null, lodged_reference = null, tracking = null where id = ${applicationId}`,
  );
  await tx.execute(sql`update visa_stays set number_index = ${`purged:${applicationId}`} where id = ${applicationId}`);
  await tx.execute(sql`delete from visa_passports where id = ${applicationId}`);
  const asked = (await tx.execute(sql`select id from evisa_requests where application_id = ${applicationId}`)) as unknown as {
    rows: { id: string }[];
  };
  for (const { id } of asked.rows)
    await tx.execute(sql`update evisa_requests set words = ${sealed.words(id)}, answer = null where id = ${id}`);
}

export async function insertPurgeRun(
  tx: Tx,
  run: Pick<PurgeRun, 'id' | 'policy' | 'days' | 'proposedBy' | 'proposedAt'>,
  applicationIds: readonly string[],
): Promise<boolean> {
  const [opened] = await tx.insert(purgeRuns).values(run).onConflictDoNothing().returning({ id: purgeRuns.id });
  if (!opened) return false;
  await tx.insert(purgeRunLines).values(applicationIds.map((applicationId, position) => ({ runId: run.id, position, applicationId })));
  return true;
}

export async function lockRun(tx: Tx, id: string): Promise<PurgeRun | null> {
  const [row] = await tx.select().from(purgeRuns).where(eq(purgeRuns.id, id)).for('update');
  return row ?? null;
}

export async function findRun(db: Db, id: string): Promise<{ readonly run: PurgeRun; readonly lines: readonly PurgeLine[] } | null> {
  const [run] = await db.select().from(purgeRuns).where(eq(purgeRuns.id, id));
  if (!run) return null;
  return { run, lines: await db.select().from(purgeRunLines).where(eq(purgeRunLines.runId, id)).orderBy(asc(purgeRunLines.position)) };
}

/** Runs that wait or are under way. */
export async function findOpenRuns(db: Db): Promise<(PurgeRun & { readonly cases: number })[]> {
  return db
    .select({
      id: purgeRuns.id,
      policy: purgeRuns.policy,
      days: purgeRuns.days,
      status: purgeRuns.status,
      proposedBy: purgeRuns.proposedBy,
      proposedAt: purgeRuns.proposedAt,
      decidedBy: purgeRuns.decidedBy,
      decidedAt: purgeRuns.decidedAt,
      doneAt: purgeRuns.doneAt,
      cases: sql<number>`(select count(*)::int from purge_run_lines l where l.run_id = ${purgeRuns.id})`,
    })
    .from(purgeRuns)
    .where(inArray(purgeRuns.status, ['proposed', 'approved']))
    .orderBy(asc(purgeRuns.proposedAt));
}

export async function moveRun(
  tx: Tx,
  now: Instant,
  run: Pick<PurgeRun, 'id' | 'status'>,
  event: PurgeEvent,
  decidedBy: string | null,
): Promise<Outcome<null, 'not-possible'>> {
  const next = moveOn(purgeMachine, run.status, event, event === 'finish' ? 'system' : 'staff');
  if (!next.ok) return refuse('not-possible');
  const at = new Date(now);
  await tx
    .update(purgeRuns)
    .set({ status: next.to, ...(decidedBy ? { decidedBy, decidedAt: at } : {}), ...(next.to === 'done' ? { doneAt: at } : {}) })
    .where(and(eq(purgeRuns.id, run.id), eq(purgeRuns.status, run.status)));
  return done(null);
}

export async function findOpenPurgeLine(db: Db, runId: string, position: number): Promise<PurgeLine | null> {
  const [line] = await db
    .select()
    .from(purgeRunLines)
    .where(and(eq(purgeRunLines.runId, runId), eq(purgeRunLines.position, position), isNull(purgeRunLines.outcome)));
  return line ?? null;
}

export async function finishPurgeLine(
  tx: Tx,
  now: Instant,
  line: Pick<PurgeLine, 'runId' | 'position'>,
  outcome: { readonly keys: readonly string[]; readonly reason: KeptBecause | null },
): Promise<void> {
  await tx
    .update(purgeRunLines)
    .set({
      outcome: outcome.reason ? 'kept' : 'purged',
      reason: outcome.reason,
      keys: [...outcome.keys],
      doneAt: new Date(now),
    })
    .where(and(eq(purgeRunLines.runId, line.runId), eq(purgeRunLines.position, line.position), isNull(purgeRunLines.outcome)));
}

export async function insertCertificate(
  tx: Tx,
  certificate: Omit<PurgeCertificate, 'digest' | 'keys'> & { readonly keys: readonly string[] },
): Promise<void> {
  const keys = [...certificate.keys];
  await tx.insert(purgeCertificates).values({ ...certificate, keys, digest: sha256(keys.join('\n')) });
}

export async function findCertificates(db: Db, most: number): Promise<PurgeCertificate[]> {
  return db.select().from(purgeCertificates).orderBy(desc(purgeCertificates.at), desc(purgeCertificates.id)).limit(most);
}

export async function findCertificate(db: Db, id: string): Promise<PurgeCertificate | null> {
  const [row] = await db.select().from(purgeCertificates).where(eq(purgeCertificates.id, id));
  return row ?? null;
}

export async function findCertificateOfRun(db: Db, runId: string): Promise<PurgeCertificate | null> {
  const [row] = await db.select().from(purgeCertificates).where(eq(purgeCertificates.runId, runId));
  return row ?? null;
}

/** The cases of a run as their orders are called, with what became of each. */
export async function findCasesOfRun(db: Db, runId: string) {
  const found = (await db.execute(sql`
    select o.reference, a.position, l.outcome, l.reason
    from purge_run_lines l
    join evisa_applications a on a.id = l.application_id
    join evisa_groups g on g.id = a.group_id
    join orders o on o.id = g.order_id
    where l.run_id = ${runId} order by l.position`)) as unknown as {
    rows: { reference: string; position: number; outcome: 'purged' | 'kept' | null; reason: KeptBecause | null }[];
  };
  return found.rows;
}
