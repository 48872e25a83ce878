import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { decimalString, money } from '#app/values/money.ts';
import { findMemberships } from '../companies/companies-store.server.ts';
import { maskedEmail } from '../records/customer-rules.ts';
import { cursorOf, findCustomerRows, type CustomerRow } from './customer-desk-store.server.ts';
import { readCustomerView, type CustomerView } from './customer-list-view.ts';

const head =
  'id,email_masked,kind,country,language,orders,lifetime_aed,balance_aed,first_seen_utc,last_contact_utc,tags,risk,blocked,company';

/** The list of customers as a table, amounts in AED: no names and no telephone numbers, addresses masked as on the page. */
export const customersExport = {
  action: 'customers.exported',
  subject: 'customers:list',
  head: head.split(','),
  told(query) {
    const view = readCustomerView(query);
    return {
      queue: view.queue,
      ...(view.orders && { openOrders: view.orders }),
      ...(view.letter && { letter: view.letter }),
      ...(view.company && { company: view.company }),
      searched: view.find !== '',
    };
  },
  pages: (platform, _viewer, { query }) => customerPages(platform, readCustomerView(query)),
} as const satisfies ExportWriter;

async function* customerPages({ db, crypto }: Platform, view: CustomerView) {
  const pages = pageThrough<CustomerRow, NonNullable<CustomerView['after']>>(
    (after, most) => findCustomerRows(db, crypto, { ...view, after }, most),
    (last) => cursorOf(view, last),
  );
  for await (const rows of pages) {
    const members = await findMemberships(
      db,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => [...lineOf(row), members.get(row.id)?.name ?? '']);
  }
}

const aed = (fils: number) => decimalString(money(fils, 'AED'));

const lineOf = (row: CustomerRow): string[] => [
  row.id,
  maskedEmail(row.email),
  row.hasAccount ? 'account' : 'guest',
  row.country ?? '',
  row.language ?? '',
  String(row.orders),
  aed(row.lifetime),
  aed(row.balance),
  row.firstSeenAt,
  row.lastContactAt,
  row.tags.join(' '),
  row.risk,
  row.blocked ? 'yes' : 'no',
];
