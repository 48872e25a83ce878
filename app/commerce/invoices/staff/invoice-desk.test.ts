import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { transact } from '#app/platform/database.server.ts';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { surnameIndexOf } from '../../orders/orders-store.server.ts';
import { creditInvoice } from '../credit-invoice.server.ts';
import type { SoldLine } from '../invoice-lines.ts';
import { standingsOf } from '../invoice-standing-rules.ts';
import { issueInvoice } from '../issue-invoice.server.ts';
import { amountOfUnits, readCredit, unitsLeft, type CreditableLine } from './credit-form.ts';
import { countInvoices, countMatchingInvoices, cursorOf, findInvoiceRows } from './invoice-desk-store.server.ts';
import { invoiceAddress, readInvoiceView, type InvoiceView } from './invoice-list-view.ts';

const platform = await openTestPlatform();
const { db, crypto, clock } = platform;
const today = calendarDate('2026-11-23');
const words = (en: string) => ({ en, ar: en });
const fare: SoldLine = { words: words('Fare'), quantity: 2, gross: 200_000, vatCategory: 'zero-rated', vatBasisPoints: 0 };
const fee: SoldLine = { words: words('Fee'), quantity: 2, gross: 10_500, vatCategory: 'standard', vatBasisPoints: 500 };
const unkept = async () => brokenLines(await askInvariants(db, { now: clock.now(), holdTtlMs: 0, settleMs: 0 }, {}, ['I35']));
const moment = new Date(clock.now()).toISOString();
let made = 0;
async function issued(more: { name?: string; lines?: readonly SoldLine[] } = {}) {
  made += 1;
  const orderId = randomUUID();
  const lines = more.lines ?? [fare, fee];
  return transact(db, (tx) =>
    issueInvoice(tx, clock.now(), {
      key: `order:${orderId}`,
      orderId,
      orderReference: `DESK0-0000${made % 10}`,
      ownerId: null,
      buyer: { name: more.name ?? `BUYER NUMBER${made}` },
      supplyDate: today,
      lines,
      charged: money(210_500, 'AED'),
      rate: '1',
    }),
  );
}
/** The order of a document: plans and payments are of one. */
const withOrder = (orderId: string) =>
  db.execute(sql`
    insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
      travel_starts, travel_ends, created_at, changed_at)
    values (${orderId}, ${orderId}, 'holiday', 'confirmed', '', '', '', 'en', 'AED', 210500, 'guest', '', ${moment}, ${moment}, ${moment}, ${moment})`);
const view = (query = ''): InvoiceView => readInvoiceView(new URLSearchParams(query));
const numbers = async (query: string, most = 50) =>
  (await findInvoiceRows(db, crypto, view(query), { now: clock.now(), most })).map(({ number }) => number);

describe('how an invoice stands', () => {
  const invoice = { id: 'i', kind: 'invoice', refersTo: null, gross: 100 } as const;
  const note = (gross: number) => ({ id: `n${gross}`, kind: 'credit-note', refersTo: 'i', gross: -gross }) as const;
  const of = (money_: number, dueOn: string | null, ...notes: ReturnType<typeof note>[]) => {
    const { state, paid, due } = standingsOf([invoice, ...notes], money_, dueOn ? calendarDate(dueOn) : null, today).get('i')!;
    return [state, paid, due];
  };

  it('is told by the order’s money, what was credited and the day of the next part', () => {
    expect(of(0, null)).toEqual(['open', 0, 100]);
    expect(of(40, '2026-12-01')).toEqual(['part-paid', 40, 60]);
    expect(of(40, '2026-11-22')).toEqual(['overdue', 40, 60]);
    expect(of(40, '2026-11-23')).toEqual(['part-paid', 40, 60]);
    expect(of(100, null)).toEqual(['paid', 100, 0]);
    expect(of(70, null, note(30))).toEqual(['part-credited', 70, 0]);
    expect(of(20, null, note(30))).toEqual(['part-paid', 20, 50]);
    expect(of(0, '2026-01-01', note(60), note(40))).toEqual(['credited', 0, 0]);
  });

  it('gives the money of an order to the oldest invoice that is not credited, and never more than the order has', () => {
    const second = { id: 'j', kind: 'invoice', refersTo: null, gross: 50 } as const;
    const both = standingsOf([invoice, second], 120, null, today);
    expect([both.get('i')!.paid, both.get('j')!.paid, both.get('j')!.due]).toEqual([100, 20, 30]);
    const replaced = standingsOf([invoice, note(100), second], 120, null, today);
    expect([replaced.get('i')!.paid, replaced.get('j')!.paid]).toEqual([0, 50]);
  });
});

