import { sql } from 'drizzle-orm';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import { findSessions } from '#app/platform/account-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hasSecondFactor } from '#app/platform/second-factor-store.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { money, type CurrencyCode } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { showCreditOf } from '../../credits/staff/show-credit-of.server.ts';
import type { Position } from '../../ledger/ledger-postings.ts';
import { readerIndexOf } from '../../newsletter/newsletter-store.server.ts';
import { shownState } from '../../orders/shown-state.ts';
import type { ProductKind } from '../../product-contract.ts';
import { readProfile } from '../book/profile-store.server.ts';
import { deviceName } from '../device-name.ts';
import { findMemberships, findPastMemberships, offeredCompanies } from '../companies/companies-store.server.ts';
import { ordersOf, rowsOf } from '../records/customer-facts-store.server.ts';
import type { RevealField } from '../records/customer-kinds.ts';
import { listMergesOf } from '../records/customer-merges-store.server.ts';
import { maskedEmail, maskedPhone, mayUndo } from '../records/customer-rules.ts';
import { keepUpCustomers } from '../records/keep-up-customers.server.ts';
import { findCustomer, findTwins, readKeyring, readPerson } from '../records/customers-store.server.ts';
import { openFields } from './customer-reveals-store.server.ts';
import { readRecordLine } from './customer-line-store.server.ts';
import type { LineShow } from './customer-line.ts';

const mostBrought = 20;
const houseZone = 'Asia/Dubai';
type Staff = Viewer & { readonly kind: 'staff' };

const dayOf = (at: Date) => dateIn(houseZone, instant(at.getTime()));

/** Everything the desk shows of one customer; null when there is none of this id. The caller has judged access. */
export async function openCustomer(platform: Platform, viewer: Staff, id: string, show: LineShow, language: LanguageCode) {
  const { db, crypto, clock } = platform;
  await keepUpCustomers(platform, mostBrought);
  const customer = await findCustomer(db, id);
  if (!customer) return null;
  const now = clock.now();
  const person = readPerson(crypto, customer);
  const { people, ...keys } = await readKeyring(db, crypto, id);
  const works = may(viewer, 'customers:work');
  const [open, twins, merges, line, orders, sessions, consent, requests, credit, members, before, offered] = await Promise.all([
    openFields(db, id, viewer.user.id, now),
    customer.mergedInto ? [] : findTwins(db, customer),
    listMergesOf(db, id),
    readRecordLine(platform, { of: { kind: 'customer', id } }, keys, show, language, viewer),
    readOrders(platform, keys),
    readSessions(platform, people),
    readConsent(platform, keys),
    readRequests(platform, keys),
    showCreditOf(platform, keys.accounts),
    findMemberships(db, [id]),
    findPastMemberships(db, id),
    works ? offeredCompanies(db, now) : [],
  ]);
  const member = members.get(id) ?? null;
  const gone = await Promise.all(merges.filter((merge) => merge.keptId === id).map(({ goneId }) => findCustomer(db, goneId)));
  const names = await findStaffNames(db, [...new Set([...(customer.blockedBy ? [customer.blockedBy] : []), ...line.staff])]);
  const nameOf = (staffId: string) => names.get(staffId) ?? '–';
  const field = (name: RevealField, plain: string | null, mask: (text: string) => string) => {
    const until = open.get(name);
    return plain === null
      ? null
      : { shown: until ? plain : mask(plain), until: until ? localTimeIn(houseZone, instant(until.getTime())).slice(11) : null };
  };
  return {
    id,
    version: customer.version,
    mergedInto: customer.mergedInto,
    name: person.name,
    email: field('email', person.email, maskedEmail)!,
    phone: field('phone', person.phone, maskedPhone),
    hasAccount: customer.hasAccount,
    country: customer.country && countryName(customer.country, language),
    language: customer.language && languageName(customer.language, language),
    orders: customer.orders,
    lifetime: money(customer.lifetime, 'AED'),
    balance: money(customer.balance, 'AED'),
    since: dayOf(customer.firstSeenAt),
    contact: dayOf(customer.lastContactAt),
    tags: customer.tags,
    risk: customer.risk,
    block: customer.blockedAt && {
      on: dayOf(customer.blockedAt),
      by: nameOf(customer.blockedBy ?? ''),
      reason: customer.blockedReason!,
    },
    trips: orders,
    credit,
    account: people.find((one) => !one.staff)?.id ?? null,
    accounts: people.map((one) => ({ id: one.id, opened: dayOf(new Date(one.created_at)), verified: one.email_verified })),
    sessions,
    consent,
    requests,
    company: member && { id: member.companyId, name: member.name, archived: member.archived, since: dayOf(member.since) },
    companies: before.map(({ companyId, name, since, until }) => ({ id: companyId, name, since: dayOf(since), until: dayOf(until) })),
    offered,
    twins: twins.map(({ customer: twin, why }) => {
      const { name, email } = readPerson(crypto, twin);
      return { id: twin.id, name, email: maskedEmail(email), why, hasAccount: twin.hasAccount, orders: twin.orders };
    }),
    merges: merges
      .filter((merge) => merge.keptId === id)
      .map((merge, at) => ({
        id: merge.id,
        name: gone[at] ? readPerson(crypto, gone[at]).name : '–',
        on: dayOf(merge.mergedAt),
        why: merge.reason,
        undoable: mayUndo(merge, now) && gone[at]?.mergedInto === id,
        until: dayOf(merge.undoUntil),
        undone: merge.undoneAt && dayOf(merge.undoneAt),
      })),
    line: { show, more: line.more, entries: line.entries.map(({ staff, ...entry }) => ({ ...entry, by: staff && nameOf(staff) })) },
    may: {
      work: works && !customer.mergedInto,
      reveal: may(viewer, 'customers:reveal') && !customer.mergedInto,
      block: may(viewer, 'customers:block') && !customer.mergedInto,
      invoices: may(viewer, 'invoices:view'),
      money: may(viewer, 'money:view'),
      privacy: may(viewer, 'privacy:view'),
      quotes: may(viewer, 'flight-orders:view'),
      quote: may(viewer, 'flight-orders:work') && !customer.mergedInto,
    },
  };
}
export type OpenCustomer = NonNullable<Awaited<ReturnType<typeof openCustomer>>>;

