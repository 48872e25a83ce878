import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/platform/access.ts';
import { databaseCode, transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { calendarDate, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { creditInvoice } from '../credit-invoice.server.ts';
import type { SoldLine } from '../invoice-lines.ts';
import { readSeller, saveSeller } from '../invoices-store.server.ts';
import { issueInvoice } from '../issue-invoice.server.ts';
import { ageingPage, agesOf, noAges } from './ageing-rules.ts';
import { checkNumbers } from './check-numbers.server.ts';
import { closePeriod } from './close-period.server.ts';
import { seriesFault } from './number-rules.ts';
import { openStatement } from './open-statement.server.ts';
import { openUnmatched } from './open-unmatched.server.ts';
import { unmatchedList } from './unmatched-list.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { deliveredBrand } from '#app/platform/branding.ts';
import { cutShortList } from '#app/ui/desk-list/short-list.ts';
import { setStatement } from './statement-document.server.ts';
import { statementOf, type Movement } from './statement-rules.ts';
import { boxOf, closeRefusal, quarterOf, readPeriod, vatReturnOf } from './vat-return-rules.ts';
import { findBoxDocuments, sumDocuments, sumVat } from './vat-store.server.ts';

const platform = await openTestPlatform();
const { db } = platform;
await db.execute(sql`insert into users (id, name, email) values ('owner', 'Maryam', 'm@example.com')`);
const day = calendarDate;
const words = { en: 'Line', ar: 'بند' };
const fare: SoldLine = { words, quantity: 1, gross: 100_000, vatCategory: 'zero-rated', vatBasisPoints: 0 };
const fee: SoldLine = { words, quantity: 1, gross: 10_500, vatCategory: 'standard', vatBasisPoints: 500 };
const tax: SoldLine = { words, quantity: 1, gross: 7_000, vatCategory: 'out-of-scope', vatBasisPoints: 0 };
const riyadh: SoldLine = { words, quantity: 1, gross: 11_500, vatCategory: 'standard', vatBasisPoints: 1500 };
/** At our rate, and none of ours. */
const muscat: SoldLine = { words, quantity: 1, gross: 10_500, vatCategory: 'standard', vatBasisPoints: 500, vatPlace: 'OM' };
/** Noon in Dubai. */
const noon = (date: string) => instant(Date.parse(`${date}T08:00:00Z`));
const issue = (at: string, lines: readonly SoldLine[]) => {
  const orderId = randomUUID();
  return transact(db, (tx) =>
    issueInvoice(tx, noon(at), {
      key: orderId,
      orderId,
      orderReference: '7K2M9-4QX3D',
      ownerId: 'owner',
      buyer: { name: 'Maryam Al Suwaidi' },
      supplyDate: day(at),
      lines,
      charged: money(1, 'AED'),
      rate: '1',
    }),
  );
};
const staff = (roles: ('finance' | 'auditor')[]): Viewer & { kind: 'staff' } => ({
  kind: 'staff',
  user: { id: 'farah', email: 'f@rihla.example', emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00Z' },
  staff: { userId: 'farah', displayName: 'Farah', roles },
});

describe('the pages of what is owed', () => {
  it.each([
    [null, 0, 1, 1],
    ['2', 101, 2, 2],
    ['3', 200, 2, 2],
    ['0', 250, 1, 3],
    ['-1', 250, 1, 3],
    ['two', 250, 1, 3],
  ])('%s of %i rows is page %i of %i', (asked, rows, page, pages) => {
    expect(ageingPage(asked, rows)).toEqual({ page, pages });
  });
});

describe('the statement of a customer', () => {
  const movements: Movement[] = [
    { on: day('2026-09-30'), kind: 'invoice', about: 'INV-1', amount: 500 },
    { on: day('2026-10-01'), kind: 'payment', about: 'A', amount: -300 },
    { on: day('2026-10-31'), kind: 'credit-note', about: 'CRN-1', amount: -50 },
    { on: day('2026-11-01'), kind: 'invoice', about: 'INV-2', amount: 80 },
  ];

  it('opens with what was owed before, and both days of its period count', () => {
    const statement = statementOf(movements, day('2026-10-01'), day('2026-10-31'));
    expect([statement.opening, statement.lines.map(({ balance }) => balance), statement.closing]).toEqual([500, [200, 150], 150]);
    expect(statement.sums).toEqual({ invoice: 0, 'credit-note': -50, payment: -300, refund: 0 });
  });

  it('closes where the next one opens, wherever it is cut', () => {
    for (const cut of ['2026-09-29', '2026-09-30', '2026-10-15', '2026-11-01']) {
      const before = statementOf(movements, day('2026-01-01'), day(cut));
      const after = statementOf(movements, day('2026-12-31') < day(cut) ? day(cut) : day('2026-10-31'), day('2026-12-31'));
      expect(before.closing + movements.filter(({ on }) => on > cut).reduce((sum, { amount }) => sum + amount, 0)).toBe(after.closing);
    }
  });
});

describe('what is owed by age', () => {
  it('follows the parts of the plan, and what they do not explain is due from the issue', () => {
    const parts = [
      { amount: 30, dueOn: day('2026-10-20') },
      { amount: 40, dueOn: day('2026-11-23') },
      { amount: 50, dueOn: day('2026-12-20') },
    ];
    const today = day('2026-11-23');
    expect(agesOf(120, parts, day('2026-08-01'), today)).toEqual({ ...noAges, d60: 30, later: 90 });
    expect(agesOf(20, parts, day('2026-08-01'), today)).toEqual({ ...noAges, d60: 20 });
    expect(agesOf(125, parts, day('2026-08-01'), today)).toEqual({ ...noAges, d60: 30, later: 90, older: 5 });
    expect(agesOf(7, [], day('2026-08-25'), today)).toEqual({ ...noAges, d90: 7 });
  });
});

describe('the VAT return', () => {
  it('puts every treatment into one box, and another state’s rate into none of ours', () => {
    expect([
      boxOf('standard', 500),
      boxOf('standard', 600),
      boxOf('standard', 1500),
      boxOf('standard', 500, 'OM'),
      boxOf('zero-rated', 0),
      boxOf('exempt', 0),
      boxOf('out-of-scope', 0),
    ]).toEqual(['1b', '1b', 'other-states', 'other-states', '4', '5', 'out-of-scope']);
  });

  it('knows months and quarters with their last days', () => {
    expect(readPeriod('2028-02')).toEqual({ id: '2028-02', from: '2028-02-01', until: '2028-02-29' });
    expect(readPeriod('2026-Q4')).toEqual({ id: '2026-Q4', from: '2026-10-01', until: '2026-12-31' });
    expect(['2026-13', '2026-Q5', '1999-01', ''].map(readPeriod)).toEqual([null, null, null, null]);
    expect(quarterOf(day('2026-09-30'))).toBe('2026-Q3');
  });

  it('sums documents by their day in Dubai, credit notes with their own month, and shows those behind a box', async () => {
    const first = await issue('2026-08-15', [fare, fee, tax, riyadh, muscat]);
    await issue('2026-09-30', [fee]);
    await transact(db, (tx) =>
      creditInvoice(tx, noon('2026-09-02'), { invoiceId: first.id, key: 'c', reason: 'goodwill', lines: new Map([[2, 5_250]]) }),
    );
    const of = async (id: string) => {
      const [kept, plain] = [await sumVat(db, readPeriod(id)!), await sumDocuments(db, readPeriod(id)!)];
      // What each day keeps is what its documents add up to.
      expect(vatReturnOf(kept)).toEqual(vatReturnOf(plain));
      return vatReturnOf(kept);
    };
    const august = await of('2026-08');
    expect([august.boxes['1b'], august.boxes['4'].net, august.boxes['out-of-scope'].net, august.boxes['other-states'].vat]).toEqual([
      { net: 10_000, vat: 500, creditedNet: 0, creditedVat: 0 },
      100_000,
      7_000,
      2_000,
    ]);
    expect(august.total).toMatchObject({ net: 110_000, vat: 500 });
    expect((await of('2026-09')).boxes['1b']).toEqual({ net: 5_000, vat: 250, creditedNet: -5_000, creditedVat: -250 });
    expect((await of('2026-Q3')).total.vat).toBe(750);
    // The house moves to Sharjah: what it issues from then on stands there, what takes back an earlier one does not.
    const seller = await readSeller(db);
    await saveSeller(db, { ...seller, emirate: 'SH' });
    await issue('2026-10-05', [fee, fee]);
    await transact(db, (tx) =>
      creditInvoice(tx, noon('2026-10-06'), { invoiceId: first.id, key: 'after', reason: 'goodwill', lines: new Map([[2, 1_050]]) }),
    );
    await saveSeller(db, seller);
    const october = await of('2026-10');
    expect([october.boxes['1b'].vat, october.boxes['1c'].vat, october.total.vat]).toEqual([-50, 1_000, 950]);
    expect((await findBoxDocuments(db, readPeriod('2026-10')!, '1c', 10)).map(({ box, vat }) => [box, vat])).toEqual([['1c', 1_000]]);
    expect((await findBoxDocuments(db, readPeriod('2026-10')!, '1a', 10)).length).toBe(0);
    const behind = await findBoxDocuments(db, readPeriod('2026-09')!, '1b', 10);
    expect(behind.map(({ number, vat }) => [number, vat])).toEqual([
      ['CRN-2026-000001', -250],
      ['INV-2026-000002', 500],
    ]);
  });
});

describe('a month', () => {
  const close = (month: string, roles: ('finance' | 'auditor')[] = ['finance']) =>
    closePeriod(platform, { viewer: staff(roles), month, requestId: 'test' });

  it('is closed when it is over and in its order', () => {
    const months = ['2026-08', '2026-09', '2026-11'];
    const today = day('2026-11-23');
    expect(closeRefusal('2026-08', today, months, [])).toBeNull();
    expect(closeRefusal('2026-09', today, months, [])).toBe('earlier-open');
    expect(closeRefusal('2026-10', today, months, ['2026-08', '2026-09'])).toBeNull();
    expect(closeRefusal('2026-11', today, months, ['2026-08', '2026-09'])).toBe('not-over');
    expect(closeRefusal('2026-08', today, months, ['2026-08'])).toBe('closed');
  });

  it('takes no document once it is closed, is closed once, by finance alone, and keeps its figures', async () => {
    expect(await close('2026-08', ['auditor'])).toEqual({ ok: false, refused: 'permission' });
    expect((await close('2026-09')).ok).toBe(false);
    expect(await close('2026-08')).toEqual({ ok: true, value: '2026-08' });
    expect(await close('2026-08')).toEqual({ ok: false, refused: 'closed' });
    const fault = await issue('2026-08-31', [fare]).catch((thrown: unknown) => thrown);
    expect(databaseCode(fault)).toBe('23514');
    // The number that was refused is not used up.
    expect((await issue('2026-09-01', [fare])).number).toBe('INV-2026-000004');
    await expect(db.execute(sql`update closed_periods set figures = '{}'`)).rejects.toThrow();
    const { rows } = (await db.execute(sql`select figures -> '1b' as box from closed_periods`)) as unknown as { rows: { box: unknown }[] };
    expect(rows[0]!.box).toEqual({ net: 10_000, vat: 500 });
  });
});

describe('the statement on paper', () => {
  it('has the balances, every movement and the name of the customer, in English and Arabic', async () => {
    const statement = (await openStatement(platform, new URLSearchParams('of=owner&from=2026-09-01&until=2026-09-30')))!;
    expect(statement.opening).toBe(139_500);
    const seller = await readSeller(db);
    const { text } = readPdf(await setStatement(statement, { seller, brand: deliveredBrand }, 'en'));
    for (const part of ['Statement of account', 'Maryam Al Suwaidi', '1,395.00', 'CRN-2026-000001', '52.50', 'Closing balance'])
      expect(text).toContain(part);
    expect(readPdf(await setStatement(statement, { seller, brand: deliveredBrand }, 'ar')).text).toContain('CRN-2026-000001');
    expect(await openStatement(platform, new URLSearchParams('of=nobody'))).toBeNull();
  });
});

describe('money that matches nothing', () => {
  it('is told apart by what becomes of it: going back, to be returned, or without an invoice', () => {
    const row = { reference: 'A', status: 'paid', invoiced: 100, money: 300, over: 200, returning: false, invoice: 'INV-1' };
    const rows = [
      row,
      { ...row, reference: 'B', invoice: null, over: 300 },
      { ...row, reference: 'C', returning: true, invoice: null, over: 100 },
    ];
    const asked = (query: string) => {
      const view = readListView(unmatchedList, new URLSearchParams(query));
      return cutShortList(unmatchedList, rows, view, { language: 'en' });
    };
    expect(asked('').rows.map(({ reference }) => reference)).toEqual(['B', 'A', 'C']);
    expect(asked('').counts).toEqual({ all: 3, toReturn: 1, noInvoice: 1, returning: 1 });
    expect(asked('queue=returning').rows.map(({ reference }) => reference)).toEqual(['C']);
    expect(asked('sort=order&find=inv-1').rows.map(({ reference }) => reference)).toEqual(['A']);
  });

  it('counts the lines of the bank that nobody has explained, and never says that all is well beside them', async () => {
    expect((await openUnmatched(platform)).atBank).toEqual([]);
    await db.execute(sql`insert into bank_statements (id, file_hash, file_name, format, account, currency, reference, first_on, last_on, taken_by, taken_at)
      values ('s', 'h', 'f', 'camt', 'AE07', 'AED', 'r', '2026-11-01', '2026-11-30', 'owner', now())`);
    const lines = (['open', 'open', 'asked', 'matched'] as const).map(
      (status, position) =>
        sql`('l' || ${position}::int, 's', ${position}::int, '2026-11-20', 25000, 'AED', '', '{}', ${status}, ${status === 'matched' ? 25_000 : 0}::bigint, 1, now())`,
    );
    await db.execute(sql`insert into bank_lines (id, statement_id, position, booked_on, amount, currency, details, named, status, to_return, version, changed_at)
      values ${sql.join(lines, sql`, `)}`);
    expect((await openUnmatched(platform)).atBank).toEqual([
      { queue: 'open', lines: 2 },
      { queue: 'asked', lines: 1 },
      { queue: 'to-return', lines: 1 },
    ]);
    await db.execute(sql`delete from bank_lines`);
    await db.execute(sql`delete from bank_statements`);
  });

  it('tells what a provider says differently, however many other tasks are open longer', async () => {
    await db.execute(sql`insert into staff_tasks (id, kind, subject, text_key, opened_at)
      select 'open-' || n, 'review-waits', 'reviews:' || n, 'tasks:review-waits', '2026-01-01T00:00:00Z' from generate_series(1, 1001) n`);
    await transact(db, (tx) =>
      openStaffTask(tx, platform.clock.now(), {
        kind: 'payment-difference',
        subject: 'payments:lost',
        textKey: 'tasks:payment-difference.status',
        detail: { ours: 'succeeded', theirs: 'canceled' },
      }),
    );
    expect((await openUnmatched(platform)).differences.map(({ detail }) => detail['theirs'])).toEqual(['canceled']);
    await db.execute(sql`delete from staff_tasks`);
  });
});

describe('the check of the numbers', () => {
  const gaps = async () => (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'number-gap').map(({ subject }) => subject);

  it('knows a series that runs on from one with a number missing, one too far and one that begins late', () => {
    const facts = { series: 'INV', year: 2026, counter: 3, issued: 3, lowest: 1, highest: 3 };
    expect(seriesFault(facts)).toEqual({ missing: 0, sound: true });
    expect(seriesFault({ ...facts, issued: 2 })).toEqual({ missing: 1, sound: false });
    expect(seriesFault({ ...facts, highest: 4 }).sound).toBe(false);
    expect(seriesFault({ ...facts, lowest: 2, issued: 2 }).sound).toBe(false);
    expect(seriesFault({ ...facts, counter: 0, issued: 0, lowest: null, highest: null }).sound).toBe(true);
  });

  it('opens one task for a series that does not run on, and closes it when it does again', async () => {
    expect(await checkNumbers(platform)).toEqual([]);
    await db.execute(sql`update invoice_series set last_number = last_number + 2 where series = 'INV'`);
    await checkNumbers(platform);
    expect((await checkNumbers(platform)).map(({ series }) => series)).toEqual(['INV']);
    expect(await gaps()).toEqual(['invoice_series:INV-2026']);
    await db.execute(sql`update invoice_series set last_number = last_number - 2 where series = 'INV'`);
    await checkNumbers(platform);
    expect(await gaps()).toEqual([]);
  });
});
