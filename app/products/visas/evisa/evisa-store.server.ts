import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { TypedForm } from './evisa-form.ts';
import type { Pause } from './evisa-deadline.ts';
import type { VisaCountry } from './evisa-offer.ts';
import type { RefundStage } from './evisa-refund.ts';
import { evisaMachine, type EvisaActor, type EvisaEvent } from './evisa-status.ts';
import {
  evisaApplications,
  evisaCountries,
  evisaDocuments,
  evisaEvents,
  evisaGroups,
  evisaOrders,
  evisaRefunds,
  evisaRequests,
  type EvisaApplication,
  type EvisaDocument,
  type EvisaGroup,
  type EvisaHistory,
  type EvisaRequest,
} from './evisa.tables.ts';

/** Every country that is sold, by its code. */
export async function findOffers(db: Db): Promise<VisaCountry[]> {
  const rows = await db.select().from(evisaCountries).where(eq(evisaCountries.status, 'live')).orderBy(asc(evisaCountries.code));
  return rows.map((row) => row.offer);
}

export interface OfferStanding {
  readonly offer: VisaCountry;
  /** Its authority takes nothing just now. */
  readonly paused: boolean;
}

/** A country by its name in addresses; null for one that is not sold. */
export async function findOfferBySlug(db: Db, slug: string): Promise<OfferStanding | null> {
  const [row] = await db
    .select()
    .from(evisaCountries)
    .where(and(eq(evisaCountries.slug, slug), inArray(evisaCountries.status, ['live', 'paused'])));
  return row ? { offer: row.offer, paused: row.status === 'paused' } : null;
}

/** Adds offers the table does not have; with `replace`, writes them anew. Returns how many it wrote. */
export async function saveOffers(tx: Tx, now: Instant, offers: readonly VisaCountry[], replace: boolean): Promise<number> {
  let written = 0;
  for (const offer of offers) {
    const row = { code: offer.code, slug: offer.slug, offer, changedAt: new Date(now) };
    const insert = tx.insert(evisaCountries).values(row);
    const done = await (
      replace
        ? insert.onConflictDoUpdate({ target: evisaCountries.code, set: { ...row, version: sql`${evisaCountries.version} + 1` } })
        : insert.onConflictDoNothing()
    ).returning({ code: evisaCountries.code });
    written += done.length;
  }
  return written;
}

export async function findGroupAsSystem(db: Db, id: string): Promise<EvisaGroup | null> {
  const [row] = await db.select().from(evisaGroups).where(eq(evisaGroups.id, id));
  return row ?? null;
}

/** The group an order was placed for, now or before. */
export async function findGroupOfOrder(db: Db, orderId: string): Promise<EvisaGroup | null> {
  const [row] = await db
    .select({ group: evisaGroups })
    .from(evisaOrders)
    .innerJoin(evisaGroups, eq(evisaGroups.id, evisaOrders.groupId))
    .where(eq(evisaOrders.orderId, orderId));
  return row?.group ?? null;
}

/** Groups of these orders, by order. */
export async function findCountriesOfOrders(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ orderId: evisaOrders.orderId, country: evisaGroups.country })
    .from(evisaOrders)
    .innerJoin(evisaGroups, eq(evisaGroups.id, evisaOrders.groupId))
    .where(inArray(evisaOrders.orderId, [...orderIds]));
  return new Map(rows.map((row) => [row.orderId, row.country]));
}

export async function lockGroup(tx: Tx, id: string): Promise<EvisaGroup | null> {
  const [row] = await tx.select().from(evisaGroups).where(eq(evisaGroups.id, id)).for('update');
  return row ?? null;
}

export async function insertGroup(
  tx: Tx,
  crypto: FieldCrypto,
  group: typeof evisaGroups.$inferInsert,
  travellers: readonly { readonly id: string; readonly typed: TypedForm }[],
): Promise<void> {
  await tx.insert(evisaGroups).values(group);
  await tx.insert(evisaApplications).values(
    travellers.map(({ id, typed }, position) => ({
      id,
      groupId: group.id,
      position,
      personal: sealTyped(crypto, id, typed),
      createdAt: group.createdAt,
      changedAt: group.createdAt,
    })),
  );
}

export async function updateGroup(tx: Tx, now: Instant, id: string, set: Partial<typeof evisaGroups.$inferInsert>): Promise<void> {
  await tx
    .update(evisaGroups)
    .set({ ...set, version: sql`${evisaGroups.version} + 1`, changedAt: new Date(now) })
    .where(eq(evisaGroups.id, id));
}

export async function tieOrder(tx: Tx, now: Instant, groupId: string, orderId: string): Promise<void> {
  await tx.insert(evisaOrders).values({ orderId, groupId });
  await updateGroup(tx, now, groupId, { orderId });
}

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

