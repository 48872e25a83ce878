import { and, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { money, type CurrencyCode } from '#app/values/money.ts';
import { creditLots } from '../credits.tables.ts';
import { readCreditAfter, type CreditListView } from './credit-list.ts';

/** Credit as it was given, newest first; by orders and amounts, without anybody's name. */
export async function listLots(db: Db, view: CreditListView, most: number) {
  const after = readCreditAfter(view.after);
  const rows = await db
    .select({
      lot: creditLots,
      reference: sql<string>`(select o.reference from orders o where o.id = ${creditLots.orderId})`,
      kind: sql<string>`(select o.kind from orders o where o.id = ${creditLots.orderId})`,
    })
    .from(creditLots)
    .where(
      and(
        view.queue === 'open' ? gt(creditLots.remaining, 0) : view.queue === 'over' ? eq(creditLots.remaining, 0) : sql`true`,
        view.find === ''
          ? sql`true`
          : sql`exists (select 1 from orders o where o.id = ${creditLots.orderId} and o.reference like ${`%${view.find.replaceAll(/[%_\\]/g, '\\$&')}%`})`,
        after === null ? sql`true` : or(lt(creditLots.madeAt, after.at), and(eq(creditLots.madeAt, after.at), lt(creditLots.id, after.id))),
      ),
    )
    .orderBy(desc(creditLots.madeAt), desc(creditLots.id))
    .limit(most + 1);
  const last = rows.length > most ? rows[most - 1]!.lot : null;
  return {
    rows: rows.slice(0, most).map(({ lot, reference, kind }) => ({
      id: lot.id,
      reference,
      kind,
      part: lot.part,
      given: money(lot.amount, lot.currency),
      left: money(lot.remaining, lot.currency),
      made: lot.madeAt.toISOString(),
      ends: lot.endsOn,
    })),
    next: last && `${last.madeAt.getTime()}_${last.id}`,
  };
}
export type CreditRow = Awaited<ReturnType<typeof listLots>>['rows'][number];

/** What is owed and was given in all, for each currency in which there is any; and how many lots are in each queue. */
export async function sumCredit(db: Db) {
  const { rows } = (await db.execute(sql`
    select currency, coalesce(sum(remaining) filter (where part = 'money'), 0) as money, coalesce(sum(remaining) filter (where part = 'bonus'), 0) as bonus,
      sum(amount) as given, count(*) filter (where remaining > 0) as open, count(*) as all
    from credit_lots group by currency order by currency`)) as unknown as {
    rows: { currency: CurrencyCode; money: string; bonus: string; given: string; open: string; all: string }[];
  };
  const count = (of: 'open' | 'all') => rows.reduce((sum, row) => sum + Number(row[of]), 0);
  return {
    sums: rows.map((row) => ({
      currency: row.currency,
      money: money(Number(row.money), row.currency),
      bonus: money(Number(row.bonus), row.currency),
      owed: money(Number(row.money) + Number(row.bonus), row.currency),
      given: money(Number(row.given), row.currency),
    })),
    counts: { open: count('open'), over: count('all') - count('open'), all: count('all') },
  };
}
