import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, like, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Viewer } from '#app/platform/access.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import { sendAhead, type Db, type Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { emailKey } from '#app/values/email.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { DisplayCurrency } from '#app/values/preferences.ts';
import type { CancelTerms, ProductKind } from '../product-contract.ts';
import type { InvoiceBuyer } from '../invoices/invoice-lines.ts';
import { keepExperimentSale } from '../pricing/experiments/experiments-store.server.ts';
import { keepPolicyUses } from '../pricing/promo-codes.server.ts';
import type { Quote } from '../pricing/quote.ts';
import { personKey, surnameKey } from './person-keys.ts';
import {
  cancelQuotes,
  orderEvents,
  orderItems,
  orders,
  orderTravellers,
  priceSnapshots,
  type CancelQuote,
  type ItemWords,
  type Order,
  type OrderEvent,
  type OrderItem,
  type PriceSnapshot,
  type SnapshotCause,
} from './orders.tables.ts';

export interface Contact {
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly secondPhone?: string;
}

/** A traveller as a product knows them; what is not listed here is the product's own. */
export interface OrderTraveller {
  readonly type: string;
  readonly givenNames: string;
  readonly surname: string;
  readonly birthDate: string;
}

export interface NewOrder<Traveller extends OrderTraveller> {
  readonly row: Omit<
    Order,
    | 'contact'
    | 'emailIndex'
    | 'snapshot'
    | 'version'
    | 'assignedTo'
    | 'termsEdition'
    | 'invoiceTo'
    | 'extensions'
    | 'total'
    | 'reduction'
    | 'currency'
    | 'payLater'
    | 'shownCurrency'
    | 'shownRate'
  >;
  readonly contact: Contact;
  readonly travellers: readonly Traveller[];
  readonly items: readonly { readonly kind: string; readonly words: ItemWords; readonly startsAt: Date; readonly endsAt: Date }[];
  readonly quote: Quote;
}

/** Writes a new order in its first state, with its people sealed and its price stored. Throws `PromoUsedUp` when its code was used up meanwhile. */
export async function insertOrder<Traveller extends OrderTraveller>(
  tx: Tx,
  crypto: FieldCrypto,
  order: NewOrder<Traveller>,
): Promise<Order> {
  const { row, contact, quote } = order;
  const [made] = await tx
    .insert(orders)
    .values({
      ...row,
      contact: crypto.seal(JSON.stringify(contact), `orders|contact|${row.id}`),
      emailIndex: emailIndexOf(crypto, contact.email),
      currency: quote.currency,
      total: quote.total.amount,
      termsEdition: sql`(select edition from terms_in_force)`,
    })
    .returning();
  await sendAhead(tx, tx.insert(orderItems).values(order.items.map((item, position) => ({ orderId: row.id, position, ...item }))));
  await insertTravellers(tx, crypto, row.id, order.travellers);
  await insertSnapshot(tx, row.id, 1, quote, 'placed', row.createdAt);
  await keepPolicyUses(tx, crypto, { id: row.id, contact }, quote, row.createdAt);
  await keepExperimentSale(tx, row.id, quote, row.createdAt);
  return made!;
}

/**
 * How many orders somebody keeps for days and has not paid, by the account or the mail address of an order. Two of
 * theirs that are to be kept at the same moment wait here for each other.
 */
