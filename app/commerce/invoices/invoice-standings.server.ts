import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { standingsOf, type Standing, type StandingDocument } from './invoice-standing-rules.ts';

export interface OrderStandings {
  /** By the document's id. */
  readonly standings: ReadonlyMap<string, Standing>;
  /** The day of the next unpaid part of the plan, by the order's id; an order without such a part is not in it. */
  readonly dueOn: ReadonlyMap<string, CalendarDate>;
  /** Every document of the order, oldest first, by the order's id. */
  readonly documents: ReadonlyMap<string, readonly StandingDocument[]>;
}

/** How all documents of these orders stand, in three questions for all of them. The caller has judged access. */
export async function findStandings(db: Db, orderIds: readonly string[], today: CalendarDate): Promise<OrderStandings> {
  const ids = sql`any(${sql.param([...new Set(orderIds)])}::text[])`;
  const [documents, moved, due] = await Promise.all([
    db.execute(sql`
      select id, order_id, kind, refers_to, gross, due_on::text as due_on from invoices where order_id = ${ids} order by issued_at, kind desc, sequence`),
    db.execute(sql`
      select a.order_id, sum(own.money) as money from ledger_accounts a
      cross join lateral (select sum(-e.amount) as money from ledger_entries e where e.account_id = a.id) own
      where a.order_id = ${ids} and a.code = 'customer-funds' group by a.order_id`),
    db.execute(sql`
      select order_id, min(due_on)::text as due_on from instalments where order_id = ${ids} and paid_at is null group by order_id`),
  ]);
  const money = new Map(rowsOf<{ order_id: string; money: string }>(moved).map((row) => [row.order_id, Number(row.money)]));
  const dueOn = new Map(
    rowsOf<{ order_id: string; due_on: CalendarDate | null }>(due).flatMap((row) => (row.due_on ? [[row.order_id, row.due_on]] : [])),
  );
  const ofOrder = new Map<string, StandingDocument[]>();
  for (const one of rowsOf<{
    id: string;
    order_id: string;
    kind: StandingDocument['kind'];
    refers_to: string | null;
    gross: string;
    due_on: CalendarDate | null;
  }>(documents)) {
    const list = ofOrder.get(one.order_id) ?? [];
    list.push({ id: one.id, kind: one.kind, refersTo: one.refers_to, gross: Number(one.gross), dueOn: one.due_on });
    ofOrder.set(one.order_id, list);
  }
  return {
    standings: new Map(
      [...ofOrder].flatMap(([orderId, list]) => [...standingsOf(list, money.get(orderId) ?? 0, dueOn.get(orderId) ?? null, today)]),
    ),
    dueOn,
    documents: ofOrder,
  };
}

function rowsOf<Row>(result: unknown): Row[] {
  return (result as { rows: Row[] }).rows;
}
