import { sql } from 'drizzle-orm';
import type { CancelTerms } from '#app/commerce/product-contract.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import { partOf } from '../leave/leave-rules.ts';
import { statementOf, type BookedOrder, type StatementLine } from './supplier-statement.ts';

type Row = {
  reference: string;
  currency: CurrencyCode;
  quote: Quote;
  contracts: BookedOrder['contracts'];
  captured_at: string | Date;
  ended_at: string | Date | null;
  voided: boolean;
  terms: CancelTerms | null;
  left_parts: { at: string; leaves: number[]; terms: CancelTerms; quote: Quote }[] | null;
};

/** What was bought of a supplier between two instants (ISO in UTC, the second not included) and what came back. */
export async function readStatement(db: Db, supplier: string, from: string, until: string): Promise<StatementLine[]> {
  return statementOf(supplier, await findBooked(db, from, until, supplier), from, until);
}

/** The same for every supplier at once, by code; those without a line are left out. */
export async function readStatements(db: Db, from: string, until: string): Promise<ReadonlyMap<string, StatementLine[]>> {
  const orders = await findBooked(db, from, until);
  const codes = new Set(orders.flatMap(({ contracts }) => contracts.map((contract) => contract.supplier)));
  return new Map([...codes].map((code) => [code, statementOf(code, orders, from, until)]));
}

async function findBooked(db: Db, from: string, until: string, supplier?: string): Promise<BookedOrder[]> {
  const ofOne =
    supplier === undefined
      ? sql`true`
      : sql`exists (select 1 from flight_contracts k where k.order_id = o.id and k.supplier = ${supplier})`;
  const { rows } = (await db.execute(sql`
    with booked as (
      select t.order_id, min(t.posted_at) as captured_at,
        (select min(e.at) from order_events e
          where e.order_id = t.order_id and e.to_status in ('cancelled', 'voided', 'refund_due')) as ended_at
      from ledger_transfers t where t.kind = 'capture' and t.posted_at < ${until}::timestamptz and t.order_id is not null
      group by t.order_id)
    select o.reference, o.currency, p.quote, b.captured_at, b.ended_at,
      exists (select 1 from order_events e where e.order_id = o.id and e.to_status = 'voided') as voided,
      (select q.terms from cancel_quotes q where q.order_id = o.id order by q.number desc limit 1) as terms,
      (select jsonb_agg(jsonb_build_object('at', g.settled_at, 'leaves', g.leaves, 'terms', g.terms, 'quote', w.quote) order by g.number)
        from flight_changes g join price_snapshots w on w.order_id = g.order_id and w.number = (g.terms ->> 'snapshot')::int
        where g.order_id = o.id and g.leaves is not null and g.status = 'done') as left_parts,
      (select jsonb_agg(jsonb_build_object('supplier', k.supplier, 'locator', k.locator) order by k.position)
        from flight_contracts k where k.order_id = o.id) as contracts
    from booked b join orders o on o.id = b.order_id
    join flight_orders f on f.order_id = o.id and f.ticketed_at is not null
    join price_snapshots p on p.order_id = o.id and p.number = o.snapshot
    where (b.captured_at >= ${from}::timestamptz or (b.ended_at >= ${from}::timestamptz and b.ended_at < ${until}::timestamptz)
        or exists (select 1 from flight_changes g where g.order_id = o.id and g.leaves is not null and g.status = 'done'
          and g.settled_at >= ${from}::timestamptz and g.settled_at < ${until}::timestamptz))
      and ${ofOne}`)) as unknown as { rows: Row[] };
  return rows.map((row) => ({
    reference: row.reference,
    currency: row.currency,
    lines: row.quote.lines,
    contracts: row.contracts,
    capturedAt: new Date(row.captured_at).toISOString(),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
    voided: row.voided,
    terms: row.terms,
    ...(row.left_parts && {
      left: row.left_parts.map(({ at, leaves, terms, quote }) => ({
        at: new Date(at).toISOString(),
        lines: partOf(quote, leaves),
        voided: terms.window === 'regret' || terms.window === 'void',
        terms,
      })),
    }),
  }));
}