export async function countKept(tx: Tx, { emailIndex, userId }: Pick<Order, 'emailIndex' | 'userId'>, now: number): Promise<number> {
  for (const name of [`kept:${emailIndex}`, ...(userId ? [`kept:${userId}`] : [])].sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const mine = userId ? or(eq(orders.emailIndex, emailIndex), eq(orders.userId, userId)) : eq(orders.emailIndex, emailIndex);
  return tx.$count(
    orders,
    and(
      orders.payLater,
      mine,
      inArray(orders.status, ['priced', 'held', 'price_changed', 'payment_pending']),
      gt(orders.heldUntil, new Date(now)),
    ),
  );
}

async function insertTravellers(tx: Tx, crypto: FieldCrypto, orderId: string, travellers: readonly OrderTraveller[]): Promise<void> {
  await sendAhead(
    tx,
    tx.insert(orderTravellers).values(
      travellers.map((traveller, position) => ({
        orderId,
        position,
        type: traveller.type,
        personal: crypto.seal(JSON.stringify(traveller), `order_travellers|personal|${orderId}:${position}`),
        surnameIndex: surnameIndexOf(crypto, traveller.surname),
        personIndex: personIndexOf(crypto, traveller),
      })),
    ),
  );
}

/** Writes anew who travels by a locked order; who is not named any more is forgotten with it. */
export async function saveTravellers(tx: Tx, crypto: FieldCrypto, orderId: string, travellers: readonly OrderTraveller[]): Promise<void> {
  await tx.delete(orderTravellers).where(eq(orderTravellers.orderId, orderId));
  await insertTravellers(tx, crypto, orderId, travellers);
}

/** One of those who travel by a locked order has another name: it is read, and the order found, under the new one. */
export async function renameTraveller(
  tx: Tx,
  crypto: FieldCrypto,
  orderId: string,
  position: number,
  traveller: OrderTraveller,
): Promise<void> {
  await tx
    .update(orderTravellers)
    .set({
      personal: crypto.seal(JSON.stringify(traveller), `order_travellers|personal|${orderId}:${position}`),
      surnameIndex: surnameIndexOf(crypto, traveller.surname),
      personIndex: personIndexOf(crypto, traveller),
    })
    .where(and(eq(orderTravellers.orderId, orderId), eq(orderTravellers.position, position)));
}

export async function insertSnapshot(tx: Tx, orderId: string, number: number, quote: Quote, cause: SnapshotCause, at: Date): Promise<void> {
  const { total, currency, rulesVersion } = quote;
  await sendAhead(tx, tx.insert(priceSnapshots).values({ orderId, number, quote, total: total.amount, currency, rulesVersion, cause, at }));
}

/** Some of those who travelled by a locked order do not any more; their places stay theirs. */
export async function markLeft(tx: Tx, orderId: string, positions: readonly number[], at: Date): Promise<void> {
  await tx
    .update(orderTravellers)
    .set({ leftAt: at })
    .where(and(eq(orderTravellers.orderId, orderId), inArray(orderTravellers.position, [...positions]), isNull(orderTravellers.leftAt)));
}

/** Locks the order's row for the rest of the transaction; the first statement of every change. */
export async function lockOrder(tx: Tx, orderId: string): Promise<Order | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  return row ?? null;
}

/** Any order, whoever asks: for jobs and use cases whose caller has judged access. */
export async function findOrderAsSystem(db: Db, orderId: string): Promise<Order | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId));
  return row ?? null;
}

/** These orders in any order, whoever asks. */
export async function findOrdersByIds(db: Db, ids: readonly string[]): Promise<Order[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(orders)
        .where(inArray(orders.id, [...ids]));
}

/** Orders by their references, in the order of these, whoever asks; those that there are not are left out. */
export async function findOrdersByReferences(db: Db, references: readonly string[]): Promise<Order[]> {
  if (references.length === 0) return [];
  return db
    .select()
    .from(orders)
    .where(inArray(orders.reference, [...references]))
    .orderBy(asc(orders.reference));
}

export async function findByReference(db: Db, reference: string): Promise<Order | null> {
  const [row] = await db.select().from(orders).where(eq(orders.reference, reference));
  return row ?? null;
}

/** References of orders that begin so, the latest order first. The beginning is one of `parseReferenceStart`. */
export async function findByReferenceStart(db: Db, start: string, most: number): Promise<string[]> {
  const rows = await db
    .select({ reference: orders.reference })
    .from(orders)
    .where(like(orders.reference, `${start}%`))
    .orderBy(desc(orders.createdAt))
    .limit(most);
  return rows.map((row) => row.reference);
}

/** The latest orders of an account. The caller has judged who reads them. */
export async function findOrdersOfAccount(db: Db, userId: string): Promise<Order[]> {
  return db.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.createdAt)).limit(200);
}

