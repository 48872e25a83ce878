import { and, gt, not, sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { cutPage, keysetQuery, type SortedBy } from '#app/platform/keyset-query.server.ts';
import type { ListView } from '#app/ui/desk-list/list-address.ts';
import type { ShortPage } from '#app/ui/desk-list/short-list.ts';
import { money, type CurrencyCode, type Money } from '#app/values/money.ts';
import { creditLots } from '../credits.tables.ts';
import type { CreditColumn, CreditQueue } from './credit-list.ts';

const sortedBy: Readonly<Record<'made' | 'ends' | 'left', SortedBy>> = {
  made: { key: sql`${creditLots.madeAt}`, type: 'time' },
  ends: { key: sql`${creditLots.endsOn}`, type: 'day' },
  left: { key: sql`${creditLots.remaining}`, type: 'number' },
};
const byOf = (sort: string) => sortedBy[sort === 'ends' || sort === 'left' ? sort : 'made'];

/** Credit as it was given, as it is asked for; by orders and amounts, without anybody's name. */
export async function listLots(db: Db, view: ListView<CreditQueue, 'part', CreditColumn>, most: number): Promise<ShortPage<CreditRow>> {
  const left = gt(creditLots.remaining, 0);
  const wanted = and(
    view.filters.part === '' ? undefined : sql`${creditLots.part} = ${view.filters.part}`,
    view.find === ''
      ? undefined
      : sql`exists (select 1 from orders o where o.id = ${creditLots.orderId}
          and o.reference like ${`%${view.find.toUpperCase().replaceAll(/[%_\\]/g, '\\$&')}%`})`,
  );
  const { past, order, told } = keysetQuery(byOf(view.sort), sql`${creditLots.id}`, view);
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        lot: creditLots,
        key: told,
        reference: sql<string | null>`(select o.reference from orders o where o.id = ${creditLots.orderId})`,
        kind: sql<string | null>`(select o.kind from orders o where o.id = ${creditLots.orderId})`,
      })
      .from(creditLots)
      .where(and(wanted, view.queue === 'all' ? undefined : view.queue === 'open' ? left : not(left), past))
      .orderBy(order)
      .limit(most + 1),
    db
      .select({ open: sql<number>`(count(*) filter (where ${left}))::int`, all: sql<number>`count(*)::int` })
      .from(creditLots)
      .where(wanted),
  ]);
  const { shown, next } = cutPage(rows, most, ({ lot, key }) => ({ key, id: lot.id }));
  const { open, all } = counted!;
  return {
    rows: shown.map(({ lot, reference, kind }) => ({
      id: lot.id,
      reference,
      kind,
      part: lot.part,
      given: money(lot.amount, lot.currency),
      left: money(lot.remaining, lot.currency),
      made: lot.madeAt.toISOString(),
      ends: lot.endsOn,
    })),
    next,
    counts: { open, over: all - open, all },
  };
}

export interface CreditRow {
  readonly id: string;
  /** Of the order; null for what was points. */
  readonly reference: string | null;
  readonly kind: string | null;
  readonly part: (typeof creditLots.$inferSelect)['part'];
  readonly given: Money;
  readonly left: Money;
  readonly made: string;
  readonly ends: string;
}

/** What is owed and was given in all, for each currency in which there is any. */
export async function sumCredit(db: Db) {
  const { rows } = (await db.execute(sql`
    select currency, coalesce(sum(remaining) filter (where part = 'money'), 0) as money, coalesce(sum(remaining) filter (where part = 'bonus'), 0) as bonus,
      sum(amount) as given
    from credit_lots group by currency order by currency`)) as unknown as {
    rows: { currency: CurrencyCode; money: string; bonus: string; given: string }[];
  };
  return rows.map((row) => ({
    currency: row.currency,
    money: money(Number(row.money), row.currency),
    bonus: money(Number(row.bonus), row.currency),
    owed: money(Number(row.money) + Number(row.bonus), row.currency),
    given: money(Number(row.given), row.currency),
  }));
}
