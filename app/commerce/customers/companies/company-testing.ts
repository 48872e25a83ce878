import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { personalData } from '#app/personal-data.ts';
import type { Clerk, StaffRole, Viewer } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { money } from '#app/values/money.ts';
import { insertInquiry } from '../../inquiries/inquiries-store.server.ts';
import { nothingTold } from '../../inquiries/inquiry-needs.ts';
import type { InvoiceBuyer } from '../../invoices/invoice-lines.ts';
import { issueInvoice } from '../../invoices/issue-invoice.server.ts';
import { findInvoiceRows } from '../../invoices/staff/invoice-desk-store.server.ts';
import { readInvoiceView } from '../../invoices/staff/invoice-list-view.ts';
import { erasePerson } from '../../privacy/erase-person.server.ts';
import { emailIndexOf } from '../../orders/orders-store.server.ts';
import { keepUpCustomers } from '../records/keep-up-customers.server.ts';
import { findKeyOwner } from '../records/customers-store.server.ts';
import { mergeCustomers } from '../staff/merge-customers.server.ts';
import { openMerge } from '../staff/open-merge.server.ts';
import { readCompanyForm, type TypedCompany } from './company-form.ts';
import { findMemberships } from './companies-store.server.ts';
import { groupCustomer, ungroupCustomer } from './group-customers.server.ts';
import { makeCompany } from './work-on-company.server.ts';
import type { TestPlatform } from '#tests/support/test-platform.ts';

/** A company as tests write it down. */
export const trn = '100234567800003';
export const noor = { name: 'Al Noor Trading LLC', nameAr: 'النور للتجارة', licence: 'CN-77', trn, address: 'Sheikh Zayed Road, Dubai' };