/** Orders of an account whose journey falls within a time and that are in none of these states, the soonest first. */
export async function findOrdersOfAccountWithin(
  db: Db,
  userId: string,
  time: { readonly from: Date; readonly until: Date },
  { without, most }: { readonly without: readonly string[]; readonly most: number },
): Promise<Order[]> {
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        gte(orders.travelEnds, time.from),
        lte(orders.travelStarts, time.until),
        notInArray(orders.status, [...without]),
      ),
    )
    .orderBy(asc(orders.travelStarts), asc(orders.id))
    .limit(most);
}

/** A signed-in traveller's own orders, newest first. Staff see their own here too, not everyone's. */
export async function findOrdersFor(db: Db, viewer: Viewer): Promise<{ readonly order: Order; readonly items: readonly OrderItem[] }[]> {
  if (viewer.kind === 'anonymous') return [];
  const mine = await findOrdersOfAccount(db, viewer.user.id);
  if (mine.length === 0) return [];
  const items = await db
    .select()
    .from(orderItems)
    .where(
      inArray(
        orderItems.orderId,
        mine.map((order) => order.id),
      ),
    )
    .orderBy(asc(orderItems.position));
  return mine.map((order) => ({ order, items: items.filter((item) => item.orderId === order.id) }));
}

/** The latest orders that were placed with an address, whoever they belong to. The caller has judged access. */
export async function findOrdersOfEmail(db: Db, crypto: FieldCrypto, email: string, most: number): Promise<Order[]> {
  return db
    .select()
    .from(orders)
    .where(eq(orders.emailIndex, emailIndexOf(crypto, email)))
    .orderBy(desc(orders.createdAt))
    .limit(most);
}

/** Gives orders of nobody that were placed with this address to an account; their ids. */
export async function giveOrdersTo(tx: Tx, userId: string, emailIndex: string): Promise<string[]> {
  const given = await tx
    .update(orders)
    .set({ userId })
    .where(and(eq(orders.emailIndex, emailIndex), isNull(orders.userId)))
    .returning({ id: orders.id });
  return given.map((order) => order.id);
}

/** References of orders by their ids. */
export async function findReferences(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.id, reference: orders.reference })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]));
  return new Map(rows.map((row) => [row.id, row.reference]));
}

/** What happened to an order, oldest first. */
export async function findHistory(db: Db, orderId: string): Promise<OrderEvent[]> {
  return db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.version));
}

export async function findSnapshots(db: Db, orderId: string): Promise<PriceSnapshot[]> {
  return db.select().from(priceSnapshots).where(eq(priceSnapshots.orderId, orderId)).orderBy(asc(priceSnapshots.number));
}

/** When the journey of an order is, after it was moved. */
export async function setTravelTimes(tx: Tx, orderId: string, travelStarts: Date, travelEnds: Date): Promise<void> {
  await tx.update(orders).set({ travelStarts, travelEnds }).where(eq(orders.id, orderId));
}

/** What an order's parts are called and when they are, after they were changed for as many others. */
export async function rewriteItems(tx: Tx, orderId: string, items: readonly NewOrder<OrderTraveller>['items'][number][]): Promise<void> {
  for (const [position, { words, startsAt, endsAt }] of items.entries())
    await tx
      .update(orderItems)
      .set({ words, startsAt, endsAt })
      .where(and(eq(orderItems.orderId, orderId), eq(orderItems.position, position)));
}

/** The price in force. Throws when an order has none, which nothing can bring about. */
export async function getQuote(db: Db, order: Pick<Order, 'id' | 'snapshot'>): Promise<Quote> {
  const [row] = await db
    .select()
    .from(priceSnapshots)
    .where(and(eq(priceSnapshots.orderId, order.id), eq(priceSnapshots.number, order.snapshot)));
  if (!row) throw new Error(`Order ${order.id} has no price`);
  return row.quote;
}

/** The prices in force of these orders, by order. */
export async function findQuotes(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, Quote>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.id, quote: priceSnapshots.quote })
    .from(orders)
    .innerJoin(priceSnapshots, and(eq(priceSnapshots.orderId, orders.id), eq(priceSnapshots.number, orders.snapshot)))
    .where(inArray(orders.id, [...new Set(orderIds)]));
  return new Map(rows.map((row) => [row.id, row.quote]));
}

