import { and, asc, count, eq, gt, inArray, lt, lte, not, notExists, or, sql } from 'drizzle-orm';
import { passTaskOn } from '#app/platform/staff-tasks.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { TypedForm } from './evisa-form.ts';
import type { VisaEntries } from './evisa-offer.ts';
import { askingStates, evisaMachine, type EvisaActor, type EvisaEvent } from './evisa-status.ts';
import { evisaApplications, evisaEvents, evisaRefunds, type EvisaApplication, type EvisaHistory } from './evisa.tables.ts';

/** In the order of the travellers. */
export async function findApplications(db: Db, groupId: string): Promise<EvisaApplication[]> {
  return db.select().from(evisaApplications).where(eq(evisaApplications.groupId, groupId)).orderBy(asc(evisaApplications.position));
}

export async function findApplication(db: Db, id: string): Promise<EvisaApplication | null> {
  const [row] = await db.select().from(evisaApplications).where(eq(evisaApplications.id, id));
  return row ?? null;
}

export async function lockApplication(tx: Tx, id: string): Promise<EvisaApplication | null> {
  const [row] = await tx.select().from(evisaApplications).where(eq(evisaApplications.id, id)).for('update');
  return row ?? null;
}

const typedPlace = (id: string) => `evisa_applications|personal|${id}`;
export const sealTyped = (crypto: FieldCrypto, id: string, typed: TypedForm): string => crypto.seal(JSON.stringify(typed), typedPlace(id));
export const openTyped = (crypto: FieldCrypto, application: Pick<EvisaApplication, 'id' | 'personal'>): TypedForm =>
  JSON.parse(crypto.open(application.personal, typedPlace(application.id))) as TypedForm;

/** What an applicant is called by their form; nothing where it is empty. */
export function applicantName(crypto: FieldCrypto, id: string, personal: string): string {
  const { givenNames = '', surname = '' } = openTyped(crypto, { id, personal });
  return `${givenNames} ${surname}`.trim();
}

