import { sql } from 'drizzle-orm';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { money, type CurrencyCode } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findInvoiceRows } from '../../../invoices/staff/invoice-desk-store.server.ts';
import { readInvoiceView } from '../../../invoices/staff/invoice-list-view.ts';
import { openAgeing } from '../../../invoices/staff/open-ageing.server.ts';
import { findStatementSendings } from '../../../invoices/staff/statement-sendings-store.server.ts';
import { shownRow } from '../../../invoices/staff/open-invoice-list.server.ts';
import type { ProductKind } from '../../../product-contract.ts';
import { givenUp } from '../../../orders/linked-rules.ts';
import { neverWere, ordersOf, rowsOf, type Keyring } from '../../records/customer-facts-store.server.ts';
import { maskedEmail } from '../../records/customer-rules.ts';
import { findKeysOf } from '../../records/customers-behind-store.server.ts';
import { keepUpCustomers } from '../../records/keep-up-customers.server.ts';
import { findCustomerRows, findCustomersByIds } from '../../staff/customer-desk-store.server.ts';
import { readRecordLine } from '../../staff/customer-line-store.server.ts';
import type { LineShow } from '../../staff/customer-line.ts';
import { readCustomerView } from '../../staff/customer-list-view.ts';
import { findCompany, findMemberIds, findMemberships, findPastMembers, findCompanyContact, sumMembers } from '../companies-store.server.ts';
import { suggestMembers } from './company-suggestions-store.server.ts';

const houseZone = 'Asia/Dubai';
const dayOf = (at: Date) => dateIn(houseZone, instant(at.getTime()));

/** What a page brings up to date before it is drawn; the rest is the job's. */
const mostBrought = 20;
/** Of how many members orders and timeline are read; the list of customers has all of them. */
const mostRead = 500;
/** As many as somebody reads through beside everything else. */
const mostShown = 20;

export interface CompanyAsk {
  readonly show: LineShow;
  /** Whom somebody looks for to take them in; empty where nobody is. */
  readonly find: string;
}

