import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, max, notInArray, sql } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { addMilliseconds, dayMs, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { VisaEntries } from '../evisa/evisa-offer.ts';
import type { AssistedCountry, City } from './assisted-country.ts';
import { assistedMachine, overStates, stageDays, type CaseActor, type CaseEvent } from './assisted-status.ts';
import {
  assistedAttempts,
  assistedCases,
  assistedCountries,
  assistedEvents,
  passportCounts,
  passportCustody,
  passportHandovers,
  type AssistedCase,
  type CustodyLine,
  type Handover,
} from './assisted.tables.ts';
import { inHouse, type PassportPlace } from './custody-rules.ts';

/** Every country that is sold, by its code. */
export async function findAssistedCountries(db: Db): Promise<AssistedCountry[]> {
  const rows = await db.select().from(assistedCountries).orderBy(asc(assistedCountries.code));
  return rows.map((row) => row.offer);
}

/** A country by its name in addresses; null for one that is not sold. */
export async function findAssistedCountry(db: Db, slug: string): Promise<AssistedCountry | null> {
  const [row] = await db.select().from(assistedCountries).where(eq(assistedCountries.slug, slug));
  return row?.offer ?? null;
}

/** Adds countries the table does not have; with `replace`, writes them anew. Returns how many it wrote. */
export async function saveAssistedCountries(
  tx: Tx,
  now: Instant,
  countries: readonly AssistedCountry[],
  replace: boolean,
): Promise<number> {
  let written = 0;
  for (const offer of countries) {
    const row = { code: offer.code, slug: offer.slug, offer, changedAt: new Date(now) };
    const insert = tx.insert(assistedCountries).values(row);
    const saved = await (
      replace
        ? insert.onConflictDoUpdate({ target: assistedCountries.code, set: { ...row, version: sql`${assistedCountries.version} + 1` } })
        : insert.onConflictDoNothing()
    ).returning({ code: assistedCountries.code });
    written += saved.length;
  }
  return written;
}

export async function insertCases(
  tx: Tx,
  now: Instant,
  cases: readonly Pick<AssistedCase, 'id' | 'orderId' | 'country' | 'package' | 'place' | 'travelsOn'>[],
): Promise<void> {
  const at = new Date(now);
  await tx.insert(assistedCases).values(
    cases.map((one) => ({
      ...one,
      openedAt: at,
      stageSince: at,
      passportSince: at,
      dueAt: new Date(addMilliseconds(now, stageDays.opened * dayMs)),
    })),
  );
}

export async function findCase(db: Db, id: string): Promise<AssistedCase | null> {
  const [row] = await db.select().from(assistedCases).where(eq(assistedCases.id, id));
  return row ?? null;
}

/** Cases by their ids, in no order. */
export async function findCasesById(db: Db, ids: readonly string[]): Promise<AssistedCase[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(assistedCases)
        .where(inArray(assistedCases.id, [...ids]));
}

export async function lockCaseRow(tx: Tx, id: string): Promise<AssistedCase | null> {
  const [row] = await tx.select().from(assistedCases).where(eq(assistedCases.id, id)).for('update');
  return row ?? null;
}

export async function findCasesOfOrder(db: Db, orderId: string): Promise<AssistedCase[]> {
  return db.select().from(assistedCases).where(eq(assistedCases.orderId, orderId));
}

const stickerPlace = (id: string) => `assisted_cases|sticker|${id}`;
/** What is printed on a sticker, as an officer read it. */
export interface Sticker {
  readonly number: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly passport: string;
  readonly validFrom: CalendarDate;
  readonly validUntil: CalendarDate;
  readonly stay: number;
  /** Null on those that were read before it was asked for. */
  readonly entries: VisaEntries | null;
}
export const sealSticker = (crypto: FieldCrypto, id: string, sticker: Sticker): string =>
  crypto.seal(JSON.stringify(sticker), stickerPlace(id));
export const openSticker = (crypto: FieldCrypto, one: Pick<AssistedCase, 'id' | 'sticker'>): Sticker | null =>
  one.sticker ? { entries: null, ...(JSON.parse(crypto.open(one.sticker, stickerPlace(one.id))) as Omit<Sticker, 'entries'>) } : null;

export interface CaseMove {
  readonly one: Pick<AssistedCase, 'id' | 'status' | 'version'>;
  readonly event: CaseEvent;
  readonly by: CaseActor;
  /** As the audit names people. */
  readonly who: string;
  /** Ids, codes and amounts only. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly with?: Partial<Omit<AssistedCase, 'id' | 'orderId' | 'status' | 'version'>>;
  readonly requestId?: string;
}
export type CaseMoveRefusal = MoveRefusal | 'changed-meanwhile';

/** The only writer of a case's status: compare-and-set, history and audit in the caller's transaction. */
export async function moveCase(tx: Tx, now: Instant, move: CaseMove): Promise<Outcome<AssistedCase, CaseMoveRefusal>> {
  const { one, event, who, detail = {} } = move;
  const next = moveOn(assistedMachine, one.status, event, move.by);
  if (!next.ok) return next;
  const at = new Date(now);
  const [moved] = await tx
    .update(assistedCases)
    .set({
      stageSince: at,
      dueAt: new Date(addMilliseconds(now, stageDays[next.to] * dayMs)),
      overAt: overStates.includes(next.to) ? at : null,
      ...move.with,
      status: next.to,
      version: one.version + 1,
    })
    .where(and(eq(assistedCases.id, one.id), eq(assistedCases.status, one.status), eq(assistedCases.version, one.version)))
    .returning();
  if (!moved) return refuse('changed-meanwhile');
  await tx.insert(assistedEvents).values({
    caseId: one.id,
    version: moved.version,
    event,
    fromStatus: one.status,
    toStatus: next.to,
    actor: who,
    detail,
    at,
  });
  await audit(tx, now, {
    actor: who,
    action: `assisted.${event}`,
    subject: `assisted_cases:${one.id}`,
    detail: { from: one.status, to: next.to, ...detail },
    ...(move.requestId ? { requestId: move.requestId } : {}),
  });
  return done(moved);
}

/** Gives a case to a colleague, or to nobody; the version moves on, so that somebody who looked before is told. */
export async function assignCase(
  tx: Tx,
  now: Instant,
  one: Pick<AssistedCase, 'id' | 'status' | 'version' | 'officer'>,
  to: { readonly officer: string | null; readonly who: string; readonly requestId: string },
): Promise<boolean> {
  const [moved] = await tx
    .update(assistedCases)
    .set({ officer: to.officer, version: one.version + 1 })
    .where(and(eq(assistedCases.id, one.id), eq(assistedCases.version, one.version)))
    .returning({ version: assistedCases.version });
  if (!moved) return false;
  await tx.insert(assistedEvents).values({
    caseId: one.id,
    version: moved.version,
    event: 'assigned',
    fromStatus: one.status,
    toStatus: one.status,
    actor: to.who,
    detail: { officer: to.officer },
    at: new Date(now),
  });
  await audit(tx, now, {
    actor: to.who,
    action: 'assisted.assigned',
    subject: `assisted_cases:${one.id}`,
    detail: { officer: to.officer, before: one.officer },
    requestId: to.requestId,
  });
  return true;
}

/** Writes down what a sticker says; the version moves on. Null when somebody else was faster. */
export async function setSticker(tx: Tx, one: Pick<AssistedCase, 'id' | 'version'>, sticker: string): Promise<AssistedCase | null> {
  const [row] = await tx
    .update(assistedCases)
    .set({ sticker, version: one.version + 1 })
    .where(and(eq(assistedCases.id, one.id), eq(assistedCases.version, one.version)))
    .returning();
  return row ?? null;
}

/** Marks that are no state: a wish to withdraw, a reminder that was sent. */
export async function markCase(tx: Tx, id: string, set: Partial<Pick<AssistedCase, 'withdrawalAskedAt' | 'reminded'>>): Promise<void> {
  await tx.update(assistedCases).set(set).where(eq(assistedCases.id, id));
}

export async function findCaseEvents(db: Db, caseId: string) {
  return db.select().from(assistedEvents).where(eq(assistedEvents.caseId, caseId)).orderBy(asc(assistedEvents.version));
}

export async function insertAttempt(tx: Tx, attempt: typeof assistedAttempts.$inferInsert): Promise<void> {
  await tx.insert(assistedAttempts).values(attempt);
}

/** Newest first. */
export async function findAttempts(db: Db, caseId: string) {
  return db.select().from(assistedAttempts).where(eq(assistedAttempts.caseId, caseId)).orderBy(desc(assistedAttempts.at));
}

export interface SeenWait {
  readonly country: string;
  readonly place: City;
  readonly firstFree: CalendarDate;
  readonly at: Date;
}

/** The first free day that was last seen at each counter, looked at since an instant. */
export async function findSeenWaits(db: Db, since: Date, country?: string): Promise<SeenWait[]> {
  const rows = await db
    .selectDistinctOn([assistedAttempts.country, assistedAttempts.place], {
      country: assistedAttempts.country,
      place: assistedAttempts.place,
      firstFree: assistedAttempts.firstFree,
      at: assistedAttempts.at,
    })
    .from(assistedAttempts)
    .where(
      and(
        isNotNull(assistedAttempts.firstFree),
        gt(assistedAttempts.at, since),
        ...(country === undefined ? [] : [eq(assistedAttempts.country, country)]),
      ),
    )
    .orderBy(assistedAttempts.country, assistedAttempts.place, desc(assistedAttempts.at));
  return rows.flatMap((row) => (row.firstFree ? [{ ...row, firstFree: row.firstFree }] : []));
}

const proofPlace = (id: string, number: number) => `passport_custody|proof|${id}|${number}`;
export const openProof = (crypto: FieldCrypto, line: Pick<CustodyLine, 'caseId' | 'number' | 'proof'>): string =>
  line.proof ? crypto.open(line.proof, proofPlace(line.caseId, line.number)) : '';

/** Adds a line to the ledger and writes the case's card from it. The case's row must be locked. */
export async function insertCustody(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  line: Omit<typeof passportCustody.$inferInsert, 'number' | 'at' | 'proof'> & { readonly proof: string; readonly requestId: string },
): Promise<number> {
  const { proof, requestId, ...row } = line;
  const [last] = await tx
    .select({ number: max(passportCustody.number) })
    .from(passportCustody)
    .where(eq(passportCustody.caseId, row.caseId));
  const number = (last?.number ?? 0) + 1;
  const at = new Date(now);
  await tx.insert(passportCustody).values({
    ...row,
    number,
    at,
    proof: proof ? crypto.seal(proof, proofPlace(row.caseId, number)) : null,
  });
  await tx
    .update(assistedCases)
    .set({ passport: row.toPlace, passportSince: at, seal: row.seal ?? null })
    .where(eq(assistedCases.id, row.caseId));
  await audit(tx, now, {
    actor: row.recordedBy,
    action: 'assisted.passport-moved',
    subject: `assisted_cases:${row.caseId}`,
    detail: { number, from: row.fromPlace, to: row.toPlace, given: row.givenBy, received: row.receivedBy },
    requestId,
  });
  return number;
}

/** The ledgers of these cases, line by line. */
export async function findCustody(db: Db, caseIds: readonly string[]): Promise<CustodyLine[]> {
  return caseIds.length === 0
    ? []
    : db
        .select()
        .from(passportCustody)
        .where(inArray(passportCustody.caseId, [...caseIds]))
        .orderBy(asc(passportCustody.caseId), asc(passportCustody.number));
}

export async function insertHandover(tx: Tx, handover: typeof passportHandovers.$inferInsert): Promise<boolean> {
  const made = await tx.insert(passportHandovers).values(handover).onConflictDoNothing().returning({ id: passportHandovers.id });
  return made.length > 0;
}

/** The hand-over of a case that waits for the other colleague. */
export async function findOpenHandover(db: Db, caseId: string): Promise<Handover | null> {
  const [row] = await db
    .select()
    .from(passportHandovers)
    .where(and(eq(passportHandovers.caseId, caseId), isNull(passportHandovers.ended)));
  return row ?? null;
}

export async function endHandover(tx: Tx, now: Instant, id: string, ended: NonNullable<Handover['ended']>): Promise<boolean> {
  const rows = await tx
    .update(passportHandovers)
    .set({ ended, endedAt: new Date(now) })
    .where(and(eq(passportHandovers.id, id), isNull(passportHandovers.ended)))
    .returning({ id: passportHandovers.id });
  return rows.length > 0;
}

/** Every case whose passport has ever left its owner and whose story is not a month old: what the night goes through. */
export async function findCasesToReconcile(db: Db, since: Date, after: string, most: number): Promise<AssistedCase[]> {
  return db
    .select()
    .from(assistedCases)
    .where(
      and(
        gt(assistedCases.id, after),
        sql`(${assistedCases.overAt} is null or ${assistedCases.overAt} > ${since} or ${assistedCases.passport} not in ('with_applicant', 'returned'))`,
      ),
    )
    .orderBy(asc(assistedCases.id))
    .limit(most);
}

/** Seals that should lie in our house now. */
export async function findSealsInHouse(db: Db): Promise<string[]> {
  const rows = await db
    .select({ seal: assistedCases.seal })
    .from(assistedCases)
    .where(inArray(assistedCases.passport, [...inHouse]))
    .orderBy(asc(assistedCases.seal));
  return rows.flatMap(({ seal }) => seal ?? []);
}

/** How many passports are where, of those that are not at home. */
export async function countPassports(db: Db): Promise<ReadonlyMap<PassportPlace, number>> {
  const rows = await db
    .select({ place: assistedCases.passport, number: sql<number>`count(*)::int` })
    .from(assistedCases)
    .where(notInArray(assistedCases.passport, ['with_applicant', 'returned']))
    .groupBy(assistedCases.passport);
  return new Map(rows.map(({ place, number }) => [place, number]));
}

export async function insertCount(tx: Tx, count: typeof passportCounts.$inferInsert): Promise<void> {
  await tx.insert(passportCounts).values(count);
}

/** Newest first. */
export async function findCounts(db: Db, most: number) {
  return db.select().from(passportCounts).orderBy(desc(passportCounts.at)).limit(most);
}

/** A page of those that are booked and near enough for a reminder. */
export async function findAppointmentsBefore(db: Db, before: Date, after: AssistedCase | null): Promise<AssistedCase[]> {
  return db
    .select()
    .from(assistedCases)
    .where(
      and(
        eq(assistedCases.status, 'appointment_booked'),
        lte(assistedCases.appointmentAt, before),
        after ? gt(assistedCases.id, after.id) : undefined,
      ),
    )
    .orderBy(asc(assistedCases.id))
    .limit(500);
}
