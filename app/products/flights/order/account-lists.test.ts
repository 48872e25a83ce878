import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listInvoices } from '#app/commerce/invoices/list-invoices.server.ts';
import { packInvoices } from '#app/commerce/invoices/pack-invoices.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { listOrders } from '#app/commerce/orders/list-orders.server.ts';
import { wholeOrderList } from '#app/commerce/orders/order-list-form.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { nameOrders } from '#app/commerce/tickets/name-orders.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { loadContent } from '#app/storefront/content/load-content.server.ts';
import { readContentFolders } from '#seeds/catalogue.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openCounters } from '../../registry.server.ts';
import { aDraft, openTestSale } from './flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openTestPlatform();
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-24T08:12:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const counters = openCounters(platform, flights);
const viewer = {
  kind: 'customer',
  user: { id: 'u-lists', email: 'lists@example.com', emailVerified: true, fullName: 'Layla', createdAt: '2026-01-01T00:00:00.000Z' },
} as const satisfies Viewer;
let early: Order;
let held: Order;
let ticketed: Order;

beforeAll(async () => {
  await platform.db.execute(
    sql`insert into users (id, name, email, email_verified, created_at, updated_at) values ('u-lists', 'Layla', 'lists@example.com', true, now(), now())`,
  );
  early = await sale.placed(aDraft(offer), { address: '10.2.0.1' });
  await loadContent(platform, readContentFolders(), { replace: false });
  held = await sale.placed(aDraft(offer), { viewer, address: '10.2.0.2' });
  ticketed = await sale.paid((await sale.placed(aDraft(offer), { viewer, address: '10.2.0.3' })).id);
}, 120_000);

describe('the list of orders', () => {
  const ask = (more: object) => listOrders(platform, counters, viewer, { ...wholeOrderList, ...more }, 'en');
  const references = async (more: object) => (await ask(more)).orders.map((order) => order.reference).sort();
  it("holds the traveller's own and nobody else's", async () => {
    expect(await references({})).toEqual([held.reference, ticketed.reference].sort());
  });
  it('is narrowed by state, word and day of departure', async () => {
    const departs = (await ask({})).orders[0]!.departs;
    expect(await references({ filter: 'confirmed' })).toEqual([ticketed.reference]);
    expect(await references({ search: held.reference })).toEqual([held.reference]);
    expect(await references({ from: departs, until: departs })).toHaveLength(2);
    expect(await references({ until: '2026-01-01' })).toEqual([]);
  });
  it('is narrowed by product, of which it names those that its owner has and the one that was asked for', async () => {
    expect(await references({ kind: 'flight' })).toHaveLength(2);
    expect((await ask({ kind: 'flight' })).kinds).toEqual(['flight']);
    expect(await references({ kind: 'evisa' })).toEqual([]);
    expect((await ask({ kind: 'evisa' })).kinds).toEqual(['flight', 'evisa']);
  });
  it('says until when an order must be paid, and only while it must', async () => {
    const { orders } = await ask({});
    const due = Object.fromEntries(orders.map((order) => [order.reference, order.payBefore]));
    expect(due).toEqual({ [held.reference]: held.heldUntil!.toISOString(), [ticketed.reference]: null });
  });
});

describe('the bookings that a support request may be about', () => {
  it('are told apart by what they are and when they begin', async () => {
    const named = await nameOrders(platform.db, counters, viewer, 'en', 50);
    expect(named.map(({ reference }) => reference).sort()).toEqual([held.reference, ticketed.reference].sort());
    const { orders } = await listOrders(platform, counters, viewer, wholeOrderList, 'en');
    for (const { reference, title, starts } of named) {
      const order = orders.find((one) => one.reference === reference)!;
      expect([title, starts]).toEqual([order.description.title, order.departs]);
      expect(title).not.toBe('');
    }
    expect(await nameOrders(platform.db, counters, { kind: 'anonymous' }, 'en', 50)).toEqual([]);
  });
});

