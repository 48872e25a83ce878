import { beforeAll, describe, expect, it } from 'vitest';
import { disputesOfOrder } from '#app/commerce/disputes/disputes-store.server.ts';
import { sendMessage } from '#app/commerce/messages/deliver-messages.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { sql } from 'drizzle-orm';
import { openCounters } from '../../registry.server.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-11-24T08:12:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights, sale.bank.provider);
const signIn = (name: string) => app.signIn(`${name}@rihla.example`, demoPassword);
const [finance, owner, auditor, clerk] = [await signIn('finance'), await signIn('admin'), await signIn('auditor'), await signIn('flights')];
const base = '/admin/invoices/disputes';

let order: Order;
let at: string;
let other: Order;
const bankOf = (of: Order) => sale.bank.bank.list(0).find(({ reference, captured }) => reference === of.reference && captured > 0)!.id;
async function disputed(network: string, warning: boolean): Promise<Order> {
  const bought = await sale.paid((await sale.placed(aDraft(offer), { address: network })).id);
  await sale.settle();
  sale.bank.bank.openDispute(bankOf(bought), { reason: warning ? 'duplicate' : 'fraudulent', warning });
  await sale.settle();
  return bought;
}
const disputeOf = async (of: Order) => (await disputesOfOrder(platform.db, of.id))[0]!;
beforeAll(async () => {
  order = await disputed('10.8.1.1', false);
  other = await disputed('10.8.1.2', true);
  at = `${base}/${(await disputeOf(order)).id}`;
  const letter = sale.mails.find(({ orderId, template }) => orderId === order.id && template === 'order-ticketed')!;
  await sendMessage(platform, openCounters(platform, flights), letter);
});

const read = async (path: string, cookie: string) => (await app.send(path, { cookie })).text();
async function press(cookie: string, intent: string, typed: Record<string, string> = {}, version?: number) {
  const answer = await app.send(at, {
    cookie,
    form: { intent, version: String(version ?? (await disputeOf(order)).version), ...typed },
  });
  return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() };
}

describe('the list of disputes', () => {
  it('shows what waits for us first, by the day on which the bank stops listening', async () => {
    const html = await read(base, auditor);
    expect(html).toContain(order.reference);
    expect(html).toContain('7 days left');
    expect(html).toContain('Says they did not pay');
  });

  it('is narrowed by state, reason, owner and a search, and leaves as a file', async () => {
    const has = async (query: string) => {
      const html = await read(`${base}?${query}`, auditor);
      return [html.includes(`>${order.reference}<`), html.includes(`>${other.reference}<`)];
    };
    expect(await has('state=warning_needs_response')).toEqual([false, true]);
    expect(await has('reason=fraudulent')).toEqual([true, false]);
    expect(await has('queue=ended')).toEqual([false, false]);
    expect(await has('owner=mine')).toEqual([false, false]);
    expect(await has(`find=${other.reference.replace('-', '').toLowerCase()}`)).toEqual([false, true]);
    const file = await app.send(`${base}/export?reason=fraudulent`, { cookie: finance, method: 'POST' });
    const lines = (await file.text()).trim().split('\n');
    expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining(order.reference)]);
  });

  it('is of those who see money, and worked on by fewer', async () => {
    expect((await app.send(base, { cookie: clerk })).headers.get('location')).toContain('unauthorized');
    expect((await press(auditor, 'take')).to).toContain('unauthorized');
    expect((await app.send(`${base}/nothing`, { cookie: finance })).status).toBe(404);
  });
});

describe('the record of a dispute', () => {
  it('shows what the house holds, and says what it does not', async () => {
    const html = await read(at, auditor);
    for (const words of ['layla@example.com', 'no check by the cardholder', 'Delivered: tickets', 'Not used yet', 'Ticket of'])
      expect(html).toContain(words);
    // Letters are called as the desk calls them, to colleagues and to the bank.
    expect(html).toContain('Mail: tickets issued (delivered to the mail server)');
    expect(html).not.toContain('order-ticketed');
    expect(html).not.toContain('name="words"');
    const written = /<textarea[^>]*id="words"[^>]*>([\s\S]*?)<\/textarea>/.exec(await read(at, finance))![1]!;
    expect(written).toContain('Not used yet: it begins at this time.');
    // What speaks against the payment is for the desk alone.
    expect(written).not.toContain('no check by the cardholder');
  });

  it('keeps what was typed and says beside the field what is wrong', async () => {
    const short = await press(finance, 'contest', { words: 'Flown' });
    expect([short.status, short.html.includes('Write at least ten characters')]).toEqual([400, true]);
    expect(short.html).toMatch(/<textarea[^>]*id="words"[^>]*>\s*Flown<\/textarea>/);
    const unsure = await press(finance, 'accept', { why: 'We have nothing that speaks for it.' });
    expect([unsure.status, unsure.html.includes('Tick that you mean it')]).toEqual([400, true]);
    expect((await press(finance, 'nonsense')).status).toBe(400);
  });

  it('is taken on, answered by one and sent by another, once', async () => {
    const version = (await disputeOf(order)).version;
    expect((await press(finance, 'take')).to).toBe(`${at}?did=taken`);
    expect((await press(finance, 'contest', { words: 'The tickets were used.' }, version)).status).toBe(409);
    expect((await press(finance, 'contest', { words: 'The tickets were used.' })).to).toBe(`${at}?did=written`);
    expect((await press(finance, 'send')).status).toBe(409);
    const page = await read(at, owner);
    expect(page).toContain('The tickets were used.');
    expect((await press(owner, 'send')).to).toBe(`${at}?did=sent`);
    await sale.settle();
    expect((await disputeOf(order)).status).toBe('under_review');
    expect(await read(at, finance)).toContain('heard by the bank');
  });

  it('gives out its evidence as an archive with the papers of the order, and writes down who took it', async () => {
    expect((await app.send(`${at}/evidence`, { cookie: auditor, method: 'POST' })).headers.get('location')).toContain('unauthorized');
    expect((await app.send(`${at}/evidence`, { cookie: finance })).status).toBe(405);
    const answer = await app.send(`${at}/evidence`, { cookie: finance, method: 'POST' });
    const zip = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    for (const name of ['evidence.txt', `${order.reference}-INV-`, `${order.reference}-e-ticket`]) expect(zip).toContain(name);
    const { rows } = (await platform.db.execute(
      sql`select detail from audit_events where action = 'dispute.evidence-taken' and subject = ${`disputes:${(await disputeOf(order)).id}`}`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toHaveLength(1);
  });
});
