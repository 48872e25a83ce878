import { sql, type SQL } from 'drizzle-orm';
import { addDays, type CalendarDate } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import { orderFilters } from '../../orders/order-stages.ts';
import type { CustomersWanted } from './customer-kinds.ts';

/** Conditions on rows of `customers`, under that name. */

const startOf = (day: string) => new Date(instantOf('Asia/Dubai', localTime(day as CalendarDate, '00:00'))).toISOString();
/** Days in Dubai on which they were last in contact, each counted in. */
export const heardFrom = (day: string) => sql`last_contact_at >= ${startOf(day)}::timestamptz`;
export const heardUntil = (day: string) => sql`last_contact_at < ${startOf(addDays(day as CalendarDate, 1))}::timestamptz`;

const openStates = sql.join(
  [...orderFilters.open, ...orderFilters.working, ...orderFilters.confirmed].map((state) => sql`${state}`),
  sql`, `,
);
/** An order of an account of theirs, or of nobody's account and an address of theirs, that is not over. */
export const hasOpenOrder = sql`exists (
  select 1 from customer_keys k cross join lateral (
    (select 1 from orders o where k.kind = 'account' and o.user_id = k.key and o.status in (${openStates}) limit 1)
    union all
    (select 1 from orders o where k.kind = 'mail' and o.user_id is null and o.email_index = k.key and o.status in (${openStates}) limit 1)) o
  where k.customer_id = customers.id)`;

/** Any of their addresses said twice that the letter may come, and never that it may not; asked apart, so that each has its index. */
export const readsLetter = sql`(
  exists (select 1 from newsletter_readers n where n.customer_index = customers.email_index and n.status = 'reading')
  or exists (
    select 1 from customer_keys k join newsletter_readers n on n.customer_index = k.key
    where k.customer_id = customers.id and k.kind = 'mail' and n.status = 'reading'))`;

export const hasTag = (tag: string) => sql`tags @> array[${tag}]::text[]`;

/** As an array: those who belong to a company are few, and are read by their ids, whatever the list is sorted by. */
export const belongsTo = (companyId: string) =>
  sql`id = any(array(select m.customer_id from company_members m where m.company_id = ${companyId} and m.until is null))`;

/** What such a row of `customers` fulfils; whoever was blocked or is a duplicate is none of them. */
export function wantedCustomer(wanted: CustomersWanted): SQL {
  return sql.join(
    [
      sql`merged_into is null and blocked_at is null`,
      ...(wanted.account ? [wanted.account === 'with' ? sql`has_account` : sql`not has_account`] : []),
      ...(wanted.country ? [sql`country = ${wanted.country}`] : []),
      ...(wanted.tag ? [hasTag(wanted.tag)] : []),
      ...(wanted.orders ? [wanted.orders === 'yes' ? hasOpenOrder : sql`not ${hasOpenOrder}`] : []),
      ...(wanted.from ? [heardFrom(wanted.from)] : []),
      ...(wanted.until ? [heardUntil(wanted.until)] : []),
    ],
    sql` and `,
  );
}