describe('the list of invoices', () => {
  const ask = (more: object) => listInvoices(platform, viewer, { search: '', year: null, kind: null, ...more });
  it('adds up what it shows', async () => {
    const { invoices, sum, owned } = await ask({});
    expect([invoices.length, owned]).toEqual([1, 1]);
    expect(sum.gross).toEqual(invoices[0]!.gross);
    expect(sum.net.amount + sum.vat.amount).toBe(sum.gross.amount);
  });
  it('comes as one archive for a year, set in the language that is asked; a year without documents has none', async () => {
    const pack = (year: number, who: Viewer = viewer) =>
      packInvoices(platform, who, { year, language: 'ar', at: new Date(platform.clock.now()) });
    const { number } = (await ask({})).invoices[0]!;
    const zip = (await pack(Number(number.slice(4, 8))))!;
    expect(zip.readUInt16LE(zip.length - 12), 'entries').toBe(1);
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(zip.includes(`${number}-ar.pdf`)).toBe(true);
    expect(await pack(2019)).toBeNull();
    expect(await pack(Number(number.slice(4, 8)), { ...viewer, user: { ...viewer.user, id: 'u-other' } })).toBeNull();
  });
  it('finds a document by its number or its order, and is empty with nothing to add up', async () => {
    const { number } = (await ask({})).invoices[0]!;
    expect((await ask({ search: number.toLowerCase() })).invoices).toHaveLength(1);
    expect((await ask({ search: ticketed.reference })).invoices).toHaveLength(1);
    const none = await ask({ kind: 'credit-note' });
    expect([none.invoices.length, none.owned, none.sum.gross.amount]).toEqual([0, 1, 0]);
  });
});

describe('the edition of the terms', () => {
  it('is the one that was public when the order was placed, none before there was any', () => {
    expect([early.termsEdition, held.termsEdition]).toEqual([null, 1]);
  });
  it('stays on the order when new terms come out', async () => {
    await platform.db.execute(sql`update content_items set live_edition = 2 where id = 'legal-terms'`);
    const later = await sale.placed(aDraft(offer), { address: '10.2.0.4' });
    expect([later.termsEdition, (await sale.order(held.id)).termsEdition]).toEqual([2, 1]);
    await expect(platform.db.execute(sql`update orders set terms_edition = 2 where id = ${held.id}`)).rejects.toThrow();
    await platform.db.execute(sql`update content_items set live_edition = 1 where id = 'legal-terms'`);
  });
  it('is named on the page of the order, with its address, which opens it', async () => {
    const app = await openTestApp(platform, flights);
    const cookie = orderCookie(platform, held.id).split(';')[0]!;
    expect(await (await app.send(`/track?order=${held.reference}`, { cookie })).text()).toContain('/terms?edition=1');
    expect((await app.send('/terms?edition=1')).status).toBe(200);
    expect((await app.send('/terms?edition=7')).status).toBe(404);
  });
});

describe('what waits for its reader', () => {
  const ask = (more: object) => listOrders(platform, counters, viewer, { ...wholeOrderList, ...more }, 'en');
  it('is what is held and not paid, and the list is narrowed to it', async () => {
    const { orders } = await ask({ filter: 'needs' });
    expect(orders.map(({ reference, needs }) => [reference, needs.map(({ what, by }) => [what, by])])).toEqual([
      [held.reference, [['pay', held.heldUntil!.toISOString()]]],
    ]);
  });
  it('is what staff asked of whoever paid, until it is answered', async () => {
    const paid = await sale.placed(aDraft(offer), { viewer, address: '10.2.0.5' });
    const stand = (status: string) =>
      platform.db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql`update orders set status = ${status} where id = ${paid.id}`);
      });
    await stand('on_hold');
    await platform.db.execute(
      sql`insert into payment_checks (order_id, causes, begun_by, begun_at, asked_by, asked_at) values (${paid.id}, '{colleague}', 'staff', now(), 'staff', now())`,
    );
    const waiting = async () => (await ask({ filter: 'needs', search: paid.reference })).orders.flatMap(({ needs }) => needs);
    expect(await waiting()).toMatchObject([{ what: 'questions', to: `/payment-questions/${paid.reference}` }]);
    await platform.db.execute(sql`update payment_checks set answered_at = now() where order_id = ${paid.id}`);
    expect(await waiting()).toEqual([]);
    await stand('expired');
  });
});

describe('money on its way back', () => {
  it('stands in the list with the bank’s day until it is past', async () => {
    const order = await sale.paid((await sale.placed(aDraft(offer), { viewer, address: '10.2.0.6' })).id);
    const cancel = { orderId: order.id, by: 'customer', who: 'user:u-lists' } as const;
    expect((await quoteCancel(platform, sale.product, cancel)).ok).toBe(true);
    expect((await confirmCancel(platform, sale.product, cancel)).ok).toBe(true);
    await sale.settle();
    const awaited = async () =>
      (await listOrders(platform, counters, viewer, { ...wholeOrderList, search: order.reference }, 'en')).orders[0]!.awaited;
    const [track] = await awaited();
    expect(track).toMatchObject({ state: 'settled' });
    const before = platform.clock.now();
    platform.clock.set(addMilliseconds(before, 16 * dayMs));
    expect(await awaited()).toEqual([]);
    platform.clock.set(before);
  });
});