/** What is printed on a visa that was issued, as an officer read it. */
export interface IssuedVisa {
  readonly number: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly passport: string;
  readonly validFrom: CalendarDate;
  readonly validUntil: CalendarDate;
  readonly stay: number;
}
const issuedPlace = (id: string) => `evisa_applications|issued|${id}`;
export const sealIssued = (crypto: FieldCrypto, id: string, issued: IssuedVisa): string =>
  crypto.seal(JSON.stringify(issued), issuedPlace(id));
export const openIssued = (crypto: FieldCrypto, application: Pick<EvisaApplication, 'id' | 'issued'>): IssuedVisa | null =>
  application.issued ? (JSON.parse(crypto.open(application.issued, issuedPlace(application.id))) as IssuedVisa) : null;

export interface EvisaContact {
  readonly email: string;
  readonly phone: string;
}
export const contactPlace = (id: string) => `evisa_groups|contact|${id}`;
export const openContact = (crypto: FieldCrypto, group: Pick<EvisaGroup, 'id' | 'contact'>): EvisaContact | null =>
  group.contact ? (JSON.parse(crypto.open(group.contact, contactPlace(group.id))) as EvisaContact) : null;

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
      | 'filedAt'
      | 'receivedAt'
      | 'deliverBy'
      | 'overAt'
      | 'rejection'
      | 'issued'
      | 'reminded'
      | 'purgeOn'
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

export async function findEvents(db: Db, applicationId: string): Promise<EvisaHistory[]> {
  return db.select().from(evisaEvents).where(eq(evisaEvents.applicationId, applicationId)).orderBy(asc(evisaEvents.version));
}

/** When its clock stood still, by the days of a zone. */
export function pausesOf(events: readonly Pick<EvisaHistory, 'event' | 'at'>[], dayOf: (at: Date) => CalendarDate): Pause[] {
  const pauses: { from: CalendarDate; until: CalendarDate | null }[] = [];
  for (const { event, at } of events) {
    if (event === 'ask-more') pauses.push({ from: dayOf(at), until: null });
    const open = pauses.at(-1);
    if ((event === 'answer' || event === 'give-up-waiting' || event === 'withdraw') && open?.until === null) open.until = dayOf(at);
  }
  return pauses;
}

/** Papers that count, newest of each kind; those that were replaced are left out. */
export async function findDocuments(db: Db, applicationIds: readonly string[]): Promise<EvisaDocument[]> {
  if (applicationIds.length === 0) return [];
  return db
    .select()
    .from(evisaDocuments)
    .where(
      and(inArray(evisaDocuments.applicationId, [...applicationIds]), isNull(evisaDocuments.replacedAt), isNull(evisaDocuments.purgedAt)),
    )
    .orderBy(asc(evisaDocuments.at));
}

export async function findDocument(db: Db, id: string): Promise<EvisaDocument | null> {
  const [row] = await db.select().from(evisaDocuments).where(eq(evisaDocuments.id, id));
  return row ?? null;
}

/** Puts a paper in the place of the one before it. Returns names of stored files that are no longer needed. */
export async function insertDocument(tx: Tx, document: typeof evisaDocuments.$inferInsert): Promise<void> {
  await tx
    .update(evisaDocuments)
    .set({ replacedAt: document.at })
    .where(
      and(
        eq(evisaDocuments.applicationId, document.applicationId),
        eq(evisaDocuments.kind, document.kind),
        isNull(evisaDocuments.replacedAt),
      ),
    );
  await tx.insert(evisaDocuments).values(document);
}

export async function replaceDocument(tx: Tx, now: Instant, id: string): Promise<void> {
  await tx
    .update(evisaDocuments)
    .set({ replacedAt: new Date(now) })
    .where(eq(evisaDocuments.id, id));
}

export async function findRequests(db: Db, applicationIds: readonly string[]): Promise<EvisaRequest[]> {
  if (applicationIds.length === 0) return [];
  return db
    .select()
    .from(evisaRequests)
    .where(inArray(evisaRequests.applicationId, [...applicationIds]))
    .orderBy(asc(evisaRequests.askedAt));
}

export async function insertRequest(tx: Tx, request: typeof evisaRequests.$inferInsert): Promise<void> {
  await tx.insert(evisaRequests).values(request);
}

export async function answerRequest(tx: Tx, now: Instant, applicationId: string, answer: string | null): Promise<void> {
  await tx
    .update(evisaRequests)
    .set({ answer, answeredAt: new Date(now) })
    .where(and(eq(evisaRequests.applicationId, applicationId), isNull(evisaRequests.answeredAt)));
}

export const requestPlace = (column: 'words' | 'answer', id: string) => `evisa_requests|${column}|${id}`;

