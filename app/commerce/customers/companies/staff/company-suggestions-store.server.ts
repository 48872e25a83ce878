import { sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { placeIndexOf } from '../../records/customers-store.server.ts';
import type { Company } from '../companies.tables.ts';
import type { CompanyContact } from '../company-form.ts';
import { companyPlaceOf } from '../mail-domain-rules.ts';

/** Why somebody may belong to a company: an address at its place, or an order whose invoice bears its number. */
export type SuggestedWhy = 'mail' | 'number';

/**
 * Customers who belong to no company and may belong to this one; whoever was last in contact on top. The place of its addresses is
 * the one that was written down of it, else that of whoever is written to, unless everybody may have an address there; the latter is
 * a person's, and stands in clear nowhere.
 */
export async function suggestMembers(
  db: Db,
  crypto: FieldCrypto,
  company: Pick<Company, 'domain' | 'trn'>,
  contact: CompanyContact,
  most: number,
): Promise<{ readonly customerId: string; readonly why: SuggestedWhy }[]> {
  const place = company.domain || companyPlaceOf(contact.email);
  const free = sql`c.merged_into is null and not exists (select 1 from company_members m where m.customer_id = c.id and m.until is null)`;
  const ways = [
    ...(!place
      ? []
      : [
          sql`(select c.id, 'mail' as why, c.last_contact_at from customers c
            where c.domain_index = ${placeIndexOf(crypto, place)} and c.domain_index <> '-' and ${free}
            order by c.last_contact_at desc limit ${most})`,
        ]),
    ...(company.trn === null
      ? []
      : [
          sql`(select c.id, 'number' as why, c.last_contact_at from customers c where ${free} and c.id in (
              select k.customer_id from invoices i join orders o on o.id = i.order_id
              join customer_keys k on k.kind = case when o.user_id is null then 'mail' else 'account' end and k.key = coalesce(o.user_id, o.email_index)
              where i.buyer ->> 'trn' = ${company.trn})
            order by c.last_contact_at desc limit ${most})`,
        ]),
  ];
  if (ways.length === 0) return [];
  const { rows } = (await db.execute(sql`
    select id, min(why) as why from (${sql.join(ways, sql` union all `)}) found
    group by id order by max(last_contact_at) desc, id limit ${most}`)) as unknown as { rows: { id: string; why: SuggestedWhy }[] };
  return rows.map(({ id, why }) => ({ customerId: id, why }));
}
