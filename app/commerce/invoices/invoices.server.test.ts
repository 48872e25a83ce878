import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/platform/access.ts';
import { databaseCode, transact } from '#app/platform/database.server.ts';
import { calendarDate, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { creditInvoice } from './credit-invoice.server.ts';
import { carryCredits, creditLines, toInvoiceLines, totalsOf, vatInside, withinLeft, type SoldLine } from './invoice-lines.ts';
import {
  creditNotesOf,
  findInvoiceAsStaff,
  findInvoiceFor,
  findInvoicesAsStaff,
  findInvoicesFor,
  findInvoicesOfOrder,
  saveSeller,
} from './invoices-store.server.ts';
import { issueInvoice, type InvoiceToIssue } from './issue-invoice.server.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { openInvoicePaper } from './open-invoice-paper.server.ts';
import { listInvoices } from './list-invoices.server.ts';

const platform = await openTestPlatform();
const now = platform.clock.now();
await platform.db.execute(
  sql`insert into users (id, name, email) values ('owner', 'Maryam', 'm@example.com'), ('other', 'Jose', 'j@example.com')`,
);
const viewer = (id: string): Viewer => ({
  kind: 'customer',
  user: { id, email: `${id}@example.com`, emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00Z' },
});

const words = (en: string) => ({ en, ar: en });
const fare: SoldLine = { words: words('Fare'), quantity: 2, gross: 300_000, vatCategory: 'zero-rated', vatBasisPoints: 0 };
const tax: SoldLine = { words: words('Airport taxes'), quantity: 2, gross: 36_000, vatCategory: 'out-of-scope', vatBasisPoints: 0 };
const fee: SoldLine = { words: words('Service fee'), quantity: 1, gross: 5_000, vatCategory: 'standard', vatBasisPoints: 500 };

function toIssue(more: Partial<InvoiceToIssue> = {}): InvoiceToIssue {
  const orderId = randomUUID();
  return {
    key: `order:${orderId}:ticketed`,
    orderId,
    orderReference: '7K2M9-4QX3D',
    ownerId: 'owner',
    buyer: { name: 'Maryam Al Suwaidi' },
    supplyDate: calendarDate('2026-11-23'),
    lines: [fare, tax, fee],
    charged: money(341_000, 'AED'),
    rate: '1',
    ...more,
  };
}
const issue = (more: Partial<InvoiceToIssue> = {}, at = now) => transact(platform.db, (tx) => issueInvoice(tx, at, toIssue(more)));
const credit = (invoiceId: string, more: { key?: string; lines?: ReadonlyMap<number, number> } = {}) =>
  transact(platform.db, (tx) => creditInvoice(tx, now, { invoiceId, key: randomUUID(), reason: 'cancelled', ...more }));
const sequences = async (series: string, year: number) =>
  (await findInvoicesAsStaff(platform.db, { limit: 1_000 }))
    .filter((one) => one.series === series && one.year === year)
    .map((one) => one.sequence)
    .sort((a, b) => a - b);

describe('the lines of an invoice', () => {
  it('take VAT out of the gross price, whole fils', () => {
    expect(vatInside(5_000, 500)).toBe(238);
    expect(vatInside(-5_000, 500)).toBe(-238);
    expect(totalsOf(toInvoiceLines([fare, tax, fee]))).toEqual({ net: 340_762, vat: 238, gross: 341_000 });
  });

  it('carry no VAT outside the standard rate, and none that does not follow from the rate', () => {
    expect(() => toInvoiceLines([{ ...fare, vatBasisPoints: 500 }])).toThrow(RangeError);
    expect(() => toInvoiceLines([{ ...fare, vat: 1 }])).toThrow(RangeError);
    expect(() => toInvoiceLines([{ ...fee, vat: 300 }])).toThrow(RangeError);
    expect(() => toInvoiceLines([{ ...fee, gross: 10.5 }])).toThrow(RangeError);
    expect(() => toInvoiceLines([])).toThrow(RangeError);
  });

  it('come to exactly zero when credited in any parts', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 9 }), (grosses, parts) => {
        const lines = toInvoiceLines(grosses.map((gross) => ({ ...fee, gross })));
        const credits: ReturnType<typeof toInvoiceLines> = [];
        for (let part = parts; part > 0; part -= 1) {
          const wanted = new Map(
            lines.map((line) => {
              const left =
                line.gross + credits.filter((one) => one.creditsPosition === line.position).reduce((sum, one) => sum + one.gross, 0);
              return [line.position, part === 1 ? left : Math.floor(left / part)] as const;
            }),
          );
          const made = creditLines(lines, credits, wanted);
          if (typeof made !== 'string') credits.push(...made);
        }
        const sum = totalsOf([...lines, ...credits]);
        expect(sum).toEqual({ net: 0, vat: 0, gross: 0 });
      }),
    );
  });

  it('bear for one another what went back of a line before, and no more than is left of all', () => {
    const wished = new Map([
      [1, 500],
      [3, -100],
    ]);
    const of = (...left: [number, number][]) => [...withinLeft(new Map(left), wished)];
    expect(of([1, 600], [2, 200], [3, -100])).toEqual([
      [1, 500],
      [3, -100],
    ]);
    expect(of([1, 450], [2, 200], [3, -100])).toEqual([
      [1, 450],
      [3, -100],
      [2, 50],
    ]);
    expect(of([1, 450], [2, 20], [3, -100])).toEqual([
      [1, 450],
      [3, -100],
      [2, 20],
    ]);
    expect(of([1, 450], [3, -100])).toEqual([
      [1, 450],
      [3, -100],
    ]);
  });

  it('stay given back on the invoice that replaces theirs: on the same line, else under the same VAT, else on any', () => {
    const was = toInvoiceLines([fare, tax, fee]);
    const given = creditLines(
      was,
      [],
      new Map([
        [1, 1_000],
        [3, 500],
      ]),
    );
    if (typeof given === 'string') throw new Error(given);
    const carried = (...lines: SoldLine[]) => [...carryCredits(was, given, toInvoiceLines(lines))].toSorted();
    expect(carried(tax, fee, fare)).toEqual([
      [2, 500],
      [3, 1_000],
    ]);
    expect(carried(tax, { ...fare, words: words('Another fare') }, { ...fee, gross: 300 })).toEqual([
      [1, 200],
      [2, 1_000],
      [3, 300],
    ]);
    expect(carried({ ...fare, gross: 1_200 }, { ...fee, words: words('Discount'), gross: -100 })).toEqual([[1, 1_100]]);
    // Nothing went back: nothing is carried.
    expect([...carryCredits(was, [], was)]).toEqual([]);
  });

  it('never give back more VAT than a line has, in whatever parts it is credited and however its units were rounded', () => {
    const oneLine = fc.record({ each: fc.integer({ min: 1, max: 60 }), quantity: fc.integer({ min: 1, max: 9 }), off: fc.boolean() });
    fc.assert(
      fc.property(oneLine, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 }), ({ each, quantity, off }, parts) => {
        const sign = off ? -1 : 1;
        const line = { ...fee, quantity, gross: sign * each * quantity, vat: sign * vatInside(each, 500) * quantity };
        const lines = toInvoiceLines([line]);
        const credits: ReturnType<typeof toInvoiceLines> = [];
        for (const part of parts) {
          const made = creditLines(lines, credits, new Map([[1, sign * part]]));
          if (typeof made === 'string') break;
          credits.push(...made);
          const left = totalsOf([...lines, ...credits]);
          expect([sign * left.net, sign * left.vat].every((amount) => amount >= 0)).toBe(true);
        }
      }),
    );
  });
});