/** People and contact in the clear. The caller has judged access; staff pages mask what is not needed. */
export async function readPeople<Traveller extends OrderTraveller>(
  db: Db,
  crypto: FieldCrypto,
  order: Pick<Order, 'id' | 'contact'>,
): Promise<{ contact: Contact; travellers: Traveller[] }> {
  return { contact: readContact(crypto, order), travellers: await readTravellers<Traveller>(db, crypto, order.id) };
}

/** The people of an order in the clear, in their order, with those who left it. The caller has judged access. */
export async function readTravellers<Traveller extends OrderTraveller>(db: Db, crypto: FieldCrypto, orderId: string): Promise<Traveller[]> {
  const sealed = await db.select().from(orderTravellers).where(eq(orderTravellers.orderId, orderId)).orderBy(asc(orderTravellers.position));
  return sealed.map((row) => JSON.parse(crypto.open(row.personal, `order_travellers|personal|${orderId}:${row.position}`)) as Traveller);
}

/** The same without those who left it. */
export async function readWhoTravels<Traveller extends OrderTraveller>(db: Db, crypto: FieldCrypto, orderId: string): Promise<Traveller[]> {
  const people = await readTravellers<Traveller>(db, crypto, orderId);
  const rows = await db
    .select()
    .from(orderTravellers)
    .where(and(eq(orderTravellers.orderId, orderId), isNotNull(orderTravellers.leftAt)));
  const left = new Set(rows.map(({ position }) => position));
  return people.filter((_, position) => !left.has(position));
}

export function readContact(crypto: FieldCrypto, order: Pick<Order, 'id' | 'contact'>): Contact {
  return JSON.parse(crypto.open(order.contact, `orders|contact|${order.id}`)) as Contact;
}

const invoiceToPlace = (orderId: string) => `orders|invoice_to|${orderId}`;

/** Whom the buyer wants the invoice made out to; null: the first traveller. */
export function readInvoiceTo(crypto: FieldCrypto, order: Pick<Order, 'id' | 'invoiceTo'>): InvoiceBuyer | null {
  return order.invoiceTo === null ? null : (JSON.parse(crypto.open(order.invoiceTo, invoiceToPlace(order.id))) as InvoiceBuyer);
}

export async function saveInvoiceTo(tx: Tx, crypto: FieldCrypto, orderId: string, buyer: InvoiceBuyer | null): Promise<void> {
  const invoiceTo = buyer && crypto.seal(JSON.stringify(buyer), invoiceToPlace(orderId));
  await tx.update(orders).set({ invoiceTo }).where(eq(orders.id, orderId));
}

/** Whether an e-mail or a surname belongs to the order; both are always compared. */
export async function belongsTo(db: Db, crypto: FieldCrypto, orderId: string, emailIndex: string, typed: string): Promise<boolean> {
  const surname = surnameIndexOf(crypto, typed);
  const found = await db
    .select({ position: orderTravellers.position })
    .from(orderTravellers)
    .where(and(eq(orderTravellers.orderId, orderId), eq(orderTravellers.surnameIndex, surname)))
    .limit(1);
  const byMail = emailIndex === emailIndexOf(crypto, typed);
  return byMail || found.length > 0;
}

