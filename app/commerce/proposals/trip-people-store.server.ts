import { asc, eq, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { TripPerson } from './trip-people-rules.ts';
import { tripPeople } from './trip-people.tables.ts';

const placeOf = (orderId: string, position: number) => `trip_people|personal|${orderId}:${position}`;

/** Who travels in a group as far as it was told, in their places, and when of it was changed last. The caller has judged access. */
export async function readTripPeople(
  db: Db,
  crypto: FieldCrypto,
  orderId: string,
): Promise<{ readonly people: readonly TripPerson[]; readonly changedAt: Date | null }> {
  const rows = await db.select().from(tripPeople).where(eq(tripPeople.orderId, orderId)).orderBy(asc(tripPeople.position));
  const times = rows.map(({ changedAt }) => changedAt.getTime());
  return {
    people: rows.map(({ personal, position }) => JSON.parse(crypto.open(personal, placeOf(orderId, position))) as TripPerson),
    changedAt: times.length > 0 ? new Date(Math.max(...times)) : null,
  };
}

/** Writes every place of a group. The caller holds the order's lock. */
export async function saveTripPeople(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  orderId: string,
  people: readonly TripPerson[],
): Promise<void> {
  const rows = people.map((person, position) => ({
    orderId,
    position,
    personal: crypto.seal(JSON.stringify(person), placeOf(orderId, position)),
    changedAt: new Date(now),
  }));
  await tx
    .insert(tripPeople)
    .values(rows)
    .onConflictDoUpdate({
      target: [tripPeople.orderId, tripPeople.position],
      set: { personal: sql`excluded.personal`, changedAt: sql`excluded.changed_at` },
    });
}

/** A page of the ids of confirmed flights of groups that have not left yet, and of those whose task is open still. */
export async function findGroupOrders(db: Db, now: Instant, after: string | null): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select o.id from orders o join proposal_versions v on v.order_id = o.id join proposals p on p.id = v.proposal_id
      join inquiries q on q.id = p.inquiry_id
    where o.kind = 'tailor-made' and q.kind = 'flight-group' and v.adults + v.children > 1 and (${after}::text is null or o.id > ${after})
      and ((o.status in ('confirmed', 'cancel_quoted') and o.travel_starts > ${new Date(now).toISOString()}::timestamptz)
        or exists (select from staff_tasks s where s.kind = 'trip-people' and s.subject = 'orders:' || o.id and s.closed_at is null))
    order by o.id limit 100`)) as unknown as { rows: { id: string }[] };
  return rows.map(({ id }) => id);
}