describe('invoices', () => {
  it('are numbered without a gap, by year, over rollbacks', async () => {
    const first = await issue();
    await expect(
      transact(platform.db, async (tx) => {
        await issueInvoice(tx, now, toIssue());
        throw new Error('ticketing failed');
      }),
    ).rejects.toThrow();
    const second = await issue();
    expect(second.sequence).toBe(first.sequence + 1);
    expect(second.number).toMatch(/^INV-2026-0000\d\d$/);
    // New year in Dubai is four hours earlier than in UTC.
    const next = await issue({}, instant(Date.parse('2026-12-31T20:00:00Z')));
    expect(next.number).toBe('INV-2027-000001');
    expect(await sequences('INV', 2026)).toEqual(Array.from({ length: second.sequence }, (_, index) => index + 1));
  });

  it('are issued once for one sale, without using up a number', async () => {
    const sale = toIssue();
    const all = await Promise.all(Array.from({ length: 10 }, () => transact(platform.db, (tx) => issueInvoice(tx, now, sale))));
    expect(new Set(all.map((one) => one.number)).size).toBe(1);
    const after = await issue();
    expect(after.sequence).toBe(all[0]!.sequence + 1);
  });

  it('keep what the seller was called when they were issued', async () => {
    const before = await issue();
    await saveSeller(platform.db, {
      legalName: 'Rihla Travel LLC',
      legalNameAr: 'رحلة للسفر',
      emirate: 'DU',
      address: 'Dubai',
      addressAr: 'دبي',
      trn: '100000000000003',
    });
    const after = await issue();
    expect([before.seller.trn, after.seller.trn]).toEqual([null, '100000000000003']);
    expect((await findInvoiceAsStaff(platform.db, before.number))!.seller.legalName).toBe('Rihla');
  });

  it('are seen by their owner, and are missing for everybody else', async () => {
    const mine = await issue();
    const guest = await issue({ ownerId: null });
    expect((await findInvoicesFor(platform.db, viewer('owner'))).map((one) => one.number)).toContain(mine.number);
    expect((await findInvoiceFor(platform.db, viewer('owner'), mine.number))!.lines).toHaveLength(3);
    for (const stranger of [viewer('other'), { kind: 'anonymous' } as const]) {
      expect(await findInvoiceFor(platform.db, stranger, mine.number)).toBeNull();
      expect(await findInvoiceFor(platform.db, stranger, guest.number)).toBeNull();
      expect(await findInvoicesFor(platform.db, stranger)).toEqual([]);
    }
    expect(await findInvoicesOfOrder(platform.db, guest.orderId)).toHaveLength(1);
  });

  it.each([
    'update invoices set net = net',
    'delete from invoices',
    'truncate invoices cascade',
    'update invoice_lines set net = net',
    'delete from invoice_lines',
    'truncate invoice_lines',
  ])('refuse: %s', async (statement) => {
    await issue();
    expect(await platform.db.execute(sql.raw(statement)).then(() => null, databaseCode)).toBe('23001');
  });
});

