import { sql } from 'drizzle-orm';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, instant, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { findCompany } from '../../customers/companies/companies-store.server.ts';
import { documentsOfCompany } from '../../customers/companies/company-documents.server.ts';
import { findByReference } from '../../orders/orders-store.server.ts';
import { houseZone } from './invoice-desk-store.server.ts';
import { statementOf, type Movement } from './statement-rules.ts';

/** Before the id of a company, in an address. */
const companyPrefix = 'company:';

type MovementRow = { at: string | Date; kind: Movement['kind']; about: string; amount: string };

/**
 * What a customer was invoiced, paid and got back. `of` is an account's id or, for a guest, an order's reference; after
 * `company:` it is a company's, of which the documents count that were made out to it, whoever travelled. The
 * period is the last twelve months unless the address says another. Null when nothing was ever invoiced to them.
 */
export async function openStatement({ db, clock }: Pick<Platform, 'db' | 'clock'>, search: URLSearchParams) {
  const of = (search.get('of') ?? '').trim().slice(0, 64);
  const company = of.startsWith(companyPrefix) ? await findCompany(db, of.slice(companyPrefix.length)) : null;
  const reference = parseReference(of);
  const order = reference ? await findByReference(db, reference) : null;
  const whose = company
    ? sql`i.id = any(${documentsOfCompany(company.id)})`
    : order && !order.userId
      ? sql`i.order_id = ${order.id}`
      : sql`i.owner_id = ${order?.userId ?? of}`;
  const { rows: heads } = (await db.execute(sql`
    select i.order_id, i.buyer ->> 'name' as buyer from invoices i where ${whose} order by i.issued_at desc`)) as unknown as {
    rows: { order_id: string; buyer: string }[];
  };
  if (heads.length === 0 && !company) return null;
  // Of an order whose invoice was made out anew to somebody else the money is theirs; what was credited comes to nothing by itself.
  const theirs = company
    ? sql`and exists (select 1 from (select id from invoices n where n.order_id = t.order_id and n.kind = 'invoice' order by n.issued_at desc, n.sequence desc limit 1) i where ${whose})`
    : sql``;
  const ids = sql`${sql.param([...new Set(heads.map((head) => head.order_id))])}::text[]`;
  const { rows } = (await db.execute(sql`
    select * from (
      select i.issued_at as at, i.kind, i.number as about, i.gross as amount, 0 as turn from invoices i where ${whose}
      union all
      select t.posted_at, case when t.kind = 'capture' then 'payment' else 'refund' end, o.reference, sum(e.amount), 1
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
        join orders o on o.id = t.order_id
      where t.order_id = any(${ids}) and a.code = 'customer-funds' ${theirs} group by t.id, o.reference
    ) moved order by at, turn, about`)) as unknown as { rows: MovementRow[] };
  const movements = rows.map((row) => ({
    on: dateIn(houseZone, instant(new Date(row.at).getTime())),
    kind: row.kind,
    about: row.about,
    amount: Number(row.amount),
  }));
  const today = dateIn(houseZone, clock.now());
  const until: CalendarDate = parseCalendarDate(search.get('until') ?? '') ?? today;
  const asked = parseCalendarDate(search.get('from') ?? '') ?? addDays(until, -365);
  const from = asked > until ? until : asked;
  return {
    of: company ? of : (order?.userId ?? order?.reference ?? of),
    /** As the newest document has it; a company as it is called now. */
    buyer: company?.name ?? heads[0]!.buyer,
    company: company && { id: company.id, trn: company.trn },
    reference: order && !order.userId ? order.reference : null,
    from,
    until,
    today,
    ...statementOf(movements, from, until),
  };
}
export type OpenStatement = NonNullable<Awaited<ReturnType<typeof openStatement>>>;
