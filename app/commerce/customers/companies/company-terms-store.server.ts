import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { companyNamedOn } from './company-documents.server.ts';

/**
 * On which day each of these documents is due that was made out to a company: on the one that it says; where it was issued before
 * documents said it, by the days that the company has now.
 */
export async function findDueDays(db: Db, invoiceIds: readonly string[]): Promise<ReadonlyMap<string, CalendarDate>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = (await db.execute(sql`
    select i.id, coalesce(i.due_on, (i.issued_at at time zone 'Asia/Dubai')::date + c.terms_days)::text as due_on
    from (select i.* from invoices i where i.id = any(${sql.param([...invoiceIds])}::text[])) i
    left join lateral (
      select c.terms_days from companies c where c.archived_at is null and c.terms_days > 0 and i.due_on is null
        and (c.trn = i.buyer ->> 'trn' or c.id = ${companyNamedOn(sql`i`)}) limit 1) c on true
    where i.due_on is not null or c.terms_days is not null`)) as unknown as { rows: { id: string; due_on: CalendarDate }[] };
  return new Map(rows.map(({ id, due_on }) => [id, due_on]));
}

/**
 * How many days a company has to pay an invoice that is issued now; none where it is nobody who has such days, or where a plan of the
 * order says when it is paid.
 */
export async function findTermsAtIssue(
  tx: Tx,
  now: Instant,
  { orderId, buyer }: { readonly orderId: string; readonly buyer: { readonly name: string; readonly trn?: string } },
): Promise<number> {
  const { rows } = (await tx.execute(sql`
    select c.terms_days from
      (select '' as id, ${orderId}::text as order_id, ${JSON.stringify(buyer)}::jsonb as buyer, ${new Date(now).toISOString()}::timestamptz as issued_at) i
      join companies c on c.trn = i.buyer ->> 'trn' or c.id = ${companyNamedOn(sql`i`)}
    where c.archived_at is null and c.terms_days > 0
      and not exists (select 1 from instalments p where p.order_id = i.order_id and p.due_on is not null)
    limit 1`)) as unknown as { rows: { terms_days: number }[] };
  return rows[0]?.terms_days ?? 0;
}