describe('the list of documents', () => {
  it('walks every page once in either direction, whatever is issued meanwhile', async () => {
    for (let count = 0; count < 7; count += 1) await issued();
    for (const query of ['', 'sort=gross']) {
      const seen: string[] = [];
      let after: InvoiceView['after'] = null;
      do {
        const page: InvoiceView = { ...view(query), after };
        const rows = await findInvoiceRows(db, crypto, page, { now: clock.now(), most: 4 });
        seen.push(...rows.slice(0, 3).map(({ number }) => number));
        after = rows.length > 3 ? cursorOf(page, rows[2]!) : null;
      } while (after);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(made);
    }
  });

  it('finds a document by its number, its order, the start of a name, and by days of Dubai', async () => {
    const one = await issued({ name: 'Noura Al Ketbi' });
    expect(await numbers(`find=${one.number}`)).toEqual([one.number]);
    expect(await numbers('find=noura al')).toEqual([one.number]);
    expect(await numbers('find=100%25')).toEqual([]);
    expect(await numbers(`from=2026-11-23&until=2026-11-23`)).toHaveLength(made);
    expect(await numbers('from=2026-11-24')).toEqual([]);
  });

  it('keeps credited, credited in part and untouched invoices apart', async () => {
    const [whole, part] = [await issued(), await issued()];
    await transact(db, (tx) => creditInvoice(tx, clock.now(), { invoiceId: whole.id, key: 'a', reason: 'cancelled' }));
    await transact(db, (tx) =>
      creditInvoice(tx, clock.now(), { invoiceId: part.id, key: 'b', reason: 'cancelled', lines: new Map([[2, 5_250]]) }),
    );
    const rows = await findInvoiceRows(db, crypto, view('queue=credited'), { now: clock.now(), most: 50 });
    expect(new Map(rows.map((row) => [row.number, [row.standing.state, row.standing.credited]]))).toEqual(
      new Map([
        [whole.number, ['credited', 210_500]],
        [part.number, ['open', 5_250]],
      ]),
    );
    expect((await countInvoices(db, clock.now()))['credit-notes']).toBe(2);
    expect(await numbers('queue=credit-notes')).toHaveLength(2);
  });

  /** The numbers of a list, read in pages of so many. */
  const inPages = async (query: string, most: number) => {
    const seen: string[] = [];
    for (let page = view(query); ;) {
      const rows = await findInvoiceRows(db, crypto, page, { now: clock.now(), most: most + 1 });
      seen.push(...rows.slice(0, most).map(({ number }) => number));
      if (rows.length <= most) return seen;
      page = { ...page, after: cursorOf(page, rows[most - 1]!) };
    }
  };
  const sorts = ['issued', '-issued', 'gross', '-gross'];

  it('keeps what was credited beside the list, once, by day and by sum and page by page', async () => {
    const before = (await countInvoices(db, clock.now())).credited;
    const some = [await issued(), await issued({ lines: [fare] }), await issued()];
    for (const [at, { id }] of some.entries())
      for (const position of [1, 2].slice(0, at === 1 ? 1 : 2))
        await transact(db, (tx) =>
          creditInvoice(tx, clock.now(), { invoiceId: id, key: `${id}:${position}`, reason: 'x', lines: new Map([[position, 1_000]]) }),
        );
    for (const sort of sorts) {
      const { rows } = (await db.execute(
        sql`select i.number from invoices i where exists (select from invoices n where n.refers_to = i.id)`,
      )) as unknown as { rows: { number: string }[] };
      const credited = new Set(rows.map(({ number }) => number));
      const whole = (await inPages(`sort=${sort}`, 50)).filter((number) => credited.has(number));
      expect(whole).toHaveLength(before + 3);
      for (const most of [1, 2, 50]) expect(await inPages(`queue=credited&sort=${sort}`, most)).toEqual(whole);
    }
    expect(await numbers('queue=credited&from=2026-11-24')).toEqual([]);
    expect(await numbers('queue=credited&until=2026-11-23&e-invoice=not-needed')).toHaveLength(before + 3);
    expect(await unkept()).toEqual([]);
  });

  it('finds every document of an order by the surname of whoever travels, as they are called now', async () => {
    const travels = (orderId: string, position: number, surname: string) =>
      db.execute(sql`
        insert into order_travellers (order_id, position, type, personal, surname_index, person_index)
        values (${orderId}, ${position}, 'adult', '', ${surnameIndexOf(crypto, surname)}, ${`${orderId}:${position}`})`);
    const [first, second] = [await issued(), await issued({ lines: [fare] })];
    for (const { orderId } of [first, second]) {
      await withOrder(orderId);
      await travels(orderId, 0, 'Al Zaabi');
    }
    await travels(second.orderId, 1, 'Zaabi');
    const taken = await transact(db, (tx) => creditInvoice(tx, clock.now(), { invoiceId: first.id, key: 'z', reason: 'cancelled' }));
    const note = taken.ok ? taken.value : first;
    const third = await issued();
    await withOrder(third.orderId);
    await travels(third.orderId, 0, 'Khalifa');
    const all = [first.number, second.number, note.number];
    for (const sort of sorts) {
      const whole = (await inPages(`sort=${sort}`, 50)).filter((number) => all.includes(number));
      expect(whole).toHaveLength(3);
      // By two of its travellers a document is found once.
      for (const most of [1, 2, 50]) expect(await inPages(`find=Sara al-zaabi&sort=${sort}`, most)).toEqual(whole);
    }
    expect(await numbers('find=Sara Al Zaabi')).toHaveLength(3);
    expect(await numbers('find=Zaabi')).toEqual([second.number]);
    expect(await numbers('find=Al Zaabi&from=2026-11-24')).toEqual([]);
    expect(await inPages('find=Al Zaabi&e-invoice=not-needed&sort=-gross', 1)).toEqual(await numbers('find=Al Zaabi&sort=-gross'));
    expect(await unkept()).toEqual([]);
    await db.execute(
      sql`update order_travellers set surname_index = ${surnameIndexOf(crypto, 'Khalifa')} where order_id = ${first.orderId}`,
    );
    expect(new Set(await numbers('find=Khalifa'))).toEqual(new Set([first.number, note.number, third.number]));
    expect(await numbers('find=Al Zaabi')).toEqual([second.number]);
    await db.execute(
      sql`update order_travellers set surname_index = 'erased:' || order_id || ':' || position where order_id = ${first.orderId}`,
    );
    expect([await numbers('find=Khalifa'), await numbers(`find=${first.number}`)]).toEqual([[third.number], [first.number]]);
    await db.execute(sql`delete from order_travellers where order_id = ${second.orderId} and position = 0`);
    expect([await numbers('find=Al Zaabi'), await unkept()]).toEqual([[second.number], []]);
    await db.execute(sql`delete from order_travellers where order_id = ${second.orderId}`);
    expect([await numbers('find=Al Zaabi'), await unkept()]).toEqual([[], []]);
  });

  it('asks for what is owed by its plan: open until the day, overdue after it', async () => {
    const order = await issued();
    await withOrder(order.orderId);
    await db.execute(
      sql`insert into instalments (order_id, number, amount, due_on, due_at) values (${order.orderId}, 2, 100, '2026-11-22', '2026-11-22T20:00:00Z')`,
    );
    expect(await numbers('queue=open')).toEqual([order.number]);
    expect(await numbers('queue=overdue')).toEqual([order.number]);
    await db.execute(sql`update instalments set paid_at = ${moment} where order_id = ${order.orderId}`);
  });

  it('keeps what is open beside the list: from the plan or the bank’s promise until it is paid, taken or credited', async () => {
    const [planned, promised, credited] = [await issued(), await issued(), await issued()];
    const part = (orderId: string, number: number, day: string) =>
      db.execute(
        sql`insert into instalments (order_id, number, amount, due_on, due_at) values (${orderId}, ${number}, 100, ${day}, '2026-11-22T20:00:00Z')`,
      );
    const open = async () => [(await numbers('queue=open')).toSorted(), await unkept()];
    for (const { orderId } of [planned, promised, credited]) await withOrder(orderId);
    expect(await open()).toEqual([[], []]);
    await part(planned.orderId, 1, '2026-12-01');
    await part(planned.orderId, 2, '2026-11-25');
    await part(credited.orderId, 1, '2026-12-01');
    await db.execute(sql`
      insert into payments (id, order_id, order_version, provider, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
      values (${promised.orderId}, ${promised.orderId}, 0, 'sandbox', 'requires_capture', 100, 'AED', 'en', '{}', ${moment}, ${moment}, ${moment})`);
    expect(await open()).toEqual([[planned.number, promised.number, credited.number], []]);
    await db.execute(sql`update payments set status = 'succeeded', version = version + 1 where id = ${promised.orderId}`);
    await transact(db, (tx) => creditInvoice(tx, clock.now(), { invoiceId: credited.id, key: 'c', reason: 'cancelled' }));
    expect(await open()).toEqual([[planned.number], []]);
    await db.execute(sql`update instalments set due_on = '2026-11-22' where order_id = ${planned.orderId} and number = 1`);
    expect([await numbers('queue=overdue'), await unkept()]).toEqual([[planned.number], []]);
    await db.execute(sql`update instalments set paid_at = ${moment} where order_id = ${planned.orderId} and number = 1`);
    expect([await numbers('queue=overdue'), ...(await open())]).toEqual([[], [planned.number], []]);
    await db.execute(sql`delete from instalments where order_id = ${planned.orderId} and number = 2`);
    expect(await open()).toEqual([[], []]);
    const after = await issued();
    await withOrder(after.orderId);
    await part(after.orderId, 1, '2026-12-01');
    await transact(db, (tx) =>
      creditInvoice(tx, clock.now(), { invoiceId: after.id, key: 'd', reason: 'cancelled', lines: new Map([[2, 5_250]]) }),
    );
    expect(await open()).toEqual([[after.number], []]);
  });

  it('is narrowed by what was sold, the currency and the amount, a credit note by what it takes back, and counted alike', async () => {
    const sold = await issued({ lines: [{ ...fare, gross: 7_700_050 }] });
    await withOrder(sold.orderId);
    const euro = randomUUID();
    const abroad = await transact(db, (tx) =>
      issueInvoice(tx, clock.now(), {
        key: `order:${euro}`,
        orderId: euro,
        orderReference: 'EURO0-00000',
        ownerId: null,
        buyer: { name: 'IN EUROS' },
        supplyDate: today,
        lines: [fare],
        charged: money(50_000, 'EUR'),
        rate: '4',
      }),
    );
    const credited = await transact(db, (tx) =>
      creditInvoice(tx, clock.now(), { invoiceId: sold.id, key: `narrowed:${sold.id}`, reason: 'cancelled' }),
    );
    if (!credited.ok) throw new Error(credited.refused);
    const back = credited.value;
    const both = async (query: string) => {
      const found = await numbers(query);
      expect(await countMatchingInvoices(db, crypto, view(query), clock.now())).toBe(found.length);
      return found;
    };
    expect(await both('currency=EUR')).toEqual([abroad.number]);
    expect(await both('product=flight&least=77000')).toEqual([]);
    expect((await both('product=holiday&least=77000')).toSorted()).toEqual([back.number, sold.number].toSorted());
    expect(await both('queue=credited&product=holiday&least=77000.50&most=77000.5')).toEqual([sold.number]);
    expect(await both('queue=credit-notes&least=77000.50')).toEqual([back.number]);
    expect(await both('queue=credited&least=77000.51')).toEqual([]);
    expect(await both('most=0.01')).toEqual([]);
    expect(await both('find=IN+EUROS&currency=EUR&product=flight')).toEqual([]);
    expect(await countMatchingInvoices(db, crypto, view('queue=invoices'), clock.now())).toBe(
      (await countInvoices(db, clock.now())).invoices,
    );
  });

  it('writes an address as it reads it, and drops what it does not know', () => {
    const address = '?queue=open&find=layla&from=2026-11-01&sort=gross&column=number&column=gross';
    expect(invoiceAddress(view(address))).toBe(address);
    const narrow = '?product=evisa&currency=USD&least=10&most=99.95';
    expect(invoiceAddress(view(narrow))).toBe(narrow);
    expect(invoiceAddress(view('?product=boat&currency=XAU&least=-1&most=1.234'))).toBe('');
    expect(invoiceAddress(view('?queue=nothing&sort=drop table&from=2026-02-31&after=x~y'))).toBe('');
    for (const bad of ['from=0001-01-01', 'until=1999-12-31', 'after=2026-02-31T00:00:00.000Z~x'])
      expect(invoiceAddress(view(`?${bad}`), { after: view(`?${bad}`).after })).toBe('');
  });
});

