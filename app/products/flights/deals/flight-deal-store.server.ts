import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { FlightDeal } from './flight-deal.ts';
import { flightDeals } from './flight-deal.tables.ts';

type Row = typeof flightDeals.$inferSelect;

/** A deal by the id in its address; null when there never was one. */
export async function findDeal(db: Db, id: string): Promise<FlightDeal | null> {
  const [row] = await db.select().from(flightDeals).where(eq(flightDeals.id, id)).limit(1);
  return row ? fromRow(row) : null;
}

/** The latest deals first; the pages choose by date. */
export async function listDeals(db: Db, most = 24): Promise<FlightDeal[]> {
  const rows = await db.select().from(flightDeals).orderBy(desc(flightDeals.bookBy), asc(flightDeals.id)).limit(most);
  return rows.map(fromRow);
}

/** False when the id is taken. */
export async function insertDeal(tx: Tx, deal: FlightDeal, now: Instant): Promise<boolean> {
  const { from, to, price, withdrawn: _withdrawn, ...rest } = deal;
  const added = await tx
    .insert(flightDeals)
    .values({ ...rest, fromCode: from, toCode: to, priceAmount: price.amount, priceCurrency: price.currency, publishedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ id: flightDeals.id });
  return added.length > 0;
}

/** False when it never was on sale, or is not any more. */
export async function withdrawDeal(tx: Tx, id: string, now: Instant): Promise<boolean> {
  const ended = await tx
    .update(flightDeals)
    .set({ withdrawnAt: new Date(now) })
    .where(and(eq(flightDeals.id, id), isNull(flightDeals.withdrawnAt)))
    .returning({ id: flightDeals.id });
  return ended.length > 0;
}

function fromRow(row: Row): FlightDeal {
  return {
    id: row.id,
    from: row.fromCode,
    to: row.toCode,
    cabin: row.cabin,
    nights: row.nights,
    directOnly: row.directOnly,
    withBag: row.withBag,
    travelFrom: row.travelFrom as CalendarDate,
    travelUntil: row.travelUntil as CalendarDate,
    bookBy: row.bookBy as CalendarDate,
    price: money(row.priceAmount, row.priceCurrency),
    note: row.note,
    withdrawn: row.withdrawnAt !== null,
  };
}
