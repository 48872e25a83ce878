import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { DeliveryAddress } from '../delivery/delivery-address.ts';
import { sealTyped } from './evisa-applications-store.server.ts';
import type { TypedForm } from './evisa-form.ts';
import { evisaApplications, evisaGroups, evisaOrders, type EvisaGroup } from './evisa.tables.ts';

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

/** The group that an application belongs to. */
export async function findGroupOfApplication(db: Db, applicationId: string): Promise<EvisaGroup | null> {
  const [row] = await db
    .select({ group: evisaGroups })
    .from(evisaApplications)
    .innerJoin(evisaGroups, eq(evisaGroups.id, evisaApplications.groupId))
    .where(eq(evisaApplications.id, applicationId));
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

export interface EvisaContact {
  readonly email: string;
  readonly phone: string;
  /** Where a courier or a runner rings; absent where nobody has said so. */
  readonly address?: DeliveryAddress;
}
export const contactPlace = (id: string) => `evisa_groups|contact|${id}`;
export const openContact = (crypto: FieldCrypto, group: Pick<EvisaGroup, 'id' | 'contact'>): EvisaContact | null =>
  group.contact ? (JSON.parse(crypto.open(group.contact, contactPlace(group.id))) as EvisaContact) : null;

export const sealContact = (crypto: FieldCrypto, id: string, contact: EvisaContact): string =>
  crypto.seal(JSON.stringify(contact), contactPlace(id));

/** A page of the groups that were never paid and whose time is over. */
export async function findAbandoned(db: Db, now: Instant, after: EvisaGroup | null): Promise<EvisaGroup[]> {
  return db
    .select()
    .from(evisaGroups)
    .where(and(abandonedBy(now), after ? gt(evisaGroups.id, after.id) : undefined))
    .orderBy(asc(evisaGroups.id))
    .limit(100);
}

export async function countAbandoned(db: Db, now: Instant): Promise<number> {
  return db.$count(evisaGroups, abandonedBy(now));
}

const abandonedBy = (now: Instant) =>
  and(
    isNull(evisaGroups.orderId),
    lt(evisaGroups.expiresAt, new Date(now)),
    sql`not exists (select 1 from evisa_orders o where o.group_id = ${evisaGroups.id})`,
  );

export async function removeGroup(tx: Tx, id: string): Promise<void> {
  await tx.delete(evisaApplications).where(eq(evisaApplications.groupId, id));
  await tx.delete(evisaGroups).where(eq(evisaGroups.id, id));
}
