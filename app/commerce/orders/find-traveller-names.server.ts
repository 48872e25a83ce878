import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, dayMs, instant, type CalendarDate } from '#app/values/dates.ts';
import type { ProductKind } from '../product-contract.ts';
import { readWhoTravels } from './orders-store.server.ts';
import { orders, type Order } from './orders.tables.ts';

const mostOrders = 10;

/** Orders that are held or bought, and were not given back. */
const standing = [
  'held',
  'payment_pending',
  'paid',
  'ticketing',
  'on_hold',
  'ticketed',
  'flown',
  'confirmed',
  'completed',
  'accepted',
] as const;

export interface TravellerName {
  readonly reference: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly birthDate: string;
}

/** Who travels on orders of a kind that an account holds around a day: names as they were booked. Never by an address alone. */
export async function findTravellerNames(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  asked: { readonly userId: string; readonly kind: ProductKind; readonly on: CalendarDate },
): Promise<TravellerName[]> {
  const day = Date.parse(asked.on);
  const found = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, asked.userId),
        eq(orders.kind, asked.kind),
        inArray(orders.status, [...standing]),
        lt(orders.travelStarts, new Date(day + 2 * dayMs)),
        gte(orders.travelEnds, new Date(day - dayMs)),
      ),
    )
    .limit(mostOrders);
  return (await Promise.all(found.map((order) => namesOn(db, crypto, order)))).flat();
}

/** Who travels on one order of a kind, whoever holds it; nobody once it is over. The caller has had it proved to be theirs. */
export async function findNamesOnOrder(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  orderId: string,
  kind: ProductKind,
): Promise<TravellerName[]> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.kind, kind), inArray(orders.status, [...standing])));
  return order ? namesOn(db, crypto, order) : [];
}

async function namesOn(db: Db, crypto: FieldCrypto, order: Order): Promise<TravellerName[]> {
  const travellers = await readWhoTravels(db, crypto, order.id);
  return travellers.map(({ surname, givenNames, birthDate }) => ({ reference: order.reference, surname, givenNames, birthDate }));
}

/** One traveller on an order, with the days on which its journey begins and ends, in Dubai. */
export interface TravellerTrip extends TravellerName {
  readonly starts: CalendarDate;
  readonly ends: CalendarDate;
}

/** Orders that are paid for and were not given back: their journeys will be made. */
const bought = ['paid', 'on_hold', 'ticketing', 'ticketed', 'flown', 'confirmed', 'completed', 'accepted'] as const;

/** Who travels on orders of a kind that are not over by a day: those of an account, or the one that was named. The caller has had the latter proved to be theirs. */
export async function findHeldTrips(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  asked: ({ readonly userId: string } | { readonly orderId: string }) & { readonly kind: ProductKind; readonly from: CalendarDate },
): Promise<TravellerTrip[]> {
  const found = await db
    .select()
    .from(orders)
    .where(
      and(
        'userId' in asked ? eq(orders.userId, asked.userId) : eq(orders.id, asked.orderId),
        eq(orders.kind, asked.kind),
        inArray(orders.status, [...bought]),
        gte(orders.travelEnds, new Date(Date.parse(asked.from) - dayMs)),
      ),
    )
    .orderBy(asc(orders.travelStarts), asc(orders.id))
    .limit(mostOrders);
  const day = (at: Date) => dateIn('Asia/Dubai', instant(at.getTime()));
  const trips = await Promise.all(
    found.map(async (order) => {
      const days = { starts: day(order.travelStarts), ends: day(order.travelEnds) };
      return (await namesOn(db, crypto, order)).map((name) => ({ ...name, ...days }));
    }),
  );
  return trips.flat();
}
