import { and, asc, desc, eq, inArray, isNull, like, sql, type SQL } from 'drizzle-orm';
import { may, type Viewer } from '#app/platform/access.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { parseReference } from '#app/values/ids.ts';
import type { ProductKind } from '../../product-contract.ts';
import { emailIndexOf, findByReference, findOrderAsSystem, surnameIndexOf, type OrderTraveller } from '../orders-store.server.ts';
import { orders, orderTravellers, type Order } from '../orders.tables.ts';

/** An order of whatever kind by its reference or id. The caller judges who may see it. */
export async function findAnyOrder(db: Db, referenceOrId: string): Promise<Order | null> {
  const reference = parseReference(referenceOrId);
  return (reference ? await findByReference(db, reference) : null) ?? (await findOrderAsSystem(db, referenceOrId));
}

/** A flight order by its reference or id, for a viewer who may see those; null for everybody and everything else. */
export async function findFlightOrderAsStaff(db: Db, viewer: Viewer, referenceOrId: string): Promise<Order | null> {
  if (!may(viewer, 'flight-orders:view')) return null;
  const order = await findAnyOrder(db, referenceOrId);
  return order?.kind === 'flight' ? order : null;
}

/** So few that they are named, instead of asking each order of a list whose it is. */
const mostNamed = 2_000;

/**
 * Whether an order of a kind is with a colleague, as a condition on its id and owner: whoever has few is answered by those,
 * and a list is not read to its end to find none.
 */
export async function ownedBy(db: Db, kind: ProductKind, owner: string, on: { readonly id: SQL; readonly owner: SQL }): Promise<SQL> {
  const few = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.kind, kind), eq(orders.assignedTo, owner)))
    .limit(mostNamed + 1);
  return few.length > mostNamed ? sql`${on.owner} = ${owner}` : sql`${on.id} = any(${sql.param(few.map(({ id }) => id))}::text[])`;
}

/** More than anybody reads through; it only keeps a short word from meaning every order there is. */
const mostSaid = 2_000;

/**
 * The orders of a kind that a caller's word means, newest first: a reference or its beginning, an e-mail, or the surname
 * of a traveller, who is then named by their place. Names and e-mails are only compared by their index. The caller has
 * judged access.
 */
export async function findOrdersSaid(
  db: Db,
  crypto: FieldCrypto,
  kind: ProductKind,
  typed: string,
): Promise<{ readonly orderId: string; readonly position: number | null }[]> {
  const word = typed.trim();
  if (word === '') return [];
  const start = word.toUpperCase().replace(/[^0-9A-Z-]/g, '');
  const reference = parseReference(word);
  // "Layla Al Mansoori" is found by "Mansoori", "Al Mansoori" and the whole: a surname is not known by its place.
  const words = word.split(/\s+/);
  const surnames = words.map((_, from) => surnameIndexOf(crypto, words.slice(from).join(' ')));
  const ofOrder = (way: SQL) =>
    db
      .select({ orderId: orders.id })
      .from(orders)
      .where(and(eq(orders.kind, kind), way))
      .orderBy(desc(orders.createdAt))
      .limit(mostSaid);
  const [byReference, byMail, bySurname] = await Promise.all([
    reference
      ? ofOrder(eq(orders.reference, reference))
      : start.length > 2 && start.length < 11
        ? ofOrder(like(orders.reference, `${start}%`))
        : [],
    word.includes('@') ? ofOrder(eq(orders.emailIndex, emailIndexOf(crypto, word))) : [],
    db
      .select({ orderId: orderTravellers.orderId, position: orderTravellers.position })
      .from(orderTravellers)
      .where(and(eq(orderTravellers.kind, kind), inArray(orderTravellers.surnameIndex, surnames)))
      .orderBy(desc(orderTravellers.placedAt))
      .limit(mostSaid),
  ]);
  return [...[...byReference, ...byMail].map(({ orderId }) => ({ orderId, position: null })), ...bySurname];
}

/** What these orders are called and how they stand, by id. */
export async function readOrderHeads(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly reference: string; readonly status: string }>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.id, reference: orders.reference, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, [...new Set(orderIds)]));
  return new Map(rows.map(({ id, ...head }) => [id, head]));
}

/** Ids of the orders of these references. */
export async function findOrderIds(db: Db, kind: ProductKind, references: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.id, reference: orders.reference })
    .from(orders)
    .where(and(eq(orders.kind, kind), inArray(orders.reference, [...new Set(references)])));
  return new Map(rows.map(({ id, reference }) => [reference, id]));
}

export interface Lead {
  readonly name: string;
  /** Travellers beside the first. */
  readonly others: number;
}

/** Who travels first in each of these orders, of those who have not left it. The caller has judged access. */
export async function readLeads(db: Db, crypto: FieldCrypto, orderIds: readonly string[]): Promise<ReadonlyMap<string, Lead>> {
  if (orderIds.length === 0) return new Map();
  const sealed = await db
    .select({ orderId: orderTravellers.orderId, position: orderTravellers.position, personal: orderTravellers.personal })
    .from(orderTravellers)
    .where(and(inArray(orderTravellers.orderId, [...orderIds]), isNull(orderTravellers.leftAt)))
    .orderBy(asc(orderTravellers.position));
  const leads = new Map<string, Lead>();
  for (const orderId of orderIds) {
    const people = sealed.filter((row) => row.orderId === orderId);
    const [first] = people;
    if (!first) continue;
    const person = JSON.parse(crypto.open(first.personal, `order_travellers|personal|${orderId}:${first.position}`)) as OrderTraveller;
    leads.set(orderId, { name: `${person.givenNames} ${person.surname}`.trim(), others: people.length - 1 });
  }
  return leads;
}
