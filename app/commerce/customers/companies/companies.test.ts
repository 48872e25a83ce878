import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRecords } from '#app/backoffice/find-records.server.ts';
import { openWork } from '#app/backoffice/work-queue/open-work.server.ts';
import { readWorkView } from '#app/backoffice/work-queue/work-view.ts';
import { personalData } from '#app/personal-data.ts';
import { deliveredBrand } from '#app/platform/branding.ts';
import type { Clerk, StaffRole, Viewer } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readDeskView } from '#app/products/flights/staff/desk-address.ts';
import { findFlightOrdersAsStaff } from '#app/products/flights/staff/flight-desk-store.server.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { dayMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { insertInquiry } from '../../inquiries/inquiries-store.server.ts';
import { nothingTold } from '../../inquiries/inquiry-needs.ts';
import type { InvoiceBuyer } from '../../invoices/invoice-lines.ts';
import { readEInvoiceSource } from '../../invoices/e-invoice/e-invoices-store.server.ts';
import { creditInvoice } from '../../invoices/credit-invoice.server.ts';
import { setInvoice } from '../../invoices/invoice-document.server.ts';
import { findInvoiceAsStaff, readSeller } from '../../invoices/invoices-store.server.ts';
import { issueInvoice } from '../../invoices/issue-invoice.server.ts';
import { postStatement, sendStatement, statementSend } from '../../invoices/staff/send-statement.server.ts';
import { findStatementSendings } from '../../invoices/staff/statement-sendings-store.server.ts';
import { findInvoiceRows, owedByCompanies } from '../../invoices/staff/invoice-desk-store.server.ts';
import { readInvoiceView } from '../../invoices/staff/invoice-list-view.ts';
import { openAgeing } from '../../invoices/staff/open-ageing.server.ts';
import { openStatement } from '../../invoices/staff/open-statement.server.ts';
import { setStatement } from '../../invoices/staff/statement-document.server.ts';
import { erasePerson } from '../../privacy/erase-person.server.ts';
import { findRowsOf } from '../../privacy/person-rows-store.server.ts';
import { findFiles, findNotes, insertFile, insertNote } from '../../record-notes/record-notes-store.server.ts';
import { captured } from '../../ledger/ledger-postings.ts';
import { post } from '../../ledger/ledger-store.server.ts';
import { correctAsStaff } from '../../orders/correct-invoice.server.ts';
import { knownCompany } from '../../orders/known-company.server.ts';
import { emailIndexOf, saveInvoiceTo } from '../../orders/orders-store.server.ts';
import { keepUpCustomers } from '../records/keep-up-customers.server.ts';
import { findKeyOwner, reckonDomains } from '../records/customers-store.server.ts';
import { findCustomerRows } from '../staff/customer-desk-store.server.ts';
import { readCustomerView } from '../staff/customer-list-view.ts';
import { mergeCustomers, undoMerge } from '../staff/merge-customers.server.ts';
import { openCustomer } from '../staff/open-customer.server.ts';
import { openMerge } from '../staff/open-merge.server.ts';
import { companyTyped, readCompanyForm, type TypedCompany } from './company-form.ts';
import {
  companyEmailIndex,
  factsOf,
  findCompany,
  findCompanyContact,
  findCompanyMeant,
  findMemberships,
} from './companies-store.server.ts';
import { groupCustomer, ungroupCustomer } from './group-customers.server.ts';
import { companyPlaceOf, domainKey } from './mail-domain-rules.ts';
import { archiveCompany, keepCompany, makeCompany } from './work-on-company.server.ts';
import { companyBulkLine, customerBulkLine } from '../customer-jobs.server.ts';
import { workCustomerLine } from '../staff/bulk-customers.server.ts';
import { workCompanyLine } from './staff/bulk-companies.server.ts';
import { listCompanies } from './staff/company-desk-store.server.ts';
import { companyList } from './staff/company-list.ts';
import { openCompany } from './staff/open-company.server.ts';
import { companiesExport } from './staff/write-companies.server.ts';

const platform = await openDemoPlatform();
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
  (await findInvoiceRows(db, crypto, readInvoiceView(new URLSearchParams(query)), { now: clock.now(), most: 50 })).map((row) => row.number);

const trn = '100234567800003';
const noor = { name: 'Al Noor Trading LLC', nameAr: 'النور للتجارة', licence: 'CN-77', trn, address: 'Sheikh Zayed Road, Dubai' };

describe('what is written down of a company', () => {
  it('takes a number of fifteen digits with its spaces, and wants an address with it', () => {
    expect(read({ ...noor, trn: '1002 3456-7800 003' })).toMatchObject({ ok: true, facts: { trn } });
    expect(read({ ...noor, trn: '10023456780000' })).toMatchObject({ ok: false, faults: { trn: 'trn-wrong' } });
    expect(read({ ...noor, address: '' })).toMatchObject({ ok: false, faults: { address: 'address-missing' } });
    expect(read({ name: 'Just a name' })).toMatchObject({ ok: true, facts: { trn: null, termsDays: 0, ownerId: null } });
  });

  it('says of each field what is wrong with it, and keeps what was typed', () => {
    const wrong = read({
      name: 'A',
      email: 'nobody',
      domain: 'gmail.com',
      termsDays: '121',
      owner: 'stranger',
      licence: 'x'.repeat(61),
    });
    expect(wrong).toMatchObject({
      ok: false,
      typed: { name: 'A', email: 'nobody', domain: 'gmail.com', termsDays: '121' },
      faults: {
        name: 'name-short',
        email: 'email-wrong',
        domain: 'domain-public',
        termsDays: 'terms-wrong',
        owner: 'owner-unknown',
        licence: 'too-long',
      },
    });
    expect(read({ name: 'Noor', domain: 'no domain' })).toMatchObject({ faults: { domain: 'domain-wrong' } });
  });

  it('takes the place of its people as it is written, in whatever form, and no place from an address', () => {
    // Where somebody has mail is theirs, as their address is: it stays sealed with it.
    expect(factsFrom({ name: 'Noor', email: 'accounts@Noor.AE' }).domain).toBe('');
    expect(factsFrom({ name: 'Noor', email: 'noor@gmail.com', domain: 'https://www.noor.ae/contact' }).domain).toBe('noor.ae');
    expect(domainKey('X@Noor.ae.')).toBe('noor.ae');
    expect(['a@noor.ae', 'a@Hotmail.com', 'a@localhost', 'no address'].map(companyPlaceOf)).toEqual(['noor.ae', null, null, null]);
  });
});