export async function insertRefund(
  tx: Tx,
  refund: {
    applicationId: string;
    cause: 'ended' | 'late';
    stage: RefundStage;
    lines: readonly { line: number; amount: number }[];
    at: Date;
  },
): Promise<boolean> {
  const amount = refund.lines.reduce((sum, line) => sum + line.amount, 0);
  const made = await tx
    .insert(evisaRefunds)
    .values({ ...refund, amount, settledAt: amount === 0 ? refund.at : null })
    .onConflictDoNothing()
    .returning({ amount: evisaRefunds.amount });
  return made.length > 0 && amount > 0;
}

export async function findRefunds(db: Db, applicationIds: readonly string[]) {
  if (applicationIds.length === 0) return [];
  return db
    .select()
    .from(evisaRefunds)
    .where(inArray(evisaRefunds.applicationId, [...applicationIds]));
}

export async function markSettled(tx: Tx, now: Instant, applicationId: string, cause: 'ended' | 'late'): Promise<void> {
  await tx
    .update(evisaRefunds)
    .set({ settledAt: new Date(now) })
    .where(and(eq(evisaRefunds.applicationId, applicationId), eq(evisaRefunds.cause, cause)));
}

export async function findOpenRefunds(db: Db, before: Date) {
  return db
    .select()
    .from(evisaRefunds)
    .where(and(isNull(evisaRefunds.settledAt), lte(evisaRefunds.at, before)))
    .limit(100);
}

/** Filed and past the promised day. */
export async function findLate(db: Db, today: CalendarDate): Promise<EvisaApplication[]> {
  return db
    .select()
    .from(evisaApplications)
    .where(and(eq(evisaApplications.status, 'submitted_to_authority'), lt(evisaApplications.deliverBy, today)))
    .limit(200);
}

/** Waiting for their traveller. */
export async function findWaiting(db: Db): Promise<EvisaApplication[]> {
  return db.select().from(evisaApplications).where(eq(evisaApplications.status, 'more_info_needed')).limit(500);
}

/** Groups that were never paid and whose time is over. */
export async function findAbandoned(db: Db, now: Instant): Promise<EvisaGroup[]> {
  return db
    .select()
    .from(evisaGroups)
    .where(
      and(
        isNull(evisaGroups.orderId),
        lt(evisaGroups.expiresAt, new Date(now)),
        sql`not exists (select 1 from evisa_orders o where o.group_id = ${evisaGroups.id})`,
      ),
    )
    .limit(100);
}

/** Every paper of these, replaced ones too: what lies on disk. */
export async function findStored(db: Db, applicationIds: readonly string[]): Promise<EvisaDocument[]> {
  if (applicationIds.length === 0) return [];
  return db
    .select()
    .from(evisaDocuments)
    .where(and(inArray(evisaDocuments.applicationId, [...applicationIds]), isNull(evisaDocuments.purgedAt)));
}

export async function removeGroup(tx: Tx, id: string): Promise<void> {
  await tx.delete(evisaApplications).where(eq(evisaApplications.groupId, id));
  await tx.delete(evisaGroups).where(eq(evisaGroups.id, id));
}

/** Ended ones whose papers are no longer needed. */
export async function findPurgeable(db: Db, today: CalendarDate): Promise<EvisaApplication[]> {
  return db
    .select()
    .from(evisaApplications)
    .where(
      and(
        isNotNull(evisaApplications.purgeOn),
        lte(evisaApplications.purgeOn, today),
        sql`exists (select 1 from evisa_documents d where d.application_id = ${evisaApplications.id} and d.purged_at is null)`,
      ),
    )
    .limit(100);
}

export async function markPurged(tx: Tx, now: Instant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(evisaDocuments)
    .set({ purgedAt: new Date(now) })
    .where(inArray(evisaDocuments.id, [...ids]));
}

export async function setReminded(tx: Tx, id: string, reminded: number): Promise<void> {
  await tx.update(evisaApplications).set({ reminded }).where(eq(evisaApplications.id, id));
}

export async function setDeliverBy(tx: Tx, id: string, deliverBy: CalendarDate): Promise<void> {
  await tx.update(evisaApplications).set({ deliverBy }).where(eq(evisaApplications.id, id));
}

/** Kinds of papers that were sent from an instant on and still count. */
export async function findPapersSince(db: Db, applicationId: string, since: Date): Promise<string[]> {
  const rows = await db
    .select({ kind: evisaDocuments.kind })
    .from(evisaDocuments)
    .where(and(eq(evisaDocuments.applicationId, applicationId), isNull(evisaDocuments.replacedAt), gte(evisaDocuments.at, since)));
  return rows.map((row) => row.kind);
}
