import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { bankLinesExport } from '#app/commerce/bank/staff/write-bank-lines.server.ts';
import { storeCreditExport } from '#app/commerce/credits/staff/write-store-credit.server.ts';
import { personColumns } from '#app/commerce/customers/records/customers-store.server.ts';
import { customersExport } from '#app/commerce/customers/staff/write-customers.server.ts';
import { mostAtOnce, type ExportList } from '#app/commerce/exports/export-status.ts';
import { listExportsOf } from '#app/commerce/exports/exports-store.server.ts';
import { workOnExports, type ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { feedbackExport } from '#app/commerce/feedback/staff/write-feedback.server.ts';
import { invoicesExport } from '#app/commerce/invoices/staff/write-invoices.server.ts';
import { vatReturnExport } from '#app/commerce/invoices/staff/write-vat-return.server.ts';
import { mailsExport } from '#app/commerce/messages/staff/write-mail-log.server.ts';
import { suppressionsExport } from '#app/commerce/messages/staff/write-suppressions.server.ts';
import { refundsExport } from '#app/commerce/orders/staff/write-refunds.server.ts';
import { requisitionsExport } from '#app/people/recruitment/staff/write-requisitions.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { flightOrdersExport } from '#app/products/flights/staff/write-flight-orders.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from './support/test-app.ts';
import { openDemoPlatform } from './support/test-platform.ts';

/* Lists of several pages and more rows than one answer carries, with many rows that fit alike where a page ends. */

const platform = await openDemoPlatform();
const { db, crypto } = platform;
const owner = (await findAccountByEmail(db, 'admin@rihla.example'))!.id;
const staff = (await findStaffMember(db, owner))!;
const clerk = { kind: 'staff', user: { id: owner }, staff } as const;
/** More than one answer carries, and, for the other lists, more than one page that a writer reads. */
const many = mostAtOnce + 100;
const some = 2_100;
let app: TestApp;
let cookie: string;

beforeAll(async () => {
  const people = Array.from({ length: many }, (_, n) => {
    const id = `person-${n}`;
    const person = personColumns(crypto, id, { name: `Traveller ${n}`, email: `${id}@example.com`, phone: null });
    return {
      n,
      id,
      name: person.name,
      email: person.email,
      index: person.emailIndex,
      to: crypto.seal(`${id}@example.com`, `mail_log|recipient|mail-${n}`),
      words: crypto.seal(`Words ${n}`, `feedback|words|feedback-${n}`),
      banked: crypto.seal(JSON.stringify({ party: `Payer ${n}`, partyAccount: '', text: '' }), `bank_lines|details|line-${n}`),
      barred: crypto.seal(`barred-${n}@example.com`, `mail_suppressions|email|barred-${n}`),
    };
  });
  // What is sold is not what is looked at here, so rows are written as they are, without the rules that a sale goes through.
  for (const statement of [
    sql`set session_replication_role = replica`,
    sql`create temporary table line as select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as one (n int, id text, name text, email text, index text, "to" text, words text, banked text, barred text)`,
    sql`insert into customers (id, name, email, name_words, email_index, has_account, country, language, orders, lifetime, balance, first_seen_at, last_contact_at, tags, risk)
      select id, name, email, '[]', index, n % 2 = 0, 'AE', 'en', 1, (n % 5) * 100, 0, now(), timestamptz '2026-11-01' + make_interval(hours => n % 7), '{}', 'none' from line`,
    sql`insert into mail_log (id, kind, concern, language, recipient, email_index, status, tries, queued_at, changed_at)
      select 'mail-' || n, 'orders.order-held', 'order', 'en', "to", index, 'sent', 1, timestamptz '2026-11-20' + make_interval(mins => n % 11), now() from line where n < ${some}`,
    sql`insert into orders (id, reference, kind, status, version, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at)
      select 'order-' || n, 'ORDER-' || n, 'flight', case when n % 3 = 0 then 'held' else 'ticketed' end, 1, 'order-' || n, '', index, 'en', 'AED', 1000 + n % 9, 'guest', '',
        now(), now(), timestamptz '2026-11-01' + make_interval(hours => n % 13), now() from line where n < ${some}`,
    sql`insert into flight_orders (order_id, origin, destination, departs_on, departs_at, airline, supplier, seats, passengers, choices, limit_at, limit_of)
      select 'order-' || n, 'DXB', 'LHR', '2026-12-01', timestamptz '2026-12-01' + make_interval(hours => n % 17), 'EK', 'house', 1, '[]', '{}',
        case when n % 3 = 0 then timestamptz '2026-11-24' + make_interval(hours => n % 19) end, case when n % 3 = 0 then 'held' end from line where n < ${some}`,
    sql`insert into flight_contracts (order_id, position, supplier, offer_id, brand, offer, ticket_by)
      select 'order-' || n, 0, 'house', 'offer', 'value', '{"slices":[{"segments":[{"departs":{"local":"2026-12-01T10:00"}}]}]}', now() from line where n < ${some}`,
    sql`insert into payments (id, order_id, order_version, provider, provider_ref, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
      select 'payment-' || n, 'order-' || n, 1, 'sandbox', 'sandbox-' || n, 'succeeded', 1000, 'AED', 'en', '{}', now(), now(), now() from line where n < ${some}`,
    sql`insert into refunds (id, payment_id, order_id, key, amount, currency, reason, asked_by, status, created_at, changed_at)
      select 'refund-' || n, 'payment-' || n, 'order-' || n, 'refund:' || n, 100 + n % 4, 'AED', 'cancelled', 'system', 'succeeded',
        timestamptz '2026-11-01' + make_interval(hours => n % 23), now() from line where n < ${some}`,
    sql`insert into invoices (id, number, series, year, sequence, kind, key, order_id, order_reference, buyer, seller, issued_at, supply_date, net, vat, gross, charged_amount, charged_currency, rate)
      select 'invoice-' || n, 'INV-2026-' || lpad((n + 1)::text, 7, '0'), 'INV', 2026, n + 1, 'invoice', 'invoice:' || n, 'order-' || n, 'ORDER-' || n, '{"name":"Mona Adel"}', '{}',
        timestamptz '2026-11-01' + make_interval(hours => n % 29), '2026-11-01', 900 + n % 3, 100, 1000 + n % 3, 1000, 'AED', '1' from line where n < ${some}`,
    // Each document stands in two boxes of the VAT return.
    sql`insert into invoice_lines (invoice_id, position, words, quantity, vat_category, vat_basis_points, net, vat, gross)
      select 'invoice-' || n, at, '{}', 1, case at when 0 then 'standard' else 'zero-rated' end, case at when 0 then 500 else 0 end, 450, 0, 450
        from line, generate_series(0, 1) as at where n < ${some}`,
    sql`insert into bank_statements (id, file_hash, file_name, format, account, currency, reference, first_on, last_on, taken_by, taken_at)
      values ('statement', 'x', 'november.csv', 'csv', 'AE070331', 'AED', 'x', '2026-11-01', '2026-11-30', 'x', now())`,
    sql`insert into bank_lines (id, statement_id, position, booked_on, amount, currency, details, named, status, version, changed_at)
      select 'line-' || n, 'statement', n, date '2026-11-01' + n % 9, 100 + n % 7, 'AED', banked, '{}', 'open', 1, now() from line`,
    sql`insert into credit_lots (id, user_id, order_id, part, currency, amount, remaining, ends_on, made_at)
      select 'lot-' || n, ${owner}, 'order-' || n, 'money', 'AED', 1000, n % 5, date '2027-01-01' + n % 7,
        timestamptz '2026-11-01' + make_interval(hours => n % 13) from line where n < ${some}`,
    sql`insert into feedback (id, reference, kind, status, language, words, created_at, changed_at)
      select 'feedback-' || n, 'FEED-' || n, 'idea', 'new', 'en', words, timestamptz '2026-11-01' + make_interval(hours => n % 13), now() from line where n < ${some}`,
    sql`insert into mail_suppressions (id, email, email_index, reason, note, added_by, added_at)
      select 'barred-' || n, barred, 'barred-' || n, 'by-hand', 'Note ' || n, 'system', timestamptz '2026-11-01' + make_interval(hours => n % 13)
        from line where n < ${some}`,
    sql`insert into job_requisitions (id, title, department, place, employment, positions, reason, asked_by, created_at, changed_at)
      select 'hire-' || n, 'Agent ' || n % 40, 'travel', 'dubai', 'full-time', 1, 'Growth', 'x', now(), timestamptz '2026-11-01' + make_interval(hours => n % 13)
        from line where n < ${some}`,
    sql`set session_replication_role = origin`,
  ])
    await db.execute(statement);
  await workOnExports(platform, { customers: customersExport, 'bank-lines': bankLinesExport });
  app = await openTestApp(platform);
  cookie = await app.signIn('admin@rihla.example', demoPassword);
}, 120_000);

/** Every line of a list, as it leaves. */
async function linesOf(writer: ExportWriter, query: string): Promise<(readonly string[])[]> {
  const lines: (readonly string[])[] = [];
  for await (const page of writer.pages(platform, clerk, { query: new URLSearchParams(query), language: 'en' })) lines.push(...page);
  expect(lines.every((line) => line.length === writer.head.length)).toBe(true);
  return lines;
}

interface Case {
  readonly list: ExportList;
  readonly rows: number;
  readonly writer: ExportWriter;
  /** The column that names a row. */
  readonly named: string;
  readonly sorts: readonly string[];
}
const lists: readonly Case[] = [
  {
    list: 'flight-orders',
    rows: some,
    writer: flightOrdersExport,
    named: 'reference',
    sorts: ['sort=limit', 'sort=-limit', 'sort=total'],
  },
  { list: 'customers', rows: many, writer: customersExport, named: 'id', sorts: ['', 'sort=lifetime'] },
  { list: 'invoices', rows: some, writer: invoicesExport, named: 'number', sorts: ['', 'sort=-gross'] },
  { list: 'mails', rows: some, writer: mailsExport, named: 'mail', sorts: [''] },
  { list: 'refunds', rows: some, writer: refundsExport, named: 'order', sorts: ['sort=age', 'sort=-amount'] },
  { list: 'bank-lines', rows: many, writer: bankLinesExport, named: 'other_side', sorts: ['', 'sort=amount'] },
  { list: 'store-credit', rows: some, writer: storeCreditExport, named: 'order', sorts: ['', 'sort=ends', 'sort=-left'] },
  { list: 'feedback', rows: some, writer: feedbackExport, named: 'reference', sorts: ['', 'sort=-at'] },
  { list: 'suppressions', rows: some, writer: suppressionsExport, named: 'note', sorts: [''] },
  { list: 'requisitions', rows: some, writer: requisitionsExport, named: 'requisition', sorts: ['', 'sort=title'] },
];

describe.each(lists)('the list of $list', ({ writer, rows, named, sorts }) => {
  it.each(sorts)('leaves with every row once, sorted by "%s", wherever a page of the screen began', async (sort) => {
    const lines = await linesOf(writer, `queue=all&${sort}&after=1~person-1`);
    const at = writer.head.indexOf(named);
    expect([lines.length, new Set(lines.map((line) => line[at])).size]).toEqual([rows, rows]);
  });

  it('says nothing of what was searched for in the audit', () => {
    const told = writer.told(new URLSearchParams('queue=all&find=Mona'));
    expect(JSON.stringify(told)).not.toContain('Mona');
  });
});

it('the VAT return has every document in each box that it stands in, once', async () => {
  const lines = (await linesOf(vatReturnExport, 'period=2026-11')).filter(([, document]) => document !== '');
  const boxes = new Set(lines.map(([box]) => box));
  expect([boxes, lines.length]).toEqual([new Set(['1b', '4']), 2 * some]);
  expect(new Set(lines.map(([box, document]) => `${box} ${document}`)).size).toBe(2 * some);
});

it('money that is longer than one answer carries leaves as a file, whole', async () => {
  const answer = await app.send('/admin/invoices/bank/export?queue=all', { cookie, form: {} });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/exports?asked']);
  await platform.jobs.drain();
  const file = (await listExportsOf(db, owner)).find(({ list }) => list === 'bank-lines')!;
  expect(file).toMatchObject({ status: 'ready', rows: many });
  const lines = (await (await app.send(`/admin/exports/${file.id}/file`, { cookie, form: {} })).text()).trimEnd().split('\r\n');
  expect(new Set(lines.slice(1).map((line) => line.split(',')[4])).size).toBe(many);
});

it('an orderly part of a list leaves by its filters alone', async () => {
  const limits = (await linesOf(flightOrdersExport, 'queue=hold-expiring&sort=limit')).map(([limit]) => limit!);
  expect(limits).toHaveLength(some / 3);
  expect(limits).toEqual(limits.toSorted());
});

it('a list longer than one answer carries is a file: of the filtered rows, for whoever asked', async () => {
  const answer = await app.send('/admin/customers/export?queue=all', { cookie, form: {} });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/exports?asked']);
  const short = await app.send('/admin/customers/export?queue=accounts', { cookie, form: {} });
  expect([short.status, short.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  await platform.jobs.drain();
  const file = (await listExportsOf(db, owner)).find(({ list }) => list === 'customers');
  expect(file).toMatchObject({ list: 'customers', status: 'ready', rows: many });
  const taken = await app.send(`/admin/exports/${file!.id}/file`, { cookie, form: {} });
  const lines = (await taken.text()).trimEnd().split('\r\n');
  expect([lines.length, lines[0]]).toEqual([many + 1, expect.stringContaining('email_masked')]);
  expect(lines.join()).not.toContain('person-1@example.com');
  expect(await (await app.send('/admin/exports', { cookie })).text()).toContain('Customers');
});