describe('a company', () => {
  it('is written by those who keep what invoices say, and read by everybody who sees customers', async () => {
    const facts = factsFrom(noor);
    for (const viewer of [support, auditor])
      expect(await makeCompany(platform, viewer, { facts, requestId: 'r' })).toMatchObject({ refused: 'permission' });
    const id = await make({ ...noor, contactName: 'Huda', email: 'huda@noor.ae', termsDays: '30' });
    const [said] = await listAuditOf(db, `companies:${id}`, 1);
    expect(said).toMatchObject({ action: 'company.made', actor: `staff:${finance.user.id}` });
    // Who is written to stands in no log, and not in clear where it is kept.
    const { rows } = (await db.execute(sql`select contact from company_contacts where company_id = ${id}`)) as unknown as {
      rows: { contact: string }[];
    };
    expect(rows[0]!.contact).not.toContain('huda');
    expect(JSON.stringify(said!.detail)).not.toContain('huda');
    const shown = async (viewer: Viewer & { kind: 'staff' }) =>
      (await openCompany(platform, viewer, id, { show: 'all', find: '' }, 'en'))!.contact;
    expect(await shown(finance)).toEqual({ name: 'Huda', email: 'huda@noor.ae' });
    expect(await shown(support)).toEqual({ name: '', email: 'h…@noor.ae' });
  });

  it('alone bears its number, whoever writes at the same moment; one that is put away leaves it to another', async () => {
    expect(await makeCompany(platform, finance, { facts: factsFrom({ ...noor, name: 'Twin' }), requestId: 'r' })).toMatchObject({
      refused: 'trn-taken',
    });
    const twice = { name: 'Both', trn: '100000000000001', address: 'Dubai' };
    const both = await Promise.all([1, 2].map(() => makeCompany(platform, finance, { facts: factsFrom(twice), requestId: 'r' })));
    expect(both.map((one) => (one.ok ? 'made' : one.refused)).toSorted()).toEqual(['made', 'trn-taken']);
    const first = both.find((one) => one.ok)!;
    const away = { id: first.ok ? first.value : '', version: 1, away: true, requestId: 'r' };
    expect((await archiveCompany(platform, finance, away)).ok).toBe(true);
    const second = await make(twice);
    expect(await archiveCompany(platform, finance, { ...away, version: 2, away: false })).toMatchObject({ refused: 'trn-taken' });
    expect(await archiveCompany(platform, finance, { id: second, version: 1, away: false, requestId: 'r' })).toMatchObject({
      refused: 'not-archived',
    });
  });

  it('is not written over what a colleague changed in between, and says in the log which of it changed', async () => {
    const id = await make({ name: 'Falcon Works' });
    const company = (await findCompany(db, id))!;
    const facts = { ...(await factsOf(db, crypto, company)), licence: 'CN-1', termsDays: 45 };
    const ask = { id, version: company.version, facts, requestId: 'r' };
    expect(await keepCompany(platform, support, ask)).toMatchObject({ refused: 'permission' });
    expect((await keepCompany(platform, finance, ask)).ok).toBe(true);
    expect(await keepCompany(platform, finance, ask)).toMatchObject({ refused: 'changed-meanwhile' });
    expect(companyTyped(await factsOf(db, crypto, (await findCompany(db, id))!))).toMatchObject({ licence: 'CN-1', termsDays: '45' });
    const [said] = await listAuditOf(db, `companies:${id}`, 1);
    expect(said).toMatchObject({ action: 'company.changed', detail: { changed: ['licence', 'termsDays'], termsDaysBefore: 0 } });
  });

  it('does not bring back whoever was written to and is forgotten since, whatever else changed meanwhile', async () => {
    const id = await make({ name: 'Forgetful', contactName: 'Rana', email: 'rana@forgetful.example' });
    const company = (await findCompany(db, id))!;
    const facts = await factsOf(db, crypto, company);
    await forget('rana@forgetful.example');
    const ask = { id, version: company.version, facts, requestId: 'r', hadContact: true };
    expect(await keepCompany(platform, finance, ask)).toMatchObject({ refused: 'contact-gone' });
    expect(await keepCompany(platform, finance, { ...ask, version: 7 })).toMatchObject({ refused: 'contact-gone' });
    expect((await factsOf(db, crypto, company)).contact).toEqual({ name: '', email: '' });
    expect(read({ name: 'Rana alone', contactName: 'Rana' })).toMatchObject({ faults: { email: 'email-missing' } });
  });

  it('keeps what colleagues wrote and filed beside it when whoever was written to is forgotten, and hands them none of it', async () => {
    const id = await make({ name: 'Shared Record', contactName: 'Huda Said', email: 'huda@shared.example', licence: 'CN-9' });
    const record = { kind: 'company', id } as const;
    await transact(db, (tx) =>
      insertNote(tx, crypto, clock.now(), { id: 'shared-note', record, author: support.user.id, words: 'Credit agreed', told: [] }),
    );
    await transact(db, (tx) =>
      insertFile(tx, crypto, {
        id: 'shared-file',
        kind: 'company',
        recordId: id,
        name: 'licence.pdf',
        type: 'application/pdf',
        bytes: 4,
        stored: 'shared-file',
        keptBy: support.user.id,
        at: new Date(clock.now()),
      }),
    );
    const theirs = await findRowsOf(db, crypto, personalData, { userId: null, emails: ['huda@shared.example'] });
    expect(theirs.filter(({ rows }) => rows.length > 0).map(({ table }) => table)).toEqual(['company_contacts']);
    await forget('huda@shared.example');
    expect(await findCompanyContact(db, crypto, id)).toEqual({ name: '', email: '' });
    expect((await findNotes(db, crypto, record)).map(({ words }) => words)).toEqual(['Credit agreed']);
    expect((await findFiles(db, crypto, record)).map(({ name }) => name)).toEqual(['licence.pdf']);
  });

  it('is meant by its id, its number or its whole name in either script, and by no part of it', async () => {
    const meant = async (typed: string) => (await findCompanyMeant(db, typed))?.name ?? null;
    expect(await meant(trn)).toBe(noor.name);
    expect(await meant('al noor TRADING llc')).toBe(noor.name);
    expect(await meant('النور للتجارة')).toBe(noor.name);
    await make({ name: 'Two Names Only', nameAr: 'اسمان فقط' });
    expect(await meant('اسمان فقط')).toBe('Two Names Only');
    expect(await meant('noor')).toBe(null);
    expect(await meant('%')).toBe(null);
  });
});

describe('who belongs to a company', () => {
  let noorId = '';
  let other = '';
  let amal = '';
  beforeAll(async () => {
    noorId = (await findCompanyMeant(db, trn))!.id;
    other = await make({ name: 'Other Works' });
    amal = await guest('Amal Nasser', 'amal@noor.ae');
  });

  it('is taken in and out by those who work with customers, belongs to one at a time, and keeps the history', async () => {
    for (const viewer of [finance, auditor]) expect(await group(amal, noorId, viewer)).toMatchObject({ refused: 'permission' });
    expect((await group(amal, noorId)).ok).toBe(true);
    expect(await group(amal, noorId)).toMatchObject({ refused: 'group-already' });
    expect(await group(amal, other)).toMatchObject({ refused: 'group-elsewhere' });
    expect(await ungroup(amal, other)).toMatchObject({ refused: 'ungroup-already' });
    clock.advance(dayMs);
    expect((await ungroup(amal, noorId)).ok).toBe(true);
    expect(await ungroup(amal, noorId)).toMatchObject({ refused: 'ungroup-already' });
    expect((await group(amal, other)).ok).toBe(true);
    const record = (await openCustomer(platform, support, amal, 'all', 'en'))!;
    expect(record.company).toMatchObject({ name: 'Other Works' });
    expect(record.companies).toMatchObject([{ name: noor.name, since: '2026-11-23', until: '2026-11-24' }]);
    const acts = record.line.entries.filter(({ what }) => what.startsWith('customer.')).map(({ what }) => what);
    expect(acts.toSorted()).toEqual(['customer.grouped', 'customer.grouped', 'customer.ungrouped']);
    const before = (await openCompany(platform, support, noorId, { show: 'all', find: '' }, 'en'))!;
    expect([before.members, before.past]).toMatchObject([[], [{ name: 'Amal Nasser' }]]);
    await ungroup(amal, other);
  });

  it('is asked once of two colleagues who press at the same moment', async () => {
    const pressed = await Promise.all([group(amal, noorId), group(amal, other)]);
    expect(pressed.map((one) => (one.ok ? 'in' : one.refused)).toSorted()).toEqual(['group-elsewhere', 'in']);
    const now = (await findMemberships(db, [amal])).get(amal)!;
    await ungroup(amal, now.companyId);
  });

  it('is nobody new of a company that is put away', async () => {
    const away = await make({ name: 'Away Works' });
    await group(amal, away);
    await archiveCompany(platform, finance, { id: away, version: 1, away: true, requestId: 'r' });
    const lama = await guest('Lama Saleh', 'lama@example.com');
    expect(await group(lama, away)).toMatchObject({ refused: 'company-archived' });
    expect(await group(lama, 'no-such-company')).toMatchObject({ refused: 'company-gone' });
    expect(await group('nobody', noorId)).toMatchObject({ refused: 'gone' });
    // Those who belonged to it stay, and it comes back whole.
    expect(await companyOf(amal)).toBe('Away Works');
    await archiveCompany(platform, finance, { id: away, version: 2, away: false, requestId: 'r' });
    expect((await openCompany(platform, support, away, { show: 'all', find: '' }, 'en'))!.members).toHaveLength(1);
    await ungroup(amal, away);
  });

  it('is suggested by an address at its place and by its number on an invoice, never by a place of everybody', async () => {
    const [badr, sara] = [await guest('Badr Aziz', 'badr@noor.ae'), await guest('Sara Khan', 'sara@gmail.com')];
    await sold('sara@gmail.com', { name: noor.name, trn, address: noor.address });
    // As rows were before places were kept: a job reckons them.
    await db.execute(sql`update customers set domain_index = null`);
    while ((await reckonDomains(db, crypto, 3)) > 0);
    const suggested = (await openCompany(platform, support, noorId, { show: 'all', find: '' }, 'en'))!.suggested;
    expect(suggested.map(({ id, why }) => [id, why]).toSorted()).toEqual(
      [
        [amal, 'mail'],
        [badr, 'mail'],
        [sara, 'number'],
      ].toSorted(),
    );
    await group(badr, other);
    await group(sara, noorId);
    const left = (await openCompany(platform, support, noorId, { show: 'all', find: '' }, 'en'))!.suggested;
    expect(left.map(({ id }) => id)).toEqual([amal]);
    // Whoever may not take anybody in is suggested nobody.
    expect((await openCompany(platform, auditor, noorId, { show: 'all', find: '' }, 'en'))!.suggested).toEqual([]);
    await ungroup(sara, noorId);
    await ungroup(badr, other);
  });
});

