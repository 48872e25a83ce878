import { and, asc, desc, eq, gt, inArray, lt, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { addReviewer, removeReviewer } from '#app/people/recruitment/job-applications-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { sha256, type FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { interviewTabs, type InterviewMode, type InterviewRound, type InterviewTab, type Verdict } from './interview-kinds.ts';
import { takenBy, type Busy } from './interview-slot-rules.ts';
import type { InterviewStatus } from './interview-status.ts';
import {
  interviewClaims,
  interviewEvents,
  interviewMails,
  interviewPanel,
  interviews,
  interviewScores,
  interviewSlots,
  type Interview,
} from './interviews.tables.ts';

/** Raised inside a transaction so that nothing of it stays. */
export class InterviewChanged extends Error {}
export class TimeTaken extends Error {}

const place = (id: string, field: string) => `interviews|${field}|${id}`;
export const sealWords = (crypto: FieldCrypto, id: string, words: string) => crypto.seal(words, place(id, 'words'));
export const openWords = (crypto: FieldCrypto, one: Pick<Interview, 'id' | 'words'>) =>
  one.words === null ? null : crypto.open(one.words, place(one.id, 'words'));

/** When these colleagues are busy: with interviews, with times that are offered, with advice calls and away from their desk. */
export async function findBusy(db: Db, userIds: readonly string[], from: Instant, except: string | null): Promise<Busy[]> {
  if (userIds.length === 0) return [];
  const named = sql.join(
    userIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const start = new Date(from).toISOString();
  const { rows } = (await db.execute(sql`
    select starts_at, ends_at from interview_claims
      where user_id in (${named}) and ends_at > ${start} and (held_until is null or held_until > ${start}) and interview_id <> ${except ?? ''}
    union all
    select tick, tick + interval '15 minutes' from consultation_claims where officer_id in (${named}) and tick > ${start}
    union all
    select starts_at, ends_at from consultation_blocks where (officer_id is null or officer_id in (${named})) and ends_at > ${start}`)) as unknown as {
    rows: { starts_at: string | Date; ends_at: string | Date }[];
  };
  return rows.map((row) => ({ from: instant(new Date(row.starts_at).getTime()), until: instant(new Date(row.ends_at).getTime()) }));
}

/** Gives times of colleagues to an interview, or throws TimeTaken: the database lets nobody be in two places, pauses included. */
export async function claimTimes(
  tx: Tx,
  interview: Pick<Interview, 'id' | 'minutes'>,
  userIds: readonly string[],
  times: readonly Instant[],
  heldUntil: Instant | null,
  now: Instant,
): Promise<void> {
  if (guardIsOff('interview-claim')) return;
  // What was only offered and has ended is nobody's any more.
  await tx.delete(interviewClaims).where(and(inArray(interviewClaims.userId, [...userIds]), lt(interviewClaims.heldUntil, new Date(now))));
  const wanted = [...userIds].toSorted().flatMap((userId) =>
    times.map((at) => {
      const { from, until } = takenBy(at, interview.minutes);
      return {
        interviewId: interview.id,
        userId,
        startsAt: new Date(from),
        endsAt: new Date(until),
        heldUntil: heldUntil === null ? null : new Date(heldUntil),
      };
    }),
  );
  const claimed = await tx.insert(interviewClaims).values(wanted).onConflictDoNothing().returning({ userId: interviewClaims.userId });
  if (claimed.length < wanted.length) throw new TimeTaken();
}

/** Gives every time of an interview back, or all of one colleague. */
export async function freeTimes(tx: Tx, interviewId: string, userId: string | null = null): Promise<void> {
  await tx
    .delete(interviewClaims)
    .where(and(eq(interviewClaims.interviewId, interviewId), userId === null ? undefined : eq(interviewClaims.userId, userId)));
}

export async function insertInterview(
  tx: Tx,
  now: Instant,
  interview: Pick<
    Interview,
    'id' | 'reference' | 'applicationId' | 'round' | 'roundName' | 'mode' | 'place' | 'minutes' | 'zone' | 'madeBy'
  >,
  panel: readonly string[],
): Promise<Interview> {
  const [made] = await tx
    .insert(interviews)
    .values({ ...interview, status: 'proposed', createdAt: new Date(now), changedAt: new Date(now) })
    .returning();
  await tx.insert(interviewPanel).values(panel.map((userId) => ({ interviewId: interview.id, userId })));
  await tx
    .insert(interviewEvents)
    .values({ interviewId: interview.id, version: 1, event: 'planned', toStatus: 'proposed', actor: interview.madeBy, at: new Date(now) });
  // Interviewers read the application that they ask about. In one order for everybody: two plans that name the same panel
  // in different orders would each wait for the other's.
  for (const userId of panel.toSorted()) {
    await addReviewer(tx, now, { applicationId: interview.applicationId, userId, addedBy: interview.madeBy });
  }
  return made!;
}

export interface InterviewChange {
  readonly interview: Pick<Interview, 'id' | 'version' | 'status'>;
  readonly event: (typeof interviewEvents.$inferInsert)['event'];
  readonly to: InterviewStatus;
  readonly actor: string;
  readonly set?: Partial<
    Pick<Interview, 'startsAt' | 'endsAt' | 'invitations' | 'tokenHash' | 'expiresAt' | 'answeredHash' | 'wishes' | 'words' | 'place'>
  >;
  readonly detail?: string;
}

/** Changes an interview as it was read, with its history and the audit; throws InterviewChanged when somebody was faster. */
export async function changeInterview(tx: Tx, now: Instant, change: InterviewChange): Promise<void> {
  const { interview, event, to, actor, set = {}, detail = null } = change;
  const version = interview.version + 1;
  const changed = await tx
    .update(interviews)
    .set({ ...set, status: to, version, changedAt: new Date(now) })
    .where(and(eq(interviews.id, interview.id), eq(interviews.version, interview.version)))
    .returning({ id: interviews.id });
  if (changed.length === 0) throw new InterviewChanged();
  await tx.insert(interviewEvents).values({ interviewId: interview.id, version, event, toStatus: to, actor, detail, at: new Date(now) });
  await audit(tx, now, {
    actor,
    action: `interview.${event}`,
    subject: `interviews:${interview.id}`,
    detail: { from: interview.status, to },
  });
}

/** The rounds of an application that were held, or are to come. */
export async function findRounds(db: Db, applicationId: string): Promise<InterviewRound[]> {
  const rows = await db
    .select({ round: interviews.round })
    .from(interviews)
    .where(and(eq(interviews.applicationId, applicationId), notInArray(interviews.status, ['declined', 'no_show', 'cancelled'])));
  return rows.map(({ round }) => round);
}

export async function hasInterviews(db: Db): Promise<boolean> {
  return (await db.select({ id: interviews.id }).from(interviews).limit(1)).length > 0;
}

export async function findInterview(db: Db, id: string): Promise<Interview | null> {
  const [row] = await db.select().from(interviews).where(eq(interviews.id, id));
  return row ?? null;
}

/** Of whoever reads: an interviewer finds their own only, a recruiter all. */
export interface InterviewReader {
  readonly userId: string;
  readonly seesAll: boolean;
}

const onPanel = (userId: string) =>
  sql`exists (select 1 from ${interviewPanel} where ${interviewPanel.interviewId} = ${interviews.id} and ${interviewPanel.userId} = ${userId})`;
const ownOf = (reader: InterviewReader) => (reader.seesAll ? undefined : onPanel(reader.userId));

export async function findInterviewFor(db: Db, reader: InterviewReader, reference: string): Promise<Interview | null> {
  const [row] = await db
    .select()
    .from(interviews)
    .where(and(eq(interviews.reference, reference), ownOf(reader)));
  return row ?? null;
}

/** The interview that an invitation opens, or that it answered before. */
export async function findByToken(db: Db, token: string): Promise<Interview | null> {
  const hash = sha256(token);
  const [row] = await db
    .select()
    .from(interviews)
    .where(sql`${interviews.tokenHash} = ${hash} or ${interviews.answeredHash} = ${hash}`);
  return row ?? null;
}

export async function findPanel(db: Db, interviewIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (interviewIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(interviewPanel)
    .where(inArray(interviewPanel.interviewId, [...interviewIds]))
    .orderBy(asc(interviewPanel.userId));
  const panels = new Map<string, string[]>();
  for (const { interviewId, userId } of rows) panels.set(interviewId, [...(panels.get(interviewId) ?? []), userId]);
  return panels;
}

/** With the place on the panel goes the reading of the application, unless another of its panels needs it. */
export async function swapPanel(
  tx: Tx,
  now: Instant,
  interview: Pick<Interview, 'id' | 'applicationId'>,
  swap: { readonly from: string; readonly to: string; readonly by: string },
): Promise<void> {
  const { id, applicationId } = interview;
  await tx.delete(interviewPanel).where(and(eq(interviewPanel.interviewId, id), eq(interviewPanel.userId, swap.from)));
  await tx.insert(interviewPanel).values({ interviewId: id, userId: swap.to }).onConflictDoNothing();
  const others = await tx
    .select({ id: interviews.id })
    .from(interviewPanel)
    .innerJoin(interviews, eq(interviews.id, interviewPanel.interviewId))
    .where(and(eq(interviews.applicationId, applicationId), eq(interviewPanel.userId, swap.from)))
    .limit(1);
  if (others.length === 0) await removeReviewer(tx, { applicationId, userId: swap.from });
  await addReviewer(tx, now, { applicationId, userId: swap.to, addedBy: swap.by });
}

export async function saveSlots(tx: Tx, interviewId: string, times: readonly Instant[]): Promise<void> {
  await tx.delete(interviewSlots).where(eq(interviewSlots.interviewId, interviewId));
  if (times.length > 0) await tx.insert(interviewSlots).values(times.map((at) => ({ interviewId, startsAt: new Date(at) })));
}

export async function findSlots(db: Db, interviewId: string): Promise<Instant[]> {
  const rows = await db
    .select()
    .from(interviewSlots)
    .where(eq(interviewSlots.interviewId, interviewId))
    .orderBy(asc(interviewSlots.startsAt));
  return rows.map(({ startsAt }) => instant(startsAt.getTime()));
}

function within(tab: InterviewTab, now: Instant): SQL {
  const moment = new Date(now).toISOString();
  switch (tab) {
    case 'upcoming':
      return sql`${interviews.status} = 'confirmed'`;
    case 'waiting':
      return sql`${interviews.status} in ('proposed', 'invited', 'reschedule_requested')`;
    case 'cards':
      return sql`(${interviews.status} = 'completed' or (${interviews.status} = 'confirmed' and ${interviews.endsAt} < ${moment}::timestamptz))
        and exists (select 1 from ${interviewPanel} p where p.interview_id = ${interviews.id}
          and not exists (select 1 from ${interviewScores} s where s.interview_id = p.interview_id and s.user_id = p.user_id))`;
    case 'over':
      return sql`${interviews.status} in ('completed', 'no_show', 'declined', 'cancelled')`;
  }
}

export interface InterviewFilter {
  readonly interviewer: string | null;
  readonly round: InterviewRound | null;
  readonly mode: InterviewMode | null;
  /** A reference of an interview, or applications that were found elsewhere; null for no search. */
  readonly search: { readonly reference: string | null; readonly applicationIds: readonly string[] } | null;
}

function wanted(reader: InterviewReader, { interviewer, round, mode, search }: InterviewFilter): SQL | undefined {
  const named = search && [
    ...(search.reference ? [eq(interviews.reference, search.reference)] : []),
    ...(search.applicationIds.length > 0 ? [inArray(interviews.applicationId, [...search.applicationIds])] : []),
  ];
  return and(
    ownOf(reader),
    interviewer === null ? undefined : onPanel(interviewer),
    round === null ? undefined : eq(interviews.round, round),
    mode === null ? undefined : eq(interviews.mode, mode),
    // A search that means nothing finds nothing.
    named === null ? undefined : named.length > 0 ? or(...named) : sql`false`,
  );
}

/** What a tab stands in the order of: the next first, what waits longest first, what is over latest first. */
const sortOf = (tab: InterviewTab) =>
  tab === 'upcoming'
    ? interviews.startsAt
    : tab === 'waiting'
      ? interviews.createdAt
      : tab === 'cards'
        ? interviews.endsAt
        : interviews.changedAt;

/** Where a page of the list begins behind: the time in milliseconds and the id of the last row before. */
const placeOf = (tab: InterviewTab, row: Interview) => {
  const at = { upcoming: row.startsAt, waiting: row.createdAt, cards: row.endsAt, over: row.changedAt }[tab];
  return `${at?.getTime() ?? 0}~${row.id}`;
};

/** A page of a tab. `next` is what the page after it is asked for with. */
export async function listInterviews(
  db: Db,
  reader: InterviewReader,
  { tab, filter, now }: { readonly tab: InterviewTab; readonly filter: InterviewFilter; readonly now: Instant },
  page: { readonly size: number; readonly after: string | null },
): Promise<{ readonly rows: Interview[]; readonly next: string | null }> {
  const sort = sortOf(tab);
  const down = tab === 'over';
  const [at = '', id = ''] = page.after?.split('~') ?? [];
  const moment = sql`${new Date(Number(at)).toISOString()}::timestamptz`;
  const behind =
    page.after === null
      ? undefined
      : down
        ? sql`(${sort} < ${moment} or (${sort} = ${moment} and ${interviews.id} > ${id}))`
        : sql`(${sort} > ${moment} or (${sort} = ${moment} and ${interviews.id} > ${id}))`;
  const rows = await db
    .select()
    .from(interviews)
    .where(and(within(tab, now), wanted(reader, filter), behind))
    .orderBy(down ? desc(sort) : asc(sort), asc(interviews.id))
    .limit(page.size + 1);
  const shown = rows.slice(0, page.size);
  return { rows: shown, next: rows.length > page.size ? placeOf(tab, shown.at(-1)!) : null };
}

/** How many stand in each tab under a filter. */
export async function countInterviews(
  db: Db,
  reader: InterviewReader,
  filter: InterviewFilter,
  now: Instant,
): Promise<Record<InterviewTab, number>> {
  const counts = await Promise.all(interviewTabs.map((tab) => db.$count(interviews, and(within(tab, now), wanted(reader, filter)))));
  return Object.fromEntries(interviewTabs.map((tab, index) => [tab, counts[index]!])) as Record<InterviewTab, number>;
}

/** How many confirmed or held interviews begin on a day of Dubai. */
export function countInterviewsOn(db: Db, day: string): Promise<number> {
  const begins = sql`(${interviews.startsAt} at time zone 'Asia/Dubai')::date = ${day}::date`;
  return db.$count(interviews, and(inArray(interviews.status, ['confirmed', 'completed']), begins));
}

export async function findInterviewEvents(db: Db, interviewId: string): Promise<(typeof interviewEvents.$inferSelect)[]> {
  return db
    .select()
    .from(interviewEvents)
    .where(eq(interviewEvents.interviewId, interviewId))
    .orderBy(desc(interviewEvents.version))
    .limit(100);
}

export interface Score {
  readonly userId: string;
  readonly verdict: Verdict;
  readonly words: string;
  readonly sentAt: Date;
}

const scorePlace = (interviewId: string, userId: string) => `interview_scores|words|${interviewId}|${userId}`;

/** False when this colleague has sent one before: what others read is not changed afterwards. */
export async function insertScore(tx: Tx, crypto: FieldCrypto, interviewId: string, score: Score): Promise<boolean> {
  const made = await tx
    .insert(interviewScores)
    .values({ interviewId, ...score, words: crypto.seal(score.words, scorePlace(interviewId, score.userId)) })
    .onConflictDoNothing()
    .returning({ userId: interviewScores.userId });
  return made.length > 0;
}

/** Every score card of an interview. Whoever has not sent their own must not be shown them. */
export async function findScores(db: Db, crypto: FieldCrypto, interviewId: string): Promise<Score[]> {
  const rows = await db
    .select()
    .from(interviewScores)
    .where(eq(interviewScores.interviewId, interviewId))
    .orderBy(asc(interviewScores.sentAt));
  return rows.map(({ userId, verdict, words, sentAt }) => ({
    userId,
    verdict,
    sentAt,
    words: crypto.open(words, scorePlace(interviewId, userId)),
  }));
}

const pageOfDue = 200;
const behind = (after: Interview | null) => (after ? gt(interviews.id, after.id) : undefined);

/** A page of the invitations that nobody answered in time. */
export async function findExpired(db: Db, now: Instant, after: Interview | null): Promise<Interview[]> {
  return db
    .select()
    .from(interviews)
    .where(and(eq(interviews.status, 'invited'), lt(interviews.expiresAt, new Date(now)), behind(after)))
    .orderBy(asc(interviews.id))
    .limit(pageOfDue);
}

/** A page of the confirmed ones that begin between two moments. */
export async function findStarting(db: Db, from: Instant, until: Instant, after: Interview | null): Promise<Interview[]> {
  return db
    .select()
    .from(interviews)
    .where(
      and(
        eq(interviews.status, 'confirmed'),
        sql`${interviews.startsAt} > ${new Date(from).toISOString()}::timestamptz and ${interviews.startsAt} <= ${new Date(until).toISOString()}::timestamptz`,
        behind(after),
      ),
    )
    .orderBy(asc(interviews.id))
    .limit(pageOfDue);
}

/** A page of those over since before a moment, with a score card that is missing. */
export async function findCardsMissing(db: Db, before: Instant, after: Interview | null): Promise<Interview[]> {
  return db
    .select()
    .from(interviews)
    .where(and(within('cards', before), lt(interviews.endsAt, new Date(before)), behind(after)))
    .orderBy(asc(interviews.id))
    .limit(pageOfDue);
}

/** Times of forgotten applicants, once nobody has to be told any more that they are off. */
export async function deleteForgotten(db: Db, now: Instant): Promise<void> {
  await db.execute(sql`delete from interviews where starts_at < ${new Date(now).toISOString()}::timestamptz
    and application_id in (select id from job_applications where purged_at is not null)`);
}

export async function wasMailed(db: Db, messageId: string): Promise<boolean> {
  return (await db.$count(interviewMails, eq(interviewMails.messageId, messageId))) > 0;
}

export async function recordMail(db: Db, messageId: string, interviewId: string, now: Instant): Promise<void> {
  await db
    .insert(interviewMails)
    .values({ messageId, interviewId, sentAt: new Date(now) })
    .onConflictDoNothing();
}