describe('credit notes', () => {
  it('refer to their invoice, in a series of their own, and bring it to zero', async () => {
    const invoice = await issue();
    const note = await credit(invoice.id);
    if (!note.ok) throw new Error(note.refused);
    expect(note.value).toMatchObject({
      kind: 'credit-note',
      refersTo: invoice.id,
      series: 'CRN',
      net: -invoice.net,
      vat: -invoice.vat,
      gross: -invoice.gross,
      chargedAmount: -invoice.chargedAmount,
    });
    expect(await credit(invoice.id)).toEqual({ ok: false, refused: 'nothing-to-credit' });
    expect(await credit(note.value.id)).toEqual({ ok: false, refused: 'not-an-invoice' });
    expect(await credit('missing')).toEqual({ ok: false, refused: 'not-an-invoice' });
  });

  it('never take back more of a line than is left of it', async () => {
    const invoice = await issue();
    expect((await credit(invoice.id, { lines: new Map([[1, 200_000]]) })).ok).toBe(true);
    expect(await credit(invoice.id, { lines: new Map([[1, 100_001]]) })).toEqual({ ok: false, refused: 'more-than-left' });
    expect(await credit(invoice.id, { lines: new Map([[9, 1]]) })).toEqual({ ok: false, refused: 'more-than-left' });
    expect(await credit(invoice.id, { lines: new Map([[1, -5]]) })).toEqual({ ok: false, refused: 'more-than-left' });
    expect((await credit(invoice.id)).ok).toBe(true);
    const notes = await creditNotesOf(platform.db, invoice.id);
    expect(totalsOf(notes).gross).toBe(-invoice.gross);
  });

  it('asked for twice are one, and leave no gap when refused', async () => {
    const invoice = await issue();
    const key = randomUUID();
    const [first, second] = [await credit(invoice.id, { key }), await credit(invoice.id, { key })];
    expect(first.ok && second.ok && first.value.number === second.value.number).toBe(true);
    await credit(invoice.id);
    await credit((await issue()).id);
    const used = await sequences('CRN', 2026);
    expect(used).toEqual(Array.from({ length: used.length }, (_, index) => index + 1));
  });
});