describe('two records that become one', () => {
  const pair = async (name: string, phone: string) => {
    const kept = await guest(name, `${name}@example.com`, phone);
    const gone = await guest(name, `${name}@office.example`, phone);
    return { kept, gone };
  };
  const undo = async (kept: string) => {
    const { merges } = (await openCustomer(platform, support, kept, 'all', 'en'))!;
    return undoMerge(platform, support, { id: kept, merge: merges[0]!.id });
  };
  let one = '';
  let two = '';
  beforeAll(async () => {
    [one, two] = [await make({ name: 'Merge One' }), await make({ name: 'Merge Two' })];
  });

  it('take the company of the duplicate along where the other has none, and leave it there when they are parted', async () => {
    const both = await pair('Mona', '+971501000001');
    await group(both.gone, one);
    expect((await merge(both)).ok).toBe(true);
    expect([await companyOf(both.kept), await companyOf(both.gone)]).toEqual(['Merge One', null]);
    expect((await undo(both.kept)).ok).toBe(true);
    expect([await companyOf(both.kept), await companyOf(both.gone)]).toEqual([null, 'Merge One']);
  });

  it.each([
    ['kept', 'Merge One'],
    ['gone', 'Merge Two'],
  ] as const)('of two companies need a word which one stays: that of the one %s is %s', async (after, name) => {
    const both = await pair(`Two${after}`, after === 'kept' ? '+971501000002' : '+971501000003');
    await group(both.kept, one);
    await group(both.gone, two);
    expect(await merge(both)).toMatchObject({ refused: 'company-undecided' });
    expect((await merge(both, after)).ok).toBe(true);
    expect([await companyOf(both.kept), await companyOf(both.gone)]).toEqual([name, null]);
    expect((await undo(both.kept)).ok).toBe(true);
    expect([await companyOf(both.kept), await companyOf(both.gone)]).toEqual(['Merge One', 'Merge Two']);
  });

  it('are not merged on a look that is not true any more; what was decided since outlasts the undoing', async () => {
    const both = await pair('Since', '+971501000004');
    const open = (await openMerge(platform, support, both.kept, both.gone))!;
    await group(both.gone, two);
    const stale = await mergeCustomers(platform, support, {
      keptId: both.kept,
      keptVersion: open.kept.version,
      goneId: both.gone,
      goneVersion: open.gone.version,
      reason: 'same-phone',
      companies: { kept: null, gone: null, after: null },
    });
    expect(stale).toMatchObject({ refused: 'changed-meanwhile' });
    expect((await merge(both)).ok).toBe(true);
    await ungroup(both.kept, two);
    await group(both.kept, one);
    expect((await undo(both.kept)).ok).toBe(true);
    // Taken out of it as one person, both are; what was begun since stays with the one who stayed.
    expect([await companyOf(both.kept), await companyOf(both.gone)]).toEqual(['Merge One', null]);
  });

  it('belong to it since the day they did, and give each its own back in whatever order two merges are undone', async () => {
    const kept = await guest('Order', 'order@example.com', '+971501000005');
    const first = await guest('Order', 'order@one.example', '+971501000005');
    const second = await guest('Order', 'order@two.example', '+971501000005');
    await group(first, one);
    await group(second, two);
    const since = (await findMemberships(db, [first])).get(first)!.since;
    clock.advance(dayMs);
    expect((await merge({ kept, gone: first })).ok).toBe(true);
    expect((await findMemberships(db, [kept])).get(kept)).toMatchObject({ name: 'Merge One', since });
    expect((await merge({ kept, gone: second }, 'gone')).ok).toBe(true);
    expect(await companyOf(kept)).toBe('Merge Two');
    const { merges } = (await openCustomer(platform, support, kept, 'all', 'en'))!;
    for (const { id } of merges.toReversed()) expect((await undoMerge(platform, support, { id: kept, merge: id })).ok).toBe(true);
    expect([await companyOf(kept), await companyOf(first), await companyOf(second)]).toEqual([null, 'Merge One', 'Merge Two']);
    expect((await findMemberships(db, [first])).get(first)!.since).toEqual(since);
    expect((await listAuditOf(db, `companies:${one}`, 10)).map(({ action }) => action)).toContain('company.merged');
  });

  describe('undone in another order than they were made', () => {
    let three = '';
    beforeAll(async () => {
      three = await make({ name: 'Merge Three' });
    });
    let family = 0;
    const people = async (companies: readonly (string | null)[]) => {
      family += 1;
      const ids: string[] = [];
      for (const [at, company] of companies.entries()) {
        ids.push(await guest(`Family${family}`, `f${family}@p${at}.example`, `+9715011100${family}`));
        if (company) await group(ids[at]!, company);
      }
      return ids;
    };
    /** Merges the others into the first in their order, then undoes those merges in the order that is said. */
    const walk = async (ids: readonly string[], afters: readonly ('kept' | 'gone' | null)[], order: readonly number[]) => {
      const [kept = '', ...gone] = ids;
      for (const [at, each] of gone.entries()) {
        clock.advance(1000);
        expect((await merge({ kept, gone: each }, afters[at])).ok).toBe(true);
      }
      const seen: (string | null)[] = [];
      let known: boolean | null = null;
      for (const at of order) {
        const { merges } = (await openCustomer(platform, support, kept, 'all', 'en'))!;
        const undone = await undoMerge(platform, support, { id: kept, merge: merges.toReversed()[at]!.id });
        known = undone.ok ? undone.value : null;
        seen.push(await companyOf(kept));
      }
      return { seen, known, end: await Promise.all(ids.map(companyOf)) };
    };

    it.each([[[0, 1]], [[1, 0]]] as const)('give the one who stayed their own company back: %s', async (order) => {
      const ids = await people([one, two, three]);
      expect((await walk(ids, ['gone', 'gone'], order)).end).toEqual(['Merge One', 'Merge Two', 'Merge Three']);
    });

    it('do so for three merges, whichever is undone first', async () => {
      for (const order of [
        [0, 1, 2],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
      ]) {
        const ids = await people([one, two, three, two]);
        const { end } = await walk(ids, ['gone', 'gone', 'gone'], order);
        expect([order, end]).toEqual([order, ['Merge One', 'Merge Two', 'Merge Three', 'Merge Two']]);
      }
    });

    it('leave them a company as long as somebody of it is one with them', async () => {
      const ids = await people([null, one, one]);
      const { seen, end, known } = await walk(ids, [null, null], [0, 1]);
      expect([seen, end, known]).toEqual([['Merge One', null], [null, 'Merge One', 'Merge One'], true]);
    });

    it('leave it open, and say so, where those who are one with them belong to several', async () => {
      const ids = await people([null, one, two, three]);
      const { end, known } = await walk(ids, [null, 'kept', 'kept'], [0]);
      expect([end[0], end[1], known]).toEqual([null, 'Merge One', false]);
      const { merges } = (await openCustomer(platform, support, ids[0]!, 'all', 'en'))!;
      for (const { id } of merges.filter(({ undoable }) => undoable)) await undoMerge(platform, support, { id: ids[0]!, merge: id });
      expect(await Promise.all(ids.map(companyOf))).toEqual([null, 'Merge One', 'Merge Two', 'Merge Three']);
    });
  });
});

