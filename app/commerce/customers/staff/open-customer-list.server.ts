import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import { money } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { listDeskViews } from '../../orders/staff/desk-views-store.server.ts';
import { findMemberships } from '../companies/companies-store.server.ts';
import { maskedEmail, maskedPhone } from '../records/customer-rules.ts';
import { keepUpCustomers } from '../records/keep-up-customers.server.ts';
import {
  countCustomers,
  countMatchingCustomers,
  countriesOfCustomers,
  cursorOf,
  findCustomerRows,
  mostCounted,
  type CustomerRow,
} from './customer-desk-store.server.ts';
import { customerQueues, type CustomerView } from './customer-list-view.ts';

const pageSize = 50;
/** What a page brings up to date before it is drawn; the rest is the job's. */
const mostBrought = 20;

/** A row as pages show it: how to reach somebody is masked. */
export function shownCustomer(row: CustomerRow, language: LanguageCode) {
  const { name, email, phone, ...rest } = row;
  return {
    ...rest,
    name,
    email: maskedEmail(email),
    phone: phone === null ? null : maskedPhone(phone),
    country: row.country === null ? null : countryName(row.country, language),
    language: row.language === null ? null : languageName(row.language, language),
    lifetime: money(row.lifetime, 'AED'),
    balance: money(row.balance, 'AED'),
  };
}
export type ShownCustomer = Awaited<ReturnType<typeof openCustomerList>>['rows'][number];

/** One page of the list of customers with the counts of every tab. */
export async function openCustomerList(
  platform: Platform,
  viewer: Viewer & { readonly kind: 'staff' },
  view: CustomerView,
  language: LanguageCode,
) {
  const { db, crypto, clock } = platform;
  await keepUpCustomers(platform, mostBrought);
  const now = clock.now();
  const [found, counts, matching, named, countries] = await Promise.all([
    findCustomerRows(db, crypto, view, pageSize + 1),
    countCustomers(db, now),
    countMatchingCustomers(db, crypto, view, now),
    listDeskViews(db, 'customers', viewer.user.id),
    countriesOfCustomers(db, now),
  ]);
  const rows = found.slice(0, pageSize);
  const members = view.columns.includes('company')
    ? await findMemberships(
        db,
        rows.map(({ id }) => id),
      )
    : null;
  const last = rows.at(-1);
  return {
    view,
    named,
    matching,
    mostCounted,
    works: may(viewer, 'customers:work'),
    queues: customerQueues.map((queue) => ({ queue, customers: counts[queue] })),
    countries: countries
      .map((code) => ({ code, name: countryName(code, language) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    languages: languageCodes.map((code) => ({ code, name: languageName(code, language) })),
    next: found.length > pageSize && last ? cursorOf(view, last) : null,
    exports: may(viewer, 'customers:export'),
    rows: rows.map((row) => {
      const company = members?.get(row.id);
      return { ...shownCustomer(row, language), company: company ? { id: company.companyId, name: company.name } : null };
    }),
  };
}
