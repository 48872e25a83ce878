import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { becameOf } from '../records/merged-into.server.ts';
import { isMeantByName } from './company-documents.server.ts';

/** How many days after its issue each of these documents is due, where it was made out to a company that has such days. */
export async function findTermsOf(db: Db, invoiceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (invoiceIds.length === 0) return new Map();
  const ids = sql.param([...invoiceIds]);
  const { rows } = (await db.execute(sql`
    select i.id, c.terms_days from invoices i join companies c on c.trn = i.buyer ->> 'trn'
    where i.id = any(${ids}::text[]) and c.archived_at is null and c.terms_days > 0
    union
    select i.id, c.terms_days from invoices i join orders o on o.id = i.order_id
      join customer_keys k on (k.kind = 'account' and k.key = o.user_id) or (k.kind = 'mail' and o.user_id is null and k.key = o.email_index)
      join lateral (${becameOf(sql`k.customer_id`)}) w on true
      join company_members m on m.customer_id = w.id
      join companies c on c.id = m.company_id and ${isMeantByName(sql`i`, sql`c`)}
    where i.id = any(${ids}::text[]) and c.archived_at is null and c.terms_days > 0`)) as unknown as {
    rows: { id: string; terms_days: number }[];
  };
  return new Map(rows.map(({ id, terms_days }) => [id, terms_days]));
}