describe('what is a company’s', () => {
  let id = '';
  let dana = '';
  let byNumber = '';
  let byName = '';
  let privately = '';
  beforeAll(async () => {
    id = await make({ name: 'Dune Events', trn: '100999999900003', address: 'Deira', termsDays: '60' });
    dana = await guest('Dana Omar', 'dana@dune.example');
    await group(dana, id);
    byNumber = (await sold('stranger@example.com', { name: 'DUNE', trn: '100999999900003', address: 'Deira' })).number;
    byName = (await sold('dana@dune.example', { name: 'dune events' })).number;
    privately = (await sold('dana@dune.example', { name: 'Dana Omar' })).number;
    // Of a namesake whom nobody took in.
    await sold('elsewhere@example.com', { name: 'Dune Events' });
  });

  it('are the documents with its number, and with its name on an order of its people; not what they bought for themselves', async () => {
    expect((await numbers(`company=${id}`)).toSorted()).toEqual([byNumber, byName].toSorted());
    expect((await numbers(`company=${id}&queue=open`)).toSorted()).toEqual([byNumber, byName].toSorted());
    expect(await numbers(`company=${id}&queue=credit-notes`)).toEqual([]);
    expect(await numbers(`company=${id}&find=${byName}`)).toEqual([byName]);
    expect(await numbers(`company=${id}&find=${privately}`)).toEqual([]);
    const shown = (await openCompany(platform, finance, id, { show: 'all', find: '' }, 'en'))!;
    expect(shown.documents.map((row) => row.number).toSorted()).toEqual([byNumber, byName].toSorted());
    expect(shown.orders).toHaveLength(2);
    expect(shown.totals).toEqual([{ orders: 2, total: money(20_000, 'AED') }]);
    expect(shown.sums).toMatchObject({ members: 1, orders: 2, balance: money(20_000, 'AED') });
  });

  it('are in its statement, on paper too, with its number', async () => {
    const statement = (await openStatement(platform, new URLSearchParams({ of: `company:${id}` })))!;
    expect(statement.buyer).toBe('Dune Events');
    expect(statement.lines.map(({ about }) => about).toSorted()).toEqual([byNumber, byName].toSorted());
    expect(statement.closing).toBe(20_000);
    const seller = await readSeller(db);
    const { text: paper } = readPdf(await setStatement(statement, { seller, brand: deliveredBrand }, 'en'));
    for (const words of ['Dune Events', '100999999900003', byNumber]) expect(paper).toContain(words);
    expect(paper).not.toContain(privately);
    expect(await openStatement(platform, new URLSearchParams({ of: 'company:nobody' }))).toBe(null);
  });

  it('are owed by its days to pay, in the report of everybody too; what is issued keeps them', async () => {
    clock.advance(10 * dayMs);
    const own = await openAgeing(platform, id);
    expect([own.rows.length, own.sum.later, own.sum.d30]).toEqual([2, 20_000, 0]);
    const agesIn = async (of: string) => (await openAgeing(platform)).rows.find((row) => row.number === of)!.ages;
    expect((await agesIn(byName)).later).toBe(10_000);
    expect((await agesIn(privately)).d30).toBe(10_000);
    // What a document says of its day it goes on saying, whatever becomes of the company.
    await archiveCompany(platform, finance, { id, version: 1, away: true, requestId: 'r' });
    expect((await agesIn(byName)).later).toBe(10_000);
    await archiveCompany(platform, finance, { id, version: 2, away: false, requestId: 'r' });
    // Nobody reads what is owed, or invoices, over the page of a company who may not read them elsewhere.
    const visas = await clerk('visas@rihla.example', 'visa_officer');
    expect(await openCompany(platform, visas, id, { show: 'all', find: '' }, 'en')).toMatchObject({ documents: [], ageing: null });
  });

  it('stay its own when the record of whoever ordered becomes another one, and when the invoice says a number it has not', async () => {
    const plain = await make({ name: 'Plain Name' });
    const [kept, gone] = [
      await guest('Zed', 'zed@example.com', '+971501000009'),
      await guest('Zed', 'zed@office.example', '+971501000009'),
    ];
    await group(gone, plain);
    const own = await sold('zed@office.example', { name: 'PLAIN NAME', trn: '100111111100003', address: 'Deira' });
    await group(kept, id);
    const open = (await openMerge(platform, support, kept, gone))!;
    const merged = await mergeCustomers(platform, support, {
      keptId: kept,
      keptVersion: open.kept.version,
      goneId: gone,
      goneVersion: open.gone.version,
      reason: 'same-phone',
      companies: { kept: id, gone: plain, after: 'kept' },
    });
    expect(merged.ok).toBe(true);
    expect(await numbers(`company=${plain}`)).toEqual([own.number]);
    await ungroup(kept, id);
  });

  it('narrow the lists of customers and of flights, and the queue of work', async () => {
    const rows = await findCustomerRows(db, crypto, readCustomerView(new URLSearchParams({ company: id })), 10);
    expect(rows.map((row) => row.id)).toEqual([dana]);
    for (const sort of ['limit', '-created', 'total', 'departs']) {
      const flights = await findFlightOrdersAsStaff(db, crypto, readDeskView(new URLSearchParams({ company: id, sort })), {
        now: clock.now(),
      });
      expect([flights.rows.length, flights.matching.count]).toEqual([2, 2]);
    }
    const work = await openWork(platform, support, readWorkView(new URLSearchParams({ company: id })), 20);
    expect(work.rows.map(({ kind, customer }) => [kind, customer?.id])).toEqual([['inquiry', dana]]);
    expect((await openWork(platform, support, readWorkView(new URLSearchParams({ company: 'none' })), 20)).rows).toEqual([]);
  });

  it('is offered to somebody who belongs to it and wrote down no company of their own', async () => {
    const viewer = { kind: 'customer', user: { ...traveller, fullName: null, createdAt: '' } } as unknown as Viewer;
    const layla = (await findKeyOwner(db, 'account', traveller.id))!;
    const before = await knownCompany(platform, viewer);
    await group(layla, id);
    const offered = { name: 'Dune Events', address: 'Deira', trn: '100999999900003' };
    expect(await knownCompany(platform, viewer)).toEqual(before ?? offered);
    expect(before).toBe(null);
    await archiveCompany(platform, finance, { id, version: 3, away: true, requestId: 'r' });
    expect(await knownCompany(platform, viewer)).toBe(null);
    await archiveCompany(platform, finance, { id, version: 4, away: false, requestId: 'r' });
    await ungroup(layla, id);
    expect(await knownCompany(platform, { kind: 'anonymous' } as Viewer)).toBe(null);
  });
});