/** What tests of companies do over and over: clerks, companies, people who belong to them, and what those buy. */
export async function openTestCompanies(platform: TestPlatform) {
  const { db, crypto, clock } = platform;
  const clerk = async (email: string, role: StaffRole): Promise<Viewer & { readonly kind: 'staff' }> => {
    const account = (await findAccountByEmail(db, email))!;
    const user = { ...account, fullName: account.name, createdAt: new Date(clock.now()).toISOString() };
    return { kind: 'staff', user, staff: { userId: account.id, displayName: account.name, roles: [role] } };
  };
  const support = await clerk('support@rihla.example', 'support_agent');
  const finance = await clerk('finance@rihla.example', 'finance');
  const auditor = await clerk('auditor@rihla.example', 'auditor');
  const traveller = (await findAccountByEmail(db, 'traveller@rihla.example'))!;

  const form = (typed: Partial<TypedCompany>) => {
    const sent = new FormData();
    for (const [name, value] of Object.entries(typed)) sent.set(name, value);
    return sent;
  };
  const read = (typed: Partial<TypedCompany>) => readCompanyForm(form(typed), [support.user.id]);
  const factsFrom = (typed: Partial<TypedCompany>) => {
    const answer = read(typed);
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    return answer.facts;
  };
  const make = async (typed: Partial<TypedCompany>, viewer: Clerk = finance) => {
    const made = await makeCompany(platform, viewer, { facts: factsFrom(typed), requestId: 'r' });
    if (!made.ok) throw new Error(made.refused);
    return made.value;
  };
  const group = (customerId: string, companyId: string, viewer: Clerk = support) =>
    groupCustomer(platform, viewer, { customerId, companyId, requestId: 'r' });
  const ungroup = (customerId: string, companyId: string, viewer: Clerk = support) =>
    ungroupCustomer(platform, viewer, { customerId, companyId, requestId: 'r' });
  const companyOf = async (customerId: string) => (await findMemberships(db, [customerId])).get(customerId)?.name ?? null;

  /** Somebody without an account asks to be forgotten. */
  const forget = async (email: string) =>
    expect((await erasePerson(platform, personalData, { userId: null, emails: [email] }, { actor: 'guest' })).ok).toBe(true);

  let number = 0;
  /** Somebody without an account writes to us; their customer. */
  async function guest(name: string, email: string, phone: string | null = null): Promise<string> {
    const now = new Date(clock.now());
    number += 1;
    await transact(db, (tx) =>
      insertInquiry(tx, crypto, {
        id: `guest-${number}`,
        reference: `GUEST-0000${number}`,
        kind: 'other',
        language: 'en',
        contact: { name, email, phone },
        message: 'Hello',
        visa: nothingTold,
        aboutId: null,
        aboutTitle: null,
        startsOn: null,
        endsOn: null,
        adults: null,
        children: null,
        budgetAmount: null,
        budgetCurrency: null,
        fromPlace: null,
        toPlace: null,
        orderReference: null,
        userId: null,
        suspect: false,
        source: 'form',
        answerBy: now,
        createdAt: now,
      }),
    );
    await keepUpCustomers(platform);
    return (await findKeyOwner(db, 'mail', emailIndexOf(crypto, email)))!;
  }

  /** An order of flights by a guest's address, with an invoice of a hundred dirhams that is still open. */
  async function sold(email: string, buyer: InvoiceBuyer): Promise<{ readonly orderId: string; readonly number: string }> {
    number += 1;
    const orderId = `order-${number}`;
    const index = emailIndexOf(crypto, email);
    const contact = crypto.seal(JSON.stringify({ email, phone: '' }), `orders|contact|${orderId}`);
    await db.execute(sql`
      insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
        travel_starts, travel_ends, created_at, changed_at)
      values (${orderId}, ${`ORDER-${number}`}, 'flight', 'ticketed', 'x', ${contact}, ${index}, 'en', 'AED', 10000, 'guest', 'x',
        '2027-01-10', '2027-01-12', ${new Date(clock.now()).toISOString()}, ${new Date(clock.now()).toISOString()})`);
    await db.execute(sql`
      insert into flight_orders (order_id, origin, destination, departs_on, departs_at, airline, supplier, seats, passengers, choices)
      values (${orderId}, 'DXB', 'LHR', '2027-01-10', '2027-01-10T05:00:00Z', 'EK', 'house', 1, '[]', '{}')`);
    const invoice = await transact(db, (tx) =>
      issueInvoice(tx, clock.now(), {
        key: orderId,
        orderId,
        orderReference: `ORDER-${number}`,
        ownerId: null,
        buyer,
        supplyDate: '2026-11-23' as never,
        lines: [{ words: { en: 'Fare', ar: 'أجرة' }, quantity: 1, gross: 10_000, vatCategory: 'zero-rated', vatBasisPoints: 0 }],
        charged: money(10_000, 'AED'),
        rate: '1',
      }),
    );
    await db.execute(sql`insert into instalments (order_id, number, amount) values (${orderId}, 1, 10000)`);
    await keepUpCustomers(platform);
    return { orderId, number: invoice.number };
  }

  /** Brings a duplicate under the one who stays, as it is looked at now. */
  const merge = async ({ kept, gone }: { kept: string; gone: string }, after: 'kept' | 'gone' | null = null) => {
    const open = (await openMerge(platform, support, kept, gone))!;
    return mergeCustomers(platform, support, {
      keptId: kept,
      keptVersion: open.kept.version,
      goneId: gone,
      goneVersion: open.gone.version,
      reason: 'same-phone',
      companies: { kept: open.kept.company?.id ?? null, gone: open.gone.company?.id ?? null, after },
    });
  };

  /** The numbers of the documents that the list of invoices has for an address. */
  const numbers = async (query: string) =>
    (await findInvoiceRows(db, crypto, readInvoiceView(new URLSearchParams(query)), { now: clock.now(), most: 50 })).map(
      (row) => row.number,
    );
  return {
    support,
    finance,
    auditor,
    traveller,
    clerk,
    read,
    factsFrom,
    make,
    group,
    ungroup,
    companyOf,
    forget,
    guest,
    sold,
    merge,
    numbers,
  };
}