/** Lets nobody else place an order for one of these people until the transaction is over. Taken before any other lock. */
export async function lockPeople(tx: Tx, personIndexes: readonly string[]): Promise<void> {
  if (guardIsOff('people-lock')) return;
  for (const person of [...new Set(personIndexes)].sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`person:${person}`}, 0))`);
}

/** Open orders in which one of these people already travels. */
export async function findOrdersOfPeople(db: Db, personIndexes: readonly string[], statuses: readonly string[]): Promise<Order[]> {
  if (personIndexes.length === 0) return [];
  const ids = db
    .select({ id: orderTravellers.orderId })
    .from(orderTravellers)
    .where(and(inArray(orderTravellers.personIndex, [...personIndexes]), isNull(orderTravellers.leftAt)));
  return db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, ids), inArray(orders.status, [...statuses])));
}

/** Where else the person at one place of an order travels: the same name and day of birth, the newest orders first. At most 200. */
export async function findPlacesOfPerson(
  db: Db,
  at: { readonly orderId: string; readonly position: number },
): Promise<{ readonly orderId: string; readonly position: number }[]> {
  const person = db
    .select({ personIndex: orderTravellers.personIndex })
    .from(orderTravellers)
    .where(and(eq(orderTravellers.orderId, at.orderId), eq(orderTravellers.position, at.position)));
  return db
    .select({ orderId: orderTravellers.orderId, position: orderTravellers.position })
    .from(orderTravellers)
    .innerJoin(orders, eq(orders.id, orderTravellers.orderId))
    .where(inArray(orderTravellers.personIndex, person))
    .orderBy(desc(orders.createdAt), asc(orders.id))
    .limit(200);
}

interface OrderPlace {
  readonly orderId: string;
  readonly position: number;
}

/** Each place of these orders with the other places at which the same name and day of birth stands. */
export async function findNamesakes(
  db: Db,
  orderIds: readonly string[],
): Promise<{ readonly of: OrderPlace; readonly other: OrderPlace }[]> {
  if (orderIds.length === 0) return [];
  const other = alias(orderTravellers, 'other');
  return db
    .select({
      of: { orderId: orderTravellers.orderId, position: orderTravellers.position },
      other: { orderId: other.orderId, position: other.position },
    })
    .from(orderTravellers)
    .innerJoin(
      other,
      and(
        eq(other.personIndex, orderTravellers.personIndex),
        or(ne(other.orderId, orderTravellers.orderId), ne(other.position, orderTravellers.position)),
      ),
    )
    .where(inArray(orderTravellers.orderId, [...orderIds]));
}

/** Where a page of overdue orders begins: behind this one. */
export type Overdue = Pick<Order, 'id' | 'heldUntil'>;
const pageOfOverdue = 100;
const behind = (after: Overdue | null) =>
  after ? sql`(${orders.heldUntil}, ${orders.id}) > (${after.heldUntil}, ${after.id})` : undefined;

/** Unpaid orders whose time is over, a page of them. */
export async function findOverdue(
  db: Db,
  kind: ProductKind,
  now: Instant,
  statuses: readonly string[],
  after: Overdue | null,
): Promise<Overdue[]> {
  return db
    .select({ id: orders.id, heldUntil: orders.heldUntil })
    .from(orders)
    .where(and(eq(orders.kind, kind), inArray(orders.status, [...statuses]), lte(orders.heldUntil, new Date(now)), behind(after)))
    .orderBy(asc(orders.heldUntil), asc(orders.id))
    .limit(pageOfOverdue);
}

/** Unpaid orders whose traveller asked what cancelling would bring, and never said: their holds end like all others. */
export async function findLapsedQuotes(db: Db, kind: ProductKind, now: Instant, after: Overdue | null): Promise<Overdue[]> {
  return db
    .select({ id: orders.id, heldUntil: orders.heldUntil })
    .from(orders)
    .where(
      and(
        eq(orders.kind, kind),
        eq(orders.status, 'cancel_quoted'),
        lte(orders.heldUntil, new Date(now)),
        sql`(select q.terms ->> 'window' from cancel_quotes q where q.order_id = ${orders.id} order by q.number desc limit 1) = 'unpaid'`,
        behind(after),
      ),
    )
    .orderBy(asc(orders.heldUntil), asc(orders.id))
    .limit(pageOfOverdue);
}

/**
 * Orders that have rested in a state since before `before`: food for the job that resolves what was left open. Any of them
 * first, so that those which cannot be resolved do not stand before the rest every time.
 */
export async function findResting(db: Db, kind: ProductKind, statuses: readonly string[], before: Instant, most = 100): Promise<Order[]> {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.kind, kind), inArray(orders.status, [...statuses]), lte(orders.changedAt, new Date(before))))
    .orderBy(sql`random()`)
    .limit(most);
}

/** Orders in these states whose travel ended within a time, `from` included; the earliest first. */
export async function findOrdersEndedBetween(db: Db, statuses: readonly string[], from: Instant, until: Instant): Promise<Order[]> {
  return db
    .select()
    .from(orders)
    .where(and(inArray(orders.status, [...statuses]), gte(orders.travelEnds, new Date(from)), lt(orders.travelEnds, new Date(until))))
    .orderBy(asc(orders.travelEnds), asc(orders.id));
}

export async function insertCancelQuote(tx: Tx, orderId: string, terms: CancelTerms, currency: CurrencyCode): Promise<number> {
  const [last] = await tx
    .select({ number: sql<number>`coalesce(max(${cancelQuotes.number}), 0)::int` })
    .from(cancelQuotes)
    .where(eq(cancelQuotes.orderId, orderId));
  const number = (last?.number ?? 0) + 1;
  await tx.insert(cancelQuotes).values({
    orderId,
    number,
    terms,
    refund: terms.refund?.amount ?? 0,
    currency,
    at: new Date(terms.quotedAt),
    expiresAt: new Date(terms.expiresAt),
  });
  return number;
}

/** The newest quote for cancelling, whether or not it still stands. */
export async function findCancelQuote(db: Db, orderId: string): Promise<CancelQuote | null> {
  const [row] = await db.select().from(cancelQuotes).where(eq(cancelQuotes.orderId, orderId)).orderBy(desc(cancelQuotes.number)).limit(1);
  return row ?? null;
}

export const emailIndexOf = (crypto: FieldCrypto, email: string) => crypto.blindIndex(emailKey(email), 'order-email');
export const surnameIndexOf = (crypto: FieldCrypto, surname: string) => crypto.blindIndex(surnameKey(surname), 'order-surname');
export const personIndexOf = (crypto: FieldCrypto, person: OrderTraveller) => crypto.blindIndex(personKey(person), 'order-person');
export const networkKey = (network: string) => sha256(`network:${network}`);

/** How far the orders of a person have come: those of the account, and those made without one with a proved address. */
export async function listStandingsOf(
  db: Db,
  crypto: FieldCrypto,
  person: { readonly userId: string | null; readonly emails: readonly string[] },
): Promise<{ id: string; reference: string; status: string; travelEnds: Date; refundAsked: boolean }[]> {
  const asGuest = and(
    isNull(orders.userId),
    inArray(
      orders.emailIndex,
      person.emails.map((email) => emailIndexOf(crypto, email)),
    ),
  );
  return db
    .select({
      id: orders.id,
      reference: orders.reference,
      status: orders.status,
      travelEnds: orders.travelEnds,
      refundAsked: sql<boolean>`exists (select 1 from refund_requests r where r.order_id = ${orders.id} and r.status = 'asked')`,
    })
    .from(orders)
    .where(person.userId ? or(eq(orders.userId, person.userId), asGuest) : asGuest)
    .orderBy(desc(orders.createdAt));
}

/** Orders of flights, or of everything else, that somebody has. */
const ownedBy = (userId: string, flights: boolean) =>
  and(eq(orders.assignedTo, userId), flights ? eq(orders.kind, 'flight') : ne(orders.kind, 'flight'));

export async function countOrdersOf(db: Db, userId: string, flights: boolean): Promise<number> {
  const [row] = await db.select({ all: count() }).from(orders).where(ownedBy(userId, flights));
  return row?.all ?? 0;
}

/** They go to a colleague, or are free; how many that were. */
export async function handOverOrders(
  tx: Tx,
  hand: { readonly from: string; readonly to: string | null },
  flights: boolean,
): Promise<number> {
  const given = await tx.update(orders).set({ assignedTo: hand.to }).where(ownedBy(hand.from, flights)).returning({ id: orders.id });
  return given.length;
}

/** How many orders of each kind were about to be paid while their total was shown in each currency; since it is kept. */
export async function countByShownCurrency(
  db: Db,
): Promise<readonly { readonly currency: DisplayCurrency; readonly kind: ProductKind; readonly all: number }[]> {
  const rows = await db
    .select({ currency: orders.shownCurrency, kind: orders.kind, all: sql<number>`count(*)::int` })
    .from(orders)
    .where(isNotNull(orders.shownCurrency))
    .groupBy(orders.kind, orders.shownCurrency)
    .orderBy(orders.kind, orders.shownCurrency);
  return rows.map((row) => ({ ...row, currency: row.currency! }));
}