describe('the list of companies', () => {
  const list = (query: string, me = support.user.id) =>
    listCompanies(db, readListView(companyList, new URLSearchParams(query)), { me, most: 50 });
  const names = async (query: string) => (await list(query)).rows.map(({ name }) => name);

  it('finds by a part of either name, a number, a licence and the place of addresses', async () => {
    for (const find of ['noor', 'تجارة', 'النور', trn, 'cn-77']) expect(await names(`find=${find}`)).toEqual([noor.name]);
    await make({ name: 'Placed Works', domain: 'placed.ae' });
    expect(await names('find=placed.ae')).toEqual(['Placed Works']);
    // Where whoever is written to has mail is sealed with their address.
    expect(await names('find=noor.ae')).toEqual([]);
    expect(await names('find=zzz')).toEqual([]);
    expect(await names('find=%25')).toEqual([]);
  });

  it('has tabs, filters and sorts, and walks every page once', async () => {
    expect(await names('queue=owing')).toEqual(['Dune Events']);
    expect(await names('queue=archived')).toEqual(['Both']);
    expect((await names('terms=later&sort=-balance'))[0]).toBe('Dune Events');
    expect((await names('terms=later')).toSorted()).toEqual([noor.name, 'Dune Events', 'Falcon Works']);
    expect((await names('number=with')).toSorted()).toEqual(['Al Noor Trading LLC', 'Both', 'Dune Events']);
    expect(await names('owner=mine')).toEqual([]);
    const { counts } = await list('');
    for (const sort of ['name', '-name', 'members', '-lifetime', 'balance', 'changed']) {
      const seen: string[] = [];
      let after: Awaited<ReturnType<typeof list>>['next'] = null;
      do {
        const view = { ...readListView(companyList, new URLSearchParams({ queue: 'all', sort })), after };
        const page = await listCompanies(db, view, { me: '', most: 2 });
        seen.push(...page.rows.map(({ id }) => id));
        after = page.next;
      } while (after);
      expect([seen.length, new Set(seen).size]).toEqual([counts['all'], counts['all']]);
    }
  });

  it('leaves as a file without whoever is written to', async () => {
    const query = new URLSearchParams({ find: 'noor' });
    const lines: (readonly string[])[] = [];
    for await (const page of companiesExport.pages(platform, finance, { query, language: 'en' })) lines.push(...page);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toHaveLength(companiesExport.head.length);
    expect(lines.flat().join()).not.toMatch(/huda/i);
  });

  it('is searched from the palette by those who see customers', async () => {
    const found = async (viewer: Viewer) =>
      (await findRecords(platform, viewer, 'noor tra', clock.now())).filter(({ kind }) => kind === 'company').map(({ name }) => name);
    expect(await found(support)).toEqual([noor.name]);
    expect(await found(await clerk('pricing@rihla.example', 'pricing_manager'))).toEqual([]);
  });
});

