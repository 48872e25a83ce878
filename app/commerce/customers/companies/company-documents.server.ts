import { sql, type SQL } from 'drizzle-orm';
import { sendAhead, type Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { becameOf } from '../records/merged-into.server.ts';

/*
 * What was made out to a company, and what its people ordered, as SQL. Orders are of those who belong to it now. A document is a
 * company's by the number it bears; without one by its name, on an order of somebody who belongs or belonged to it. Once that was
 * certain it is written down, so that a company keeps its documents under another name.
 */

/** Orders by the keys of customers: `keys` is a list of theirs, named `k`. */
const ordersByKeys = (keys: SQL): SQL => sql`
  select o.id from ${keys} cross join lateral (
    (select o.id from orders o where k.kind = 'account' and o.user_id = k.key)
    union all
    (select o.id from orders o where k.kind = 'mail' and o.user_id is null and o.email_index = k.key)) o`;

/** Ids of what those who belong to a company now have ordered. As an array: a list of others is read by them, whatever sorts it. */
export const ordersOfCompany = (companyId: string): SQL => sql`array(
  ${ordersByKeys(sql`company_members m cross join lateral (select kind, key from customer_keys where customer_id = m.customer_id offset 0) k`)}
  where m.company_id = ${companyId} and m.until is null)`;

/** Everybody who belongs or belonged to a company, by the keys of the record that stands for them since it was merged, however often. */
const everKeys = (companyId: string): SQL => sql`(
  with recursive ever as (
    select m.customer_id as id from company_members m where m.company_id = ${companyId}
    union
    select c.merged_into from ever join customers c on c.id = ever.id where c.merged_into is not null)
  select k.kind, k.key from ever join customer_keys k on k.customer_id = ever.id) k`;

/** A document that no company is found for by a number: it bears none, or one that nobody has who is not put away. */
const bearsNoOther = (invoice: SQL, company: SQL): SQL => sql`(
  ${invoice}.buyer ->> 'trn' is null or (${company}.trn is null and not exists (
    select 1 from companies n where n.trn = ${invoice}.buyer ->> 'trn' and n.archived_at is null)))`;

/** Which company a document was written down for: itself, or another one of its order in the same name. */
const writtenDownFor = (invoice: SQL): SQL => sql`(
  select d.company_id from company_documents d join invoices p on p.id = d.invoice_id
  where p.order_id = ${invoice}.order_id and (p.id = ${invoice}.id or lower(p.buyer ->> 'name') = lower(${invoice}.buyer ->> 'name'))
  order by p.id = ${invoice}.id desc, d.linked_at desc limit 1)`;

/**
 * The id of the company that a document means by its name and not by a number. Of namesakes, the one to which whoever ordered
 * belonged on that day; where it was none, the one that took them in nearest to it.
 */
export const companyNamedOn = (invoice: SQL): SQL => sql`(
  select c.id from companies c where c.id = coalesce(${writtenDownFor(invoice)}, (
    select n.id from orders o
    join customer_keys k on (k.kind = 'account' and k.key = o.user_id) or (k.kind = 'mail' and o.user_id is null and k.key = o.email_index)
    join lateral (${becameOf(sql`k.customer_id`)}) w on true
    join company_members m on m.customer_id = w.id
    join companies n on n.id = m.company_id and lower(n.name) = lower(${invoice}.buyer ->> 'name')
    where o.id = ${invoice}.order_id and ${bearsNoOther(invoice, sql`n`)}
    order by (m.since <= ${invoice}.issued_at and (m.until is null or m.until > ${invoice}.issued_at)) desc,
      abs(extract(epoch from m.since - ${invoice}.issued_at)), m.id
    limit 1)) and ${bearsNoOther(invoice, sql`c`)})`;

/** Documents by a name that a company had or has: those that were written down, and those on orders of its people. */
const namedDocuments = (companyId: string): SQL => sql`
  select i.id from company_documents d join invoices w on w.id = d.invoice_id join invoices i on i.order_id = w.order_id
  where d.company_id = ${companyId} and ${companyNamedOn(sql`i`)} = ${companyId}
  union
  select i.id from companies c join invoices i on lower(i.buyer ->> 'name') = lower(c.name)
  where c.id = ${companyId} and i.order_id in (${ordersByKeys(everKeys(companyId))}) and ${companyNamedOn(sql`i`)} = ${companyId}`;

/** Ids of the documents that were made out to a company, in the same way. What bears the number of one that is put away is of whoever bears it now. */
export const documentsOfCompany = (companyId: string): SQL => sql`array(
  select i.id from companies c join invoices i on i.buyer ->> 'trn' = c.trn
  where c.id = ${companyId} and (c.archived_at is null or not exists (select 1 from companies n where n.trn = c.trn and n.archived_at is null))
  union
  ${namedDocuments(companyId)})`;

/** Whether a document was made out to some company: to the number of one, or by name. */
export const isOfCompany = (invoice: SQL): SQL => sql`(
  exists (select 1 from companies c where c.trn = ${invoice}.buyer ->> 'trn') or ${companyNamedOn(invoice)} is not null)`;

/** Writes down that a document which was just issued is a company's by its name. Sent without waiting: its number is waited for. */
export async function keepNamedDocument(tx: Tx, now: Instant, invoiceId: string): Promise<void> {
  await sendAhead(
    tx,
    tx.execute(sql`
      insert into company_documents (invoice_id, company_id, linked_at)
      select f.id, f.company_id, ${new Date(now).toISOString()}::timestamptz
      from (select i.id, ${companyNamedOn(sql`i`)} as company_id from invoices i where i.id = ${invoiceId}) f
      where f.company_id is not null on conflict do nothing`),
  );
}

/** Writes down what is a company's by its name: it gets another one. */
export async function keepNamedDocuments(tx: Tx, now: Instant, companyId: string): Promise<void> {
  await tx.execute(sql`
    insert into company_documents (invoice_id, company_id, linked_at)
    select f.id, ${companyId}, ${new Date(now).toISOString()}::timestamptz from (${namedDocuments(companyId)}) f on conflict do nothing`);
}
