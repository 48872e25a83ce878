import { sql, type SQL } from 'drizzle-orm';

/*
 * What was made out to a company, and what its people ordered, as SQL. Orders are of those who belong to it now. A document is a
 * company's by the number it bears; without one by its name, on an order of somebody who belongs or belonged to it.
 */

/** Orders by the keys of customers: `keys` is a list of theirs, named `k`. */
const ordersByKeys = (keys: SQL): SQL => sql`
  select o.id from ${keys} cross join lateral (
    (select o.id from orders o where k.kind = 'account' and o.user_id = k.key)
    union all
    (select o.id from orders o where k.kind = 'mail' and o.user_id is null and o.email_index = k.key)) o`;

/** Ids of what those who belong to a company now have ordered. As an array: a list of others is read by them, whatever sorts it. */
export const ordersOfCompany = (companyId: string): SQL => sql`array(
  ${ordersByKeys(sql`company_members m join customer_keys k on k.customer_id = m.customer_id`)}
  where m.company_id = ${companyId} and m.until is null)`;

/** Everybody who belongs or belonged to a company, by the keys of the record that stands for them since it was merged, however often. */
const everKeys = (companyId: string): SQL => sql`(
  with recursive ever as (
    select m.customer_id as id from company_members m where m.company_id = ${companyId}
    union
    select c.merged_into from ever join customers c on c.id = ever.id where c.merged_into is not null)
  select k.kind, k.key from ever join customer_keys k on k.customer_id = ever.id) k`;

/** A document by its name and not by a number: of no company that bears the number which it says. */
export const isMeantByName = (invoice: SQL, company: SQL): SQL => sql`(
  lower(${invoice}.buyer ->> 'name') = lower(${company}.name)
  and (${invoice}.buyer ->> 'trn' is null or (${company}.trn is null and not exists (
    select 1 from companies n where n.trn = ${invoice}.buyer ->> 'trn' and n.archived_at is null))))`;

/** Ids of the documents that were made out to a company, in the same way. What bears the number of one that is put away is of whoever bears it now. */
export const documentsOfCompany = (companyId: string): SQL => sql`array(
  select i.id from companies c join invoices i on i.buyer ->> 'trn' = c.trn
  where c.id = ${companyId} and (c.archived_at is null or not exists (select 1 from companies n where n.trn = c.trn and n.archived_at is null))
  union
  select i.id from companies c join invoices i on ${isMeantByName(sql`i`, sql`c`)}
  where c.id = ${companyId} and i.order_id in (${ordersByKeys(everKeys(companyId))}))`;