describe('the pages of companies', () => {
  let app: TestApp;
  let id = '';
  const base = '/admin/customers/companies';
  const cookies: Record<string, string> = {};
  beforeAll(async () => {
    await platform.jobs.handle(customerBulkLine, (line) => workCustomerLine(platform, line));
    await platform.jobs.handle(companyBulkLine, (line) => workCompanyLine(platform, line));
    app = await openTestApp(platform);
    id = (await findCompanyMeant(db, trn))!.id;
    for (const who of ['support', 'finance', 'auditor', 'pricing', 'admin'])
      cookies[who] = await app.signIn(`${who}@rihla.example`, demoPassword);
  }, 120_000);

  const get = async (who: string, path: string) => app.send(path, { cookie: cookies[who]! });
  const post = (who: string, path: string, sent: Record<string, string>) => app.send(path, { cookie: cookies[who]!, form: sent });

  it('are open to those who may read, and to nobody else; each form to those whose work it is', async () => {
    for (const who of ['support', 'finance', 'auditor']) {
      expect((await get(who, base)).status).toBe(200);
      expect((await get(who, `${base}/${id}`)).status).toBe(200);
    }
    expect((await get('pricing', base)).headers.get('location')).toMatch(/unauthorized/);
    for (const [who, status] of [
      ['support', 302],
      ['auditor', 302],
      ['finance', 200],
    ] as const)
      for (const path of [`${base}/new`, `${base}/${id}/edit`, `${base}/bulk`]) expect((await get(who, path)).status).toBe(status);
    expect((await post('finance', `${base}/${id}`, { act: 'group', customer: 'x' })).headers.get('location')).toMatch(/unauthorized/);
    expect((await get('support', `${base}/nothing`)).status).toBe(404);
    expect((await get('finance', `${base}/nothing/edit`)).status).toBe(404);
  });

  it('make a company once for two presses, and give what was typed back with what is wrong', async () => {
    const page = await (await get('finance', `${base}/new`)).text();
    const key = /name="key" value="([^"]+)"/.exec(page)![1]!;
    const wrong = await post('finance', `${base}/new`, { key, intent: 'save', name: 'Press Works', trn: '12', address: 'Deira' });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain('value="Press Works"');
    expect(html).toContain('A TRN has 15 digits');
    const taken = await post('finance', `${base}/new`, { key: `${key}-2`, intent: 'save', name: 'Press Works', trn, address: 'Deira' });
    expect(taken.status).toBe(409);
    expect(await taken.text()).toContain(noor.name);
    const right = { key: `${key}-3`, intent: 'save', name: 'Press Works', termsDays: '7' };
    const [first, second] = [await post('finance', `${base}/new`, right), await post('finance', `${base}/new`, right)];
    expect([first.status, second.headers.get('location')]).toEqual([303, first.headers.get('location')]);
    expect(await (await get('finance', first.headers.get('location')!)).text()).toContain('The company is written down.');
  });

  it('show what a colleague wrote beside what was typed, and write over it when it is pressed again', async () => {
    const company = (await findCompanyMeant(db, 'Press Works'))!;
    const here = `${base}/${company.id}/edit`;
    const sent = { intent: 'save', version: String(company.version), name: 'Press Works', licence: 'MINE' };
    expect((await post('admin', here, { ...sent, licence: 'THEIRS' })).status).toBe(303);
    const refused = await post('finance', here, sent);
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toMatch(/changed this company while you were writing/);
    expect(html).toMatch(/It says now:.*?THEIRS/s);
    expect(html).toContain('value="MINE"');
    const version = /name="version" value="(\d+)"/.exec(html)![1]!;
    expect((await post('finance', here, { ...sent, version })).status).toBe(303);
    expect((await findCompany(db, company.id))!.licence).toBe('MINE');
    expect((await post('finance', here, { intent: 'archive', version: 'x' })).headers.get('location')).toContain(
      'refused=changed-meanwhile',
    );
  });

  it('hand nobody out again who was written to and is forgotten since, whatever is wrong with the form', async () => {
    const company = await make({ name: 'Open Form', contactName: 'Rana Ali', email: 'rana@open.example' });
    const here = `${base}/${company}/edit`;
    const drawn = await (await get('finance', here)).text();
    expect(drawn).toContain('name="hadContact" value="1"');
    const sent = { intent: 'save', version: '1', hadContact: '1', name: 'Open Form', contactName: 'Rana Ali', email: 'rana@open.example' };
    await forget('rana@open.example');
    const answers = [sent, { ...sent, trn: '12' }, { ...sent, trn, address: 'Deira' }, { ...sent, version: '9' }].map(async (form) => {
      const answer = await post('finance', here, form);
      return [answer.status, await answer.text()] as const;
    });
    for (const [status, html] of await Promise.all(answers)) {
      expect(status).toBeGreaterThan(400);
      expect(html).not.toMatch(/rana@open|Rana Ali/);
      expect(html).toContain('Whoever was written to is not kept any more');
      expect(html).not.toContain('name="hadContact"');
    }
    // Somebody else may be written down then.
    const another = { ...sent, hadContact: '', contactName: 'Badr', email: 'badr@open.example' };
    expect((await post('finance', here, another)).status).toBe(303);
    expect((await findCompanyContact(db, crypto, company)).name).toBe('Badr');
  });

  it('take a customer in from their own page by a name, and say so where nobody is called so', async () => {
    const customer = await guest('Page Person', 'page@example.com');
    const at = `/admin/customers/${customer}`;
    const unknown = await post('support', at, { act: 'group', company: 'Nobody Ltd' });
    expect(unknown.headers.get('location')).toBe(`${at}?refused=company-unknown&company=Nobody%20Ltd#company`);
    const html = await (await get('support', unknown.headers.get('location')!.replace(/#.*/, ''))).text();
    expect(html).toContain('value="Nobody Ltd"');
    expect(html).toContain('No company, or more than one, is called so.');
    expect((await post('support', at, { act: 'group', company: noor.name })).headers.get('location')).toBe(`${at}?did=grouped`);
    const found = await (await get('support', `${base}/${id}?find=page`)).text();
    expect(found).toContain('Page Person');
    expect((await post('support', `${base}/${id}`, { act: 'ungroup', customer })).headers.get('location')).toBe(
      `${base}/${id}?did=ungrouped`,
    );
    expect((await post('support', `${base}/${id}`, { act: 'nonsense', customer })).headers.get('location')).toContain('refused=gone');
  });

  it('take many in at once, tried first and each by itself, and put many companies away', async () => {
    const two = [await guest('Bulk Anna', 'anna@bulk.example'), await guest('Bulk Omar', 'omar@bulk.example')];
    const company = (await findCompanyMeant(db, 'Press Works'))!;
    const tried = await (await get('support', '/admin/customers/bulk?deed=group&all=1&list=find%3Dbulk&aim=press%20works')).text();
    const lines = [...tried.matchAll(/name="line" value="([^"]+)"/g)].map(([, line]) => line!);
    expect(lines).toHaveLength(2);
    const key = /name="key" value="([^"]+)"/.exec(tried)![1]!;
    const begun = await app.send('/admin/customers/bulk', {
      cookie: cookies['support']!,
      form: { key, intent: 'group', aim: company.id, line: lines },
    });
    expect(begun.status).toBe(303);
    // Grouped elsewhere meanwhile: left alone, and said.
    await group(two[1]!, id);
    await platform.jobs.drain();
    expect([await companyOf(two[0]!), await companyOf(two[1]!)]).toEqual(['Press Works', noor.name]);
    const told = await (await get('support', begun.headers.get('location')!)).text();
    expect(told).toContain('belongs to the company now');
    expect(told).toContain('They belong to another company');
    const away = await (await get('finance', `${base}/bulk?deed=archive&company=${company.id}`)).text();
    const line = /name="line" value="([^"]+)"/.exec(away)![1]!;
    const form = { key: /name="key" value="([^"]+)"/.exec(away)![1]!, intent: 'archive', line };
    const run = (await post('finance', `${base}/bulk`, form)).headers.get('location')!;
    await platform.jobs.drain();
    expect(await (await get('finance', run)).text()).toContain('archived');
    expect((await findCompany(db, company.id))!.archivedAt).not.toBe(null);
    expect(await (await get('finance', `${base}/bulk?deed=archive&company=${company.id}`)).text()).toContain('It is archived already.');
  });

  it('name a company in the filters of lists: whichever of however many there are, without a script', async () => {
    await db.execute(sql`
      insert into companies (id, name, said, created_by, created_at, changed_at)
      select 'many-' || n, 'Many ' || n, 'many ' || n, 'x', now(), now() from generate_series(1, 240) n`);
    for (const path of ['/admin/customers', '/admin/invoices', '/admin/work', '/admin/orders/flights']) {
      const asked = (typed: string, more = '') => get('admin', `${path}?company-named=${encodeURIComponent(typed)}${more}`);
      const to = async (typed: string, more = '') => (await asked(typed, more)).headers.get('location');
      expect(await to('many 239', '&sort=-created&after=x~y')).toBe(`${path}?sort=-created&company=many-239`);
      expect(await to('al noor tr')).toBe(`${path}?company=${id}`);
      // As it was drawn, with another filter changed; and taken away.
      expect(await to(noor.name, `&company=${id}&find=x`)).toBe(`${path}?find=x&company=${id}`);
      expect(await to('', `&company=${id}`)).toBe(path);
      if (path.endsWith('flights')) continue;
      const several = await (await asked('many')).text();
      expect([path, several.includes('Several companies are called like “many”')]).toEqual([path, true]);
      expect(several).toContain(`href="${path}?company=many-1"`);
      expect(several).toContain('value="many"');
      expect(await (await asked('no such house')).text()).toContain('No company is called “no such house”');
      const chosen = await (await get('admin', `${path}?company=many-7`)).text();
      expect(chosen).toMatch(/type="hidden" name="company" value="many-7"/);
      expect(chosen).toMatch(/name="company-named"[^>]*value="Many 7"/);
    }
    const offered = async (who: string) =>
      (await (await get(who, `${base}/named?q=many%2023`)).json()).found.map(({ name }: { name: string }) => name);
    expect(await offered('finance')).toEqual(['Many 23', ...Array.from({ length: 10 }, (_, n) => `Many ${230 + n}`)]);
    expect(await offered('pricing')).toEqual([]);
    await db.execute(sql`delete from companies where id like 'many-%'`);
  });

  it('send the statement once it was looked at: to whom, and how it is said after', async () => {
    await platform.jobs.handle(statementSend, ({ sendingId }) => postStatement(platform, sendingId));
    const company = await make({ name: 'Statement Page', contactName: 'Huda', email: 'huda@statement-page.example' });
    const here = `/admin/invoices/statement/send?of=company:${company}`;
    for (const who of ['support', 'auditor', 'pricing']) expect((await get(who, here)).headers.get('location')).toMatch(/unauthorized/);
    expect((await get('finance', '/admin/invoices/statement/send?of=company:nobody')).status).toBe(404);
    const page = await (await get('finance', here)).text();
    expect(page).toContain('huda@statement-page.example');
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)![1]!;
    const form = { key: field('key'), to: field('to'), from: field('from'), until: field('until'), language: 'es' };
    for (const wrong of [{ language: 'xx' }, { from: '2026-99-01' }, { from: '2027-01-01', until: '2026-01-01' }])
      expect((await post('finance', here, { ...form, ...wrong, key: `${form.key}-${Object.values(wrong)[0]}` })).status).toBe(400);
    const [first, second] = [await post('finance', here, form), await post('finance', here, form)];
    expect(first.headers.get('location')).toBe(`${base}/${company}?did=statement-sent`);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    await platform.jobs.drain();
    const record = await (await get('finance', first.headers.get('location')!)).text();
    expect(record).toContain('The statement of account is on its way.');
    expect(record).toMatch(/Statement sent to huda@statement-page\.example on/);
    expect(await (await get('auditor', `${base}/${company}`)).text()).toMatch(/Statement sent to h…@statement-page\.example on/);
    const again = await post('finance', here, { ...form, key: `${form.key}-again` });
    const refused = await (await get('finance', again.headers.get('location')!)).text();
    expect(refused).toContain('A statement left for this company less than an hour ago.');
  });

  it('read no columns, filters and cursors of nonsense', async () => {
    for (const query of ['?queue=x&owner=x&terms=x&sort=x&after=zzz', '?after=t%00~1', `?find=${'x'.repeat(300)}`])
      expect((await get('auditor', `${base}${query}`)).status).toBe(200);
    for (const path of ['/admin/customers', '/admin/invoices', '/admin/work'])
      expect([path, (await get('admin', `${path}?company=${encodeURIComponent("'; drop")}`)).status]).toEqual([path, 200]);
    expect(readDeskView(new URLSearchParams({ company: "'; drop" })).company).toBe('');
  });
});

