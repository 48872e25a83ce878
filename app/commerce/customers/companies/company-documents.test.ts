import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWork } from '#app/backoffice/work-queue/open-work.server.ts';
import { readWorkView } from '#app/backoffice/work-queue/work-view.ts';
import { deliveredBrand } from '#app/platform/branding.ts';
import type { Clerk, Viewer } from '#app/platform/access.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readDeskView } from '#app/products/flights/staff/desk-address.ts';
import { findFlightOrdersAsStaff } from '#app/products/flights/staff/flight-desk-store.server.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { dayMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { readEInvoiceSource } from '../../invoices/e-invoice/e-invoices-store.server.ts';
import { creditInvoice } from '../../invoices/credit-invoice.server.ts';
import { setInvoice } from '../../invoices/invoice-document.server.ts';
import { findInvoiceAsStaff, readSeller } from '../../invoices/invoices-store.server.ts';
import { postStatement, sendStatement, statementSend } from '../../invoices/staff/send-statement.server.ts';
import { findStatementSendings } from '../../invoices/staff/statement-sendings-store.server.ts';
import { findInvoiceRows, owedByCompanies } from '../../invoices/staff/invoice-desk-store.server.ts';
import { readInvoiceView } from '../../invoices/staff/invoice-list-view.ts';
import { openAgeing } from '../../invoices/staff/open-ageing.server.ts';
import { openStatement } from '../../invoices/staff/open-statement.server.ts';
import { setStatement } from '../../invoices/staff/statement-document.server.ts';
import { captured } from '../../ledger/ledger-postings.ts';
import { post } from '../../ledger/ledger-store.server.ts';
import { correctAsStaff } from '../../orders/correct-invoice.server.ts';
import { knownCompany } from '../../orders/known-company.server.ts';
import { saveInvoiceTo } from '../../orders/orders-store.server.ts';
import { findKeyOwner } from '../records/customers-store.server.ts';
import { findCustomerRows } from '../staff/customer-desk-store.server.ts';
import { readCustomerView } from '../staff/customer-list-view.ts';
import { mergeCustomers } from '../staff/merge-customers.server.ts';
import { openCustomer } from '../staff/open-customer.server.ts';
import { openMerge } from '../staff/open-merge.server.ts';
import { companyEmailIndex, factsOf, findCompany } from './companies-store.server.ts';
import { archiveCompany, keepCompany } from './work-on-company.server.ts';
import { listCompanies } from './staff/company-desk-store.server.ts';
import { companyList } from './staff/company-list.ts';
import { openCompany } from './staff/open-company.server.ts';
import { openTestCompanies } from './company-testing.ts';

const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;
const { support, finance, traveller, clerk, make, group, ungroup, forget, guest, sold, merge, numbers } = await openTestCompanies(platform);

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
    await make({ name: 'Both' });
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
    const paper = readPdf(await setInvoice(invoice, { corrects: null, brand: deliveredBrand, unpaid: null }, 'en')).text;
    expect(paper).toMatch(/Due on .*unless it is paid already/);
    expect(paper).not.toContain('Paid in full');
    const other = (await findInvoiceAsStaff(db, stranger.number))!;
    expect(readPdf(await setInvoice(other, { corrects: null, brand: deliveredBrand, unpaid: null }, 'en')).text).toContain('Paid in full');
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
  beforeAll(() => platform.jobs.handle(statementSend, ({ sendingId }) => postStatement(platform, sendingId)));
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