describe('the list of its owner', () => {
  it('says what of each document is still to be paid, with the day of the plan, and is narrowed to those', async () => {
    await platform.db.execute(sql`insert into users (id, name, email) values ('planner', 'Noura', 'n@example.com')`);
    const planned = await issue({ ownerId: 'planner' });
    const credited = await issue({ ownerId: 'planner' });
    await credit(credited.id);
    const moment = new Date(now).toISOString();
    await platform.db.execute(sql`
      insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
        travel_starts, travel_ends, created_at, changed_at)
      values (${planned.orderId}, ${planned.orderId}, 'holiday', 'confirmed', '', '', '', 'en', 'AED', 341000, 'guest', '', ${moment},
        ${moment}, ${moment}, ${moment})`);
    await platform.db.execute(sql`
      insert into instalments (order_id, number, amount, due_on, due_at)
      values (${planned.orderId}, 2, 341000, '2026-12-20', '2026-12-20T20:00:00Z')`);
    const ask = (more: object) => listInvoices(platform, viewer('planner'), { search: '', year: null, kind: null, ...more });
    const whole = await ask({});
    const rows = whole.invoices.map(({ number, state, due, dueOn, comes }) => [number, state, due.amount, dueOn, comes]);
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual([planned.number, 'open', 341_000, '2026-12-20', 'plan']);
    expect(rows).toContainEqual([credited.number, 'credited', 0, null, null]);
    expect(rows).toContainEqual([expect.any(String), 'credit-note', 0, null, null]);
    expect(whole.sum.due.amount).toBe(341_000);
    const open = await ask({ kind: 'open' });
    expect(open.invoices.map(({ number }) => number)).toEqual([planned.number]);
    expect((await listInvoices(platform, viewer('other'), { search: '', year: null, kind: 'open' })).invoices).toEqual([]);
    // Its paper says the same; what a bank keeps for us is paid for whoever reads it.
    const paper = async () => readPdf((await openInvoicePaper(platform, planned.orderId, `${planned.number}-en.pdf`))!.content).text;
    expect(await paper()).toContain('Due on 20 Dec 2026');
    await platform.db.execute(sql`
      insert into payments (id, order_id, order_version, provider, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
      values (${randomUUID()}, ${planned.orderId}, 1, 'sandbox', 'requires_capture', 100000, 'AED', 'en', '{}', ${moment}, ${moment}, ${moment})`);
    const part = await paper();
    for (const words of ['AED 1,000.00', 'is paid', 'AED 2,410.00', '20 Dec 2026']) expect(part).toContain(words);
    expect(part).not.toContain('Paid in full');
    await platform.db.execute(sql`update payments set amount = 341000, version = version + 1 where order_id = ${planned.orderId}`);
    expect(await paper()).toContain('Paid in full');
  });

  it('says how it comes where no plan has a day for it: from the bank that keeps it, or as the traveller agrees with us', async () => {
    await platform.db.execute(sql`insert into users (id, name, email) values ('debtor', 'Omar', 'omar@example.com')`);
    const unpaid = await issue({ ownerId: 'debtor' });
    const kept = await issue({ ownerId: 'debtor' });
    await credit((await issue({ ownerId: 'debtor' })).id);
    const moment = new Date(now).toISOString();
    const pay = (orderId: string, status: string) =>
      platform.db.execute(sql`
        insert into payments (id, order_id, order_version, provider, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
        values (${randomUUID()}, ${orderId}, 1, 'sandbox', ${status}, 341000, 'AED', 'en', '{}', ${moment}, ${moment}, ${moment})`);
    await pay(unpaid.orderId, 'canceled');
    await pay(kept.orderId, 'requires_capture');
    const { invoices } = await listInvoices(platform, viewer('debtor'), { search: '', year: null, kind: null });
    const rows = invoices.filter(({ kind }) => kind === 'invoice').map(({ number, due, comes }) => [number, due.amount, comes]);
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual([unpaid.number, 341_000, 'ask']);
    expect(rows).toContainEqual([kept.number, 341_000, 'bank']);
    expect(rows).toContainEqual([expect.any(String), 0, null]);
  });
});