describe('what is a company’s in the end', () => {
  const agesIn = async (of: string) => (await openAgeing(platform)).rows.find((row) => row.number === of)!.ages;
  const statement = async (id: string) => {
    const { lines, closing } = (await openStatement(platform, new URLSearchParams({ of: `company:${id}` })))!;
    return [lines.map(({ kind, amount }) => [kind, amount]), closing];
  };

  it('stays its own, with its days and its history, however often the record of whoever ordered went into another', async () => {
    const id = await make({ name: 'Long Way', termsDays: '60' });
    const people: string[] = [];
    for (const at of [0, 1, 2, 3]) people.push(await guest('Walker', `walker@p${at}.example`, '+971502220001'));
    await group(people[0]!, id);
    const own = await sold('walker@p0.example', { name: 'long way' });
    await ungroup(people[0]!, id);
    clock.advance(10 * dayMs);
    for (const at of [0, 1, 2]) expect((await merge({ kept: people[at + 1]!, gone: people[at]! })).ok).toBe(true);
    expect(await numbers(`company=${id}`)).toEqual([own.number]);
    expect((await agesIn(own.number)).later).toBe(10_000);
    const shown = (await openCompany(platform, support, id, { show: 'all', find: '' }, 'en'))!;
    expect(shown.past).toMatchObject([{ id: people[3]!, name: 'Walker' }]);
    expect((await openCustomer(platform, support, people[3]!, 'all', 'en'))!.companies).toMatchObject([{ name: 'Long Way' }]);
  });

  it('says of somebody whose two records belonged to it that they belong, and not that they left', async () => {
    const id = await make({ name: 'Both Within' });
    const [kept, gone] = [
      await guest('Within', 'within@p0.example', '+971502220002'),
      await guest('Within', 'within@p1.example', '+971502220002'),
    ];
    for (const each of [kept, gone]) await group(each, id);
    expect((await merge({ kept, gone })).ok).toBe(true);
    const shown = async () => (await openCompany(platform, support, id, { show: 'all', find: '' }, 'en'))!;
    expect([(await shown()).members.map((row) => row.id), (await shown()).past]).toEqual([[kept], []]);
    expect((await openCustomer(platform, support, kept, 'all', 'en'))!.companies).toEqual([]);
    await ungroup(kept, id);
    expect((await shown()).past.map((row) => row.id)).toEqual([kept, kept]);
  });

  it('is by its name nothing that bears the number of another company', async () => {
    const number = '100555555500003';
    const named = await make({ name: 'Shade Works', termsDays: '60' });
    const numbered = await make({ name: 'Shade Works', trn: number, address: 'Deira' });
    const member = await guest('Shade', 'shade@p0.example');
    await group(member, named);
    const theirs = await sold('shade@p0.example', { name: 'Shade Works', trn: number, address: 'Deira' });
    const own = await sold('shade@p0.example', { name: 'Shade Works', trn: '100666666600003', address: 'Deira' });
    clock.advance(10 * dayMs);
    expect([await numbers(`company=${named}`), await numbers(`company=${numbered}`)]).toEqual([[own.number], [theirs.number]]);
    expect([(await agesIn(theirs.number)).d30, (await agesIn(own.number)).later]).toEqual([10_000, 10_000]);
  });

  it('is no total of orders that were given up, and the same sums whatever the list is sorted by', async () => {
    const id = await make({ name: 'Cancel Works' });
    const member = await guest('Cancel', 'cancel@p0.example');
    await group(member, id);
    const buyer = { name: 'Cancel Works' };
    await sold('cancel@p0.example', buyer);
    const { orderId } = await sold('cancel@p0.example', buyer);
    await db.execute(sql`update orders set status = 'voided', version = version + 1 where id = ${orderId}`);
    const shown = (await openCompany(platform, support, id, { show: 'all', find: '' }, 'en'))!;
    expect(shown.totals).toEqual([{ orders: 1, total: money(10_000, 'AED') }]);
    const rows = async (sort: string) => {
      const view = readListView(companyList, new URLSearchParams({ queue: 'all', sort }));
      return (await listCompanies(db, view, { me: '', most: 100 })).rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    };
    const byName = await rows('name');
    expect(byName.find((row) => row.id === id)).toMatchObject({ members: 1, orders: 2, balance: 20_000 });
    expect(byName.find((row) => row.name === 'Both')).toMatchObject({ members: 0, orders: 0, lifetime: 0, balance: 0 });
    expect([await rows('-balance'), await rows('-changed')]).toEqual([byName, byName]);
  });

  it('is not paid with the money of an order whose invoice was made out anew to another one', async () => {
    const [wrong, right] = [
      { name: 'Wrong Buyer', trn: '100777777700003', address: 'Deira' },
      { name: 'Right Buyer', trn: '100888888800003', address: 'Deira' },
    ];
    const [first, second] = [await make(wrong), await make(right)];
    const order = await sold('payer@example.com', wrong);
    const paid = { provider: 'house', orderId: order.orderId, paymentId: `payment-${order.orderId}` };
    await transact(db, (tx) => post(tx, clock.now(), captured(paid, money(10_000, 'AED'), `paid-${order.orderId}`)));
    expect(await statement(first)).toEqual([
      [
        ['invoice', 10_000],
        ['payment', -10_000],
      ],
      0,
    ]);
    await transact(db, (tx) => saveInvoiceTo(tx, crypto, order.orderId, right));
    clock.advance(dayMs);
    expect(await correctAsStaff(platform, { viewer: finance, number: order.number, requestId: 'r' })).toMatchObject({ ok: true });
    expect(await statement(first)).toEqual([
      [
        ['invoice', 10_000],
        ['credit-note', -10_000],
      ],
      0,
    ]);
    expect(await statement(second)).toEqual([
      [
        ['payment', -10_000],
        ['invoice', 10_000],
      ],
      0,
    ]);
  });
});