describe('the form of a credit', () => {
  const lines: CreditableLine[] = [
    { position: 1, quantity: 3, gross: 100_000, left: 100_000 },
    { position: 2, quantity: 2, gross: 10_000, left: 5_000 },
    { position: 3, quantity: 1, gross: -2_000, left: -2_000 },
  ];
  const read = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ cause: 'goodwill', reason: 'it rained', to: 'p', ...fields })) form.set(name, value);
    return readCredit(form, lines, new Map([['p', 90_000]]));
  };

  it('turns counts into amounts that come to the whole, and never touches what went back before', () => {
    expect(lines.map(unitsLeft)).toEqual([3, 1, 1]);
    expect([1, 2, 3].map((units) => amountOfUnits(lines[0]!, units))).toEqual([33_333, 66_667, 100_000]);
    expect(amountOfUnits(lines[1]!, 1)).toBe(5_000);
    // One of three went back before, rounded up; then the half of one unit, by amount.
    const uneven: CreditableLine = { position: 1, quantity: 3, gross: 20_000, left: 13_333 };
    expect([unitsLeft(uneven), amountOfUnits(uneven, 1), amountOfUnits(uneven, 2)]).toEqual([2, 6_667, 13_333]);
    const byAmount: CreditableLine = { position: 1, quantity: 2, gross: 20_000, left: 15_000 };
    expect([unitsLeft(byAmount), amountOfUnits(byAmount, 1)]).toEqual([1, 10_000]);
  });

  it('takes lines by count or amount with the sign of the line, and where the money goes', () => {
    const answer = read({ 'count.2': '1', 'amount.1': '10.50', 'count.3': '1' });
    expect(answer.ok && [[...answer.wish.lines], answer.wish.amount, answer.wish.paymentId]).toEqual([
      [
        [1, 1_050],
        [2, 5_000],
        [3, -2_000],
      ],
      4_050,
      'p',
    ]);
  });

  it('refuses more than is left of a line or can go back, and says at which field', () => {
    const faults = (fields: Record<string, string>) => {
      const answer = read(fields);
      return answer.ok ? [] : answer.faults.map(({ field, fault }) => `${field} ${fault}`);
    };
    expect(faults({ 'count.2': '2' })).toEqual(['count.2 count-over']);
    expect(faults({ 'amount.2': '50.01' })).toEqual(['amount.2 line-over']);
    expect(faults({ 'count.1': '3' })).toEqual(['to more-than-paid']);
    expect(faults({ 'count.1': '3', to: 'none' })).toEqual([]);
    expect(faults({ 'count.1': '1', 'amount.1': '5' })).toEqual(['count.1 count-or-amount']);
    expect(faults({ to: 'elsewhere', cause: 'theft', reason: '' })).toEqual([
      'lines nothing-chosen',
      'cause cause-missing',
      'reason reason-missing',
      'to destination-missing',
    ]);
  });
});
