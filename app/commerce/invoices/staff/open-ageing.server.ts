import { sql } from 'drizzle-orm';
import { CostlyRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { findDueDays } from '../../customers/companies/company-terms-store.server.ts';
import { addAges, agesOf, mostOpen, noAges, type Ages } from './ageing-rules.ts';
import { findOwing, houseZone } from './invoice-desk-store.server.ts';

export interface AgeingRow {
  readonly number: string;
  readonly order: string;
  readonly buyer: string;
  readonly ownerId: string | null;
  readonly issuedOn: CalendarDate;
  /** Fils. */
  readonly due: number;
  readonly ages: Ages;
}

/** Everything that is owed by age, as it stands now; the longest owed first. Of one company, where it is named. */
export async function openAgeing({ db, clock }: Pick<Platform, 'db' | 'clock'>, company: string | null = null) {
  const now = clock.now();
  const today = dateIn(houseZone, now);
  const open = await findOwing(db, now, mostOpen, company);
  const dueDays = await findDueDays(
    db,
    open.map(({ id }) => id),
  );
  const orders = [...new Set(open.map(({ orderId }) => orderId))];
  const { rows: parts } =
    orders.length === 0
      ? { rows: [] }
      : ((await db.execute(sql`
          select order_id, amount, due_on::text as due_on from instalments
          where paid_at is null and due_on is not null and order_id = any(${sql.param(orders)}::text[]) order by due_on, number`)) as unknown as {
          rows: { order_id: string; amount: string; due_on: CalendarDate }[];
        });
  const partsOf = Map.groupBy(parts, (part) => part.order_id);
  const rows: AgeingRow[] = open.map((row) => {
    const issuedOn = dateIn(houseZone, instant(Date.parse(row.issuedAt)));
    const own = (partsOf.get(row.orderId) ?? []).map((part) => ({ amount: Number(part.amount), dueOn: part.due_on }));
    return {
      number: row.number,
      order: row.orderReference,
      buyer: row.buyer,
      ownerId: row.ownerId,
      issuedOn,
      due: row.standing.due,
      // A company that has days to pay owes what no plan explains from their end on.
      ages: agesOf(row.standing.due, own, dueDays.get(row.id) ?? issuedOn, today),
    };
  });
  return {
    today,
    rows,
    full: open.length === mostOpen,
    sum: rows.reduce((all, row) => addAges(all, row.ages), noAges),
    due: rows.reduce((all, row) => all + row.due, 0),
  };
}

const reckoned = new CostlyRead<Awaited<ReturnType<typeof openAgeing>> & { readonly at: Instant }>();

/**
 * The same for a page. Where two thousand invoices are open, reckoning them takes a while: then it is that of `asOf` (HH:MM in
 * Dubai), some seconds or minutes ago; null where it is of this moment.
 */
export async function tellAgeing(platform: Pick<Platform, 'db' | 'clock'>) {
  const { db, clock } = platform;
  const { value, kept } = await reckoned.read(db, dateIn(houseZone, clock.now()), async () => ({
    ...(await openAgeing(platform)),
    at: clock.now(),
  }));
  const { at, ...ageing } = value;
  return { ...ageing, asOf: kept ? localTimeIn(houseZone, at).slice(11) : null };
}