describe('a company that is renamed, and its namesakes', () => {
  const rename = async (id: string, name: string) => {
    const company = (await findCompany(db, id))!;
    const facts = { ...(await factsOf(db, crypto, company)), name };
    expect((await keepCompany(platform, finance, { id, version: company.version, facts, requestId: 'r' })).ok).toBe(true);
  };

  it('keeps what it was issued without a number, with the credit notes of it and what is issued anew; and takes in its new name', async () => {
    const id = await make({ name: 'Old Sign' });
    const member = await guest('Sign', 'sign@p0.example');
    // Sold before anybody took them in: nothing is written down of it yet.
    const before = await sold('sign@p0.example', { name: 'Old Sign' });
    await group(member, id);
    const own = await sold('sign@p0.example', { name: 'OLD SIGN' });
    const both = [before.number, own.number].toSorted();
    expect((await numbers(`company=${id}`)).toSorted()).toEqual(both);
    await rename(id, 'New Sign');
    expect((await numbers(`company=${id}`)).toSorted()).toEqual(both);
    const { id: invoiceId } = (await findInvoiceAsStaff(db, own.number))!;
    const note = await transact(db, (tx) => creditInvoice(tx, clock.now(), { key: 'note', invoiceId, reason: 'goodwill' }));
    const newest = await sold('sign@p0.example', { name: 'New Sign' });
    const all = [...both, note.ok ? note.value.number : '', newest.number].toSorted();
    expect((await numbers(`company=${id}`)).toSorted()).toEqual(all);
    await rename(id, 'Third Sign');
    await ungroup(member, id);
    expect((await numbers(`company=${id}`)).toSorted()).toEqual(all);
    // Whoever is called so afterwards finds none of it in their books.
    const heir = await make({ name: 'Old Sign' });
    await group(member, heir);
    expect(await numbers(`company=${heir}`)).toEqual([]);
    const theirs = await sold('sign@p0.example', { name: 'Old Sign' });
    expect([await numbers(`company=${heir}`), (await numbers(`company=${id}`)).toSorted()]).toEqual([[theirs.number], all]);
  });

  it('shares no document with a company of the same name: it is of the one to which whoever ordered belonged that day', async () => {
    const [first, second] = [await make({ name: 'Same Sign' }), await make({ name: 'Same Sign' })];
    const member = await guest('Same', 'same@p0.example');
    const early = await sold('same@p0.example', { name: 'Same Sign' });
    clock.advance(dayMs);
    await group(member, first);
    const ofFirst = await sold('same@p0.example', { name: 'Same Sign' });
    clock.advance(dayMs);
    await ungroup(member, first);
    await group(member, second);
    const ofSecond = await sold('same@p0.example', { name: 'Same Sign' });
    const of = async (id: string) => (await numbers(`company=${id}`)).toSorted();
    expect(await of(first)).toEqual([early.number, ofFirst.number].toSorted());
    expect(await of(second)).toEqual([ofSecond.number]);
    // Without what was written down at the issue the day decides the same.
    await db.execute(sql`delete from company_documents`);
    expect([await of(first), await of(second)]).toEqual([[early.number, ofFirst.number].toSorted(), [ofSecond.number]]);
  });
});

describe('an invoice of a company that has days to pay', () => {
  it('says the day on which it is due, on paper and in its electronic form, and is overdue after it', async () => {
    const number = '100321321300003';
    const buyer = { name: 'Terms House', trn: number, address: 'Deira' };
    const id = await make({ ...buyer, termsDays: '30' });
    const own = await sold('terms@p0.example', buyer);
    const stranger = await sold('nobody@p0.example', { name: 'Nobody' });
    const invoice = (await findInvoiceAsStaff(db, own.number))!;
    const due = invoice.dueOn!;
    expect(Date.parse(due) - Date.parse(invoice.issuedAt.toISOString().slice(0, 10))).toBe(30 * dayMs);
    expect((await readEInvoiceSource(db, invoice)).dueOn).toBe(due);
    const paper = readPdf(await setInvoice(invoice, { corrects: null, brand: deliveredBrand }, 'en')).text;
    expect(paper).toMatch(/Due on .*unless it is paid already/);
    expect(paper).not.toContain('Paid in full');
    const other = (await findInvoiceAsStaff(db, stranger.number))!;
    expect(readPdf(await setInvoice(other, { corrects: null, brand: deliveredBrand }, 'en')).text).toContain('Paid in full');
    // What was agreed afterwards is not read back into a document that is out.
    const company = (await findCompany(db, id))!;
    const facts = { ...(await factsOf(db, crypto, company)), termsDays: 0 };
    await keepCompany(platform, finance, { id, version: company.version, facts, requestId: 'r' });
    expect((await findInvoiceAsStaff(db, own.number))!.dueOn).toBe(due);
    expect((await findInvoiceAsStaff(db, (await sold('terms@p0.example', buyer)).number))!.dueOn).toBe(null);

    const stands = async () =>
      (await findInvoiceRows(db, crypto, readInvoiceView(new URLSearchParams({ find: own.number })), { now: clock.now(), most: 1 }))[0]!;
    clock.advance(30 * dayMs);
    expect([(await stands()).standing.state, (await stands()).dueOn]).toEqual(['open', due]);
    clock.advance(dayMs);
    expect((await stands()).standing.state).toBe('overdue');
  });

  it('is counted on the dashboard as the list has it to which the count leads, and no invoice of anybody else', async () => {
    const owed = await owedByCompanies(db, clock.now(), 500);
    const rows = await findInvoiceRows(db, crypto, readInvoiceView(new URLSearchParams('queue=overdue&buyer=company')), {
      now: clock.now(),
      most: 500,
    });
    expect(owed).toEqual({ invoices: rows.length, due: rows.reduce((sum, row) => sum + row.standing.due, 0), more: false });
    expect(rows.length).toBeGreaterThan(0);
    expect((await owedByCompanies(db, clock.now(), rows.length - 1)).more).toBe(true);
    const others = await numbers('buyer=person');
    expect(others.filter((one) => rows.some((row) => row.number === one))).toEqual([]);
    expect(others.length).toBeGreaterThan(0);
  });
});

describe('a statement of account that is sent', () => {
  const ask = async (id: string, email: string, viewer: Clerk = finance) =>
    sendStatement(platform, viewer, {
      companyId: id,
      from: '2026-01-01' as never,
      until: '2026-12-31' as never,
      language: 'en',
      shownTo: companyEmailIndex(crypto, email),
      requestId: 'r',
    });
  const mails = async () =>
    (
      (await db.execute(sql`select count(*)::int as n from mail_log where kind = 'statements.sent'`)) as unknown as {
        rows: { n: number }[];
      }
    ).rows[0]!.n;

  it('leaves once, for the address that was looked at, and not twice within the hour', async () => {
    const id = await make({ name: 'Sent House', contactName: 'Huda', email: 'huda@sent.example' });
    expect(await ask(id, 'huda@sent.example', support)).toMatchObject({ refused: 'permission' });
    expect(await ask(id, 'else@sent.example')).toMatchObject({ refused: 'contact-changed' });
    expect(await ask('nobody', 'huda@sent.example')).toMatchObject({ refused: 'gone' });
    expect(await ask(await make({ name: 'No Contact House' }), 'x@sent.example')).toMatchObject({ refused: 'no-contact' });
    const before = await mails();
    const pressed = await Promise.all([ask(id, 'huda@sent.example'), ask(id, 'huda@sent.example')]);
    expect(pressed.map((one) => (one.ok ? 'sent' : one.refused)).toSorted()).toEqual(['sent', 'sent-lately']);
    await platform.jobs.drain();
    expect((await mails()) - before).toBe(1);
    const [sending] = await findStatementSendings(db, crypto, id, 5);
    expect(sending).toMatchObject({ sentTo: 'huda@sent.example', language: 'en' });
    expect(sending!.sentAt).not.toBe(null);
    // The job comes again.
    await postStatement(platform, sending!.id);
    expect((await mails()) - before).toBe(1);
    clock.advance(3_600_000);
    expect((await ask(id, 'huda@sent.example')).ok).toBe(true);
    const [said] = await listAuditOf(db, `companies:${id}`, 1);
    expect(said).toMatchObject({ action: 'company.statement-sent', detail: { from: '2026-01-01', until: '2026-12-31' } });
    expect(JSON.stringify(said!.detail)).not.toContain('huda');
  });

  it('is not sent to somebody who is forgotten before it leaves, and names nobody afterwards', async () => {
    const id = await make({ name: 'Forgotten House', contactName: 'Rana', email: 'rana@sent.example' });
    expect((await ask(id, 'rana@sent.example')).ok).toBe(true);
    await forget('rana@sent.example');
    await platform.jobs.drain();
    const [sending] = await findStatementSendings(db, crypto, id, 5);
    expect(sending!.sentTo).toBe(null);
    // As if it had not left yet when they were forgotten.
    await db.execute(sql`update statement_sendings set sent_at = null where id = ${sending!.id}`);
    const before = await mails();
    await postStatement(platform, sending!.id);
    expect(await mails()).toBe(before);
    expect(await findStatementSendings(db, crypto, id, 5)).toMatchObject([{ sentTo: null, sentAt: null }]);
  });
});