/** What is printed on a visa that was issued, as an officer read it. */
export interface IssuedVisa {
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
const issuedPlace = (id: string) => `evisa_applications|issued|${id}`;
export const sealIssued = (crypto: FieldCrypto, id: string, issued: IssuedVisa): string =>
  crypto.seal(JSON.stringify(issued), issuedPlace(id));
export const openIssued = (crypto: FieldCrypto, application: Pick<EvisaApplication, 'id' | 'issued'>): IssuedVisa | null =>
  application.issued
    ? { entries: null, ...(JSON.parse(crypto.open(application.issued, issuedPlace(application.id))) as Omit<IssuedVisa, 'entries'>) }
    : null;

export async function updateTyped(tx: Tx, crypto: FieldCrypto, now: Instant, id: string, typed: TypedForm): Promise<void> {
  await tx
    .update(evisaApplications)
    .set({ personal: sealTyped(crypto, id, typed), changedAt: new Date(now) })
    .where(eq(evisaApplications.id, id));
}

export interface EvisaMove {
  readonly application: Pick<EvisaApplication, 'id' | 'status' | 'version'>;
  readonly event: EvisaEvent;
  readonly by: EvisaActor;
  /** As the audit names people. */
  readonly who: string;
  /** Ids, codes and amounts only. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly with?: Partial<
    Pick<
      EvisaApplication,
      | 'officer'
      | 'reviewedBy'
      | 'filedBy'
      | 'authorityReference'
      | 'authorityDue'
      | 'filedAt'
      | 'receivedAt'
      | 'deliverBy'
      | 'byDeskDays'
      | 'overAt'
      | 'rejection'
      | 'issued'
      | 'reminded'
      | 'purgeOn'
      | 'country'
      | 'arrival'
      | 'speed'
    >
  >;
  readonly requestId?: string;
}
export type EvisaMoveRefusal = MoveRefusal | 'changed-meanwhile';

/** The only writer of an application's status: compare-and-set, history and audit in the caller's transaction. */
export async function moveApplication(tx: Tx, now: Instant, move: EvisaMove): Promise<Outcome<EvisaApplication, EvisaMoveRefusal>> {
  const { application } = move;
  const next = moveOn(evisaMachine, application.status, move.event, move.by);
  if (!next.ok) return next;
  const [moved] = await tx
    .update(evisaApplications)
    .set({ ...move.with, status: next.to, version: application.version + 1, changedAt: new Date(now) })
    .where(
      and(
        eq(evisaApplications.id, application.id),
        eq(evisaApplications.status, application.status),
        eq(evisaApplications.version, application.version),
      ),
    )
    .returning();
  if (!moved) return refuse('changed-meanwhile');
  const { detail = {}, who, event } = move;
  await tx.insert(evisaEvents).values({
    applicationId: application.id,
    version: moved.version,
    event,
    fromStatus: application.status,
    toStatus: next.to,
    actor: who,
    detail,
    at: new Date(now),
  });
  await audit(tx, now, {
    actor: who,
    action: `evisa.${event}`,
    subject: `evisa_applications:${application.id}`,
    detail: { from: application.status, to: next.to, ...detail },
    ...(move.requestId ? { requestId: move.requestId } : {}),
  });
  return done(moved);
}

export async function mustMoveApplication(tx: Tx, now: Instant, move: EvisaMove): Promise<EvisaApplication> {
  const moved = await moveApplication(tx, now, move);
  if (!moved.ok)
    throw new Error(`Application ${move.application.id} in ${move.application.status} refused ${move.event}: ${moved.refused}`);
  return moved.value;
}

/** Makes a case somebody's. Its state stays; history and audit say who gave it. */
export async function giveApplication(
  tx: Tx,
  now: Instant,
  gift: {
    readonly application: Pick<EvisaApplication, 'id' | 'status' | 'version' | 'officer'>;
    readonly to: string;
    readonly who: string;
    readonly requestId: string;
  },
): Promise<Outcome<EvisaApplication, 'changed-meanwhile'>> {
  const { application, to, who, requestId } = gift;
  const [given] = await tx
    .update(evisaApplications)
    .set({ officer: to, version: application.version + 1, changedAt: new Date(now) })
    .where(and(eq(evisaApplications.id, application.id), eq(evisaApplications.version, application.version)))
    .returning();
  if (!given) return refuse('changed-meanwhile');
  const subject = `evisa_applications:${application.id}`;
  await passTaskOn(tx, now, { kind: 'authority-query', subject, from: application.officer, to });
  const detail = { from: application.officer, to };
  await tx.insert(evisaEvents).values({
    applicationId: application.id,
    version: given.version,
    event: 'assigned',
    fromStatus: application.status,
    toStatus: application.status,
    actor: who,
    detail,
    at: new Date(now),
  });
  await audit(tx, now, { actor: who, action: 'evisa.assigned', subject, detail, requestId });
  return done(given);
}

export async function findEvents(db: Db, applicationId: string): Promise<EvisaHistory[]> {
  return db.select().from(evisaEvents).where(eq(evisaEvents.applicationId, applicationId)).orderBy(asc(evisaEvents.version));
}

/** Whether a row waits for its traveller: for what an officer asked, or what the authority did. The clock stands still then. */
export const waitsForTraveller = sql<boolean>`(evisa_applications.status = 'more_info_needed' or (evisa_applications.status = 'authority_query'
  and exists (select 1 from evisa_requests asked where asked.application_id = evisa_applications.id and asked.answered_at is null)))`;

const pageOfDue = 200;
const behind = (after: Pick<EvisaApplication, 'id'> | null) => (after ? gt(evisaApplications.id, after.id) : undefined);

/** A page of those with the authority and past the promised day, the clock going on; of those that it asks something, where the fee is not owed yet. */
export async function findLate(db: Db, today: CalendarDate, after: EvisaApplication | null): Promise<EvisaApplication[]> {
  const owed = db
    .select({ cause: evisaRefunds.cause })
    .from(evisaRefunds)
    .where(and(eq(evisaRefunds.applicationId, evisaApplications.id), eq(evisaRefunds.cause, 'late')));
  const asked = and(eq(evisaApplications.status, 'authority_query'), not(waitsForTraveller), notExists(owed));
  const approved = and(inArray(evisaApplications.status, ['approved_unchecked', 'correction']), notExists(owed));
  return db
    .select()
    .from(evisaApplications)
    .where(
      and(
        or(eq(evisaApplications.status, 'submitted_to_authority'), asked, approved),
        lt(evisaApplications.deliverBy, today),
        behind(after),
      ),
    )
    .orderBy(asc(evisaApplications.id))
    .limit(pageOfDue);
}

/** A page of those that wait for something of their travellers. */
export async function findWaiting(db: Db, after: EvisaApplication | null): Promise<EvisaApplication[]> {
  return db
    .select()
    .from(evisaApplications)
    .where(and(inArray(evisaApplications.status, [...askingStates]), waitsForTraveller, behind(after)))
    .orderBy(asc(evisaApplications.id))
    .limit(pageOfDue);
}

/** A page of the questions of an authority that are to be answered by a day. */
export async function findQueriesDue(db: Db, by: CalendarDate, after: EvisaApplication | null): Promise<EvisaApplication[]> {
  return db
    .select()
    .from(evisaApplications)
    .where(and(eq(evisaApplications.status, 'authority_query'), lte(evisaApplications.authorityDue, by), behind(after)))
    .orderBy(asc(evisaApplications.id))
    .limit(pageOfDue);
}

export async function setReminded(tx: Tx, id: string, reminded: number): Promise<void> {
  await tx.update(evisaApplications).set({ reminded }).where(eq(evisaApplications.id, id));
}

/** The day on which what was sent is removed from disk. */
export async function setPurgeOn(tx: Tx, id: string, purgeOn: CalendarDate): Promise<void> {
  await tx.update(evisaApplications).set({ purgeOn }).where(eq(evisaApplications.id, id));
}

export async function setDeliverBy(tx: Tx, id: string, deliverBy: CalendarDate): Promise<void> {
  await tx.update(evisaApplications).set({ deliverBy }).where(eq(evisaApplications.id, id));
}

/** Gives every case of an officer to another, or to nobody; how many that were. */
export async function handOverCases(tx: Tx, { from, to }: { readonly from: string; readonly to: string | null }): Promise<number> {
  const given = await tx
    .update(evisaApplications)
    .set({ officer: to })
    .where(eq(evisaApplications.officer, from))
    .returning({ id: evisaApplications.id });
  return given.length;
}

export async function countCasesOf(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(evisaApplications).where(eq(evisaApplications.officer, userId));
  return row?.all ?? 0;
}