type Keys = Parameters<typeof ordersOf>[1];

async function readOrders({ db, crypto }: Platform, keys: Keys) {
  const rows = await rowsOf<{
    reference: string;
    kind: ProductKind;
    status: string;
    money: Position | null;
    total: string;
    currency: CurrencyCode;
    travel_starts: string | Date;
  }>(
    db,
    sql`select reference, kind, status, total, currency, travel_starts, (select state from order_money_states m where m.order_id = orders.id) as money
      from orders where ${ordersOf(crypto, keys)} order by created_at desc limit 25`,
  );
  return rows.map((row) => ({
    reference: row.reference,
    kind: row.kind,
    status: shownState(row.status, row.money ?? undefined),
    total: money(Number(row.total), row.currency),
    travels: dayOf(new Date(row.travel_starts)),
  }));
}

async function readSessions({ db, clock }: Platform, people: readonly { readonly id: string }[]) {
  const found = await Promise.all(
    people.map(async ({ id }) => ({ open: await findSessions(db, id, new Date(clock.now())), second: await hasSecondFactor(db, id) })),
  );
  return {
    secondFactor: found.some(({ second }) => second),
    devices: found.flatMap(({ open }) =>
      open.slice(0, 8).map((session) => {
        const { browser, system } = deviceName(session.userAgent);
        return { id: session.id.slice(0, 8), what: [browser, system].filter(Boolean).join(', ') || '–', seen: dayOf(session.seenAt) };
      }),
    ),
  };
}

const listed = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** What they agreed to, as far as it is on record under their account or address. */
async function readConsent(platform: Platform, keys: Keys) {
  const { db, crypto } = platform;
  const mails = keys.mails;
  const readers =
    mails.length === 0
      ? []
      : await rowsOf<{ status: 'pending' | 'reading' | 'left' }>(
          db,
          sql`select status from newsletter_readers where email_index in (${listed(mails.map((mail) => readerIndexOf(crypto, mail)))}) order by changed_at desc limit 1`,
        );
  const profile = keys.accounts[0] ? await readProfile(platform, keys.accounts[0]) : null;
  return {
    letter: readers[0]?.status ?? ('none' as const),
    whatsappService: profile?.contact.whatsappService ?? false,
    whatsappMarketing: profile?.contact.whatsappMarketing ?? false,
  };
}

async function readRequests({ db, crypto }: Platform, keys: Keys) {
  const ways = [
    ...(keys.accounts.length > 0 ? [sql`user_id in (${listed(keys.accounts)})`] : []),
    ...(keys.mails.length > 0 ? [sql`email_index in (${listed(keys.mails.map((mail) => crypto.blindIndex(mail, 'privacy-email')))})`] : []),
  ];
  if (ways.length === 0) return [];
  const rows = await rowsOf<{ id: string; kind: 'export' | 'erase'; status: string; due_at: string | Date }>(
    db,
    sql`select id, kind, status, due_at from privacy_requests where ${sql.join(ways, sql` or `)} order by asked_at desc limit 10`,
  );
  return rows.map((row) => ({ id: row.id.slice(0, 12), kind: row.kind, status: row.status, due: dayOf(new Date(row.due_at)) }));
}
