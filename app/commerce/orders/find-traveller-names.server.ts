import { and, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, type CalendarDate } from '#app/values/dates.ts';
import type { ProductKind } from '../product-contract.ts';
import { readPeople } from './orders-store.server.ts';
import { orders } from './orders.tables.ts';

const mostOrders = 10;

/** Who travels on orders of a kind that an account holds around a day: names as they were booked. Never by an address alone. */
export async function findTravellerNames(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  asked: { readonly userId: string; readonly kind: ProductKind; readonly on: CalendarDate },
): Promise<{ reference: string; surname: string; givenNames: string; birthDate: string }[]> {
  const day = Date.parse(asked.on);
  const found = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, asked.userId),
        eq(orders.kind, asked.kind),
        inArray(orders.status, ['held', 'payment_pending', 'paid', 'ticketing', 'ticketed', 'confirmed', 'completed', 'accepted']),
        lt(orders.travelStarts, new Date(day + 2 * dayMs)),
        gte(orders.travelEnds, new Date(day - dayMs)),
      ),
    )
    .limit(mostOrders);
  const people = await Promise.all(found.map(async (order) => ({ order, ...(await readPeople(db, crypto, order)) })));
  return people.flatMap(({ order, travellers }) =>
    travellers.map(({ surname, givenNames, birthDate }) => ({ reference: order.reference, surname, givenNames, birthDate })),
  );
}