/** Everything the desk shows of one company; null when there is none of this id. The caller has judged access. */
export async function openCompany(platform: Platform, viewer: Clerk, id: string, { show, find }: CompanyAsk, language: LanguageCode) {
  const { db, crypto, clock } = platform;
  const company = await findCompany(db, id);
  if (!company) return null;
  await keepUpCustomers(platform, mostBrought);
  const now = clock.now();
  const works = may(viewer, 'customers:work') && company.archivedAt === null;
  const edits = may(viewer, 'companies:edit');
  const members = await findMemberIds(db, id, mostRead);
  const ids = members.map(({ customerId }) => customerId);
  const keys = await findKeysOf(db, crypto, ids);
  const contact = await findCompanyContact(db, crypto, id);
  const view = readCustomerView(new URLSearchParams({ company: id }));
  const looked = works && find.length > 1 ? readCustomerView(new URLSearchParams({ find })) : null;
  const [sums, shown, past, totals, orders, documents, ageing, suggested, found, line] = await Promise.all([
    sumMembers(db, id),
    findCustomerRows(db, crypto, view, mostShown),
    findPastMembers(db, id, mostShown),
    readTotals(platform, keys),
    readOrders(platform, keys),
    may(viewer, 'invoices:view')
      ? findInvoiceRows(db, crypto, readInvoiceView(new URLSearchParams({ company: id })), { now, most: mostShown })
      : [],
    may(viewer, 'money:view') ? openAgeing(platform, id) : null,
    works ? suggestMembers(db, crypto, company, contact, 8) : [],
    looked ? findCustomerRows(db, crypto, looked, 8) : [],
    readRecordLine(platform, { of: { kind: 'company', id }, members: ids }, keys, show, language, viewer),
  ]);
  const people = await findCustomersByIds(db, crypto, [
    ...past.map(({ customerId }) => customerId),
    ...suggested.map(({ customerId }) => customerId),
  ]);
  const personOf = new Map(people.map((person) => [person.id, person]));
  const elsewhere = await findMemberships(
    db,
    found.map((row) => row.id),
  );
  const names = await findStaffNames(db, [...new Set([...(company.ownerId ? [company.ownerId] : []), ...line.staff])]);
  const nameOf = (staffId: string) => names.get(staffId) ?? '–';
  const since = new Map(members.map((member) => [member.customerId, dayOf(member.since)]));
  const [sent = null] = may(viewer, 'money:view') ? await findStatementSendings(db, crypto, id, 1) : [];
  const shownAddress = (email: string) => (edits ? email : maskedEmail(email));
  return {
    id,
    version: company.version,
    name: company.name,
    nameAr: company.nameAr,
    licence: company.licence,
    trn: company.trn,
    address: company.address,
    domain: company.domain,
    termsDays: company.termsDays,
    // Whoever writes their invoices knows whom to write to; to everybody else an address is masked like any other.
    contact: {
      name: edits ? contact.name : '',
      email: contact.email === '' ? '' : shownAddress(contact.email),
    },
    owner: company.ownerId && nameOf(company.ownerId),
    archivedOn: company.archivedAt && dayOf(company.archivedAt),
    made: dayOf(company.createdAt),
    sums: { ...sums, lifetime: money(sums.lifetime, 'AED'), balance: money(sums.balance, 'AED') },
    readOf: sums.members > mostRead ? mostRead : null,
    members: shown.map((row) => ({
      id: row.id,
      name: row.name,
      email: maskedEmail(row.email),
      orders: row.orders,
      balance: money(row.balance, 'AED'),
      since: since.get(row.id) ?? null,
    })),
    past: past.flatMap(({ customerId, since: from, until }) => {
      const person = personOf.get(customerId);
      return person ? [{ id: customerId, name: person.name, since: dayOf(from), until: dayOf(until) }] : [];
    }),
    suggested: suggested.flatMap(({ customerId, why }) => {
      const person = personOf.get(customerId);
      return person ? [{ id: customerId, name: person.name, email: maskedEmail(person.email), why }] : [];
    }),
    found: looked
      ? found.map((row) => ({ id: row.id, name: row.name, email: maskedEmail(row.email), company: elsewhere.get(row.id)?.name ?? null }))
      : null,
    find,
    totals,
    orders,
    documents: documents.map(shownRow),
    /** The statement that left last, or is on its way. */
    sent: sent && { to: sent.sentTo && shownAddress(sent.sentTo), on: dayOf(sent.askedAt), left: sent.sentAt !== null },
    ageing: ageing && { due: ageing.due, sum: ageing.sum },
    line: { show, more: line.more, entries: line.entries.map(({ staff, ...entry }) => ({ ...entry, by: staff && nameOf(staff) })) },
    may: {
      work: works,
      edit: edits,
      invoices: may(viewer, 'invoices:view'),
      money: may(viewer, 'money:view'),
      send: may(viewer, 'invoices:issue'),
      flights: may(viewer, 'flight-orders:view'),
    },
  };
}
export type OpenCompany = NonNullable<Awaited<ReturnType<typeof openCompany>>>;

const list = (states: readonly string[]) =>
  sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  );
const nothing = list(neverWere);

/** What was ordered and stands, by the currency in which it was. */
async function readTotals({ db, crypto }: Platform, keys: Keyring) {
  const rows = await rowsOf<{ currency: CurrencyCode; orders: number; total: string }>(
    db,
    sql`select currency, count(*)::int as orders, sum(total)::bigint as total from orders
      where ${ordersOf(crypto, keys)} and status not in (${list([...neverWere, ...givenUp])}) group by currency order by currency`,
  );
  return rows.map((row) => ({ orders: row.orders, total: money(Number(row.total), row.currency) }));
}

async function readOrders({ db, crypto }: Platform, keys: Keyring) {
  const rows = await rowsOf<{
    reference: string;
    kind: ProductKind;
    status: string;
    total: string;
    currency: CurrencyCode;
    travel_starts: string | Date;
  }>(
    db,
    // Theirs first, and then the newest of them: read by age, orders of everybody else would be passed over.
    sql`select reference, kind, status, total, currency, travel_starts from (select * from orders where ${ordersOf(crypto, keys)} offset 0) o
      where status not in (${nothing}) order by created_at desc limit ${mostShown}`,
  );
  return rows.map((row) => ({
    reference: row.reference,
    kind: row.kind,
    status: row.status,
    total: money(Number(row.total), row.currency),
    travels: dayOf(new Date(row.travel_starts)),
  }));
}
