import { expect, it } from 'vitest';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { money } from '#app/values/money.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { findAdditions } from './additions-store.server.ts';
import { findExtras } from '../extras/extras-store.server.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import type { SeatMap } from '../supplier/flight-supplier.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
const offerOf = (code: string) => ({
  ...anOffer({ supplier: code }),
  id: `${code}.one`,
  passengers: { adults: 2, children: 0, infants: 0 },
  expiresAt: '2026-12-04T00:00:00.000Z',
});
const seatMap: SeatMap = {
  flight: 'EK1',
  date: '2026-12-05',
  aircraft: '388',
  aircraftName: 'Airbus A380-800',
  rows: [10, 20].map((number) => ({
    number,
    deck: 'main',
    cabin: 'economy',
    seats: ['A', 'B', null, 'C', 'D'].map((letter) =>
      letter === null
        ? null
        : {
            designator: `${number}${letter}`,
            letter,
            features: number === 20 ? ['exit-row'] : [],
            state: 'open',
            price: money(6_000, 'AED'),
          },
    ),
    exit: number === 20,
    overWing: false,
    before: [],
  })),
};
const sale = await openTestSale(platform, [
  new ScriptedSupplier({ code: 's1', offers: [offerOf('s1')], seatMap }),
  new ScriptedSupplier({ code: 's2', offers: [offerOf('s2')], extras: ['not-offered'] }),
]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights, sale.bank.provider);
const clerk = await app.signIn('flights@rihla.example', demoPassword);

let buyers = 0;
async function ticketed(code = 's1') {
  buyers += 1;
  const order = await sale.paid((await sale.placed(aDraft(offerOf(code)), { address: `10.19.${buyers}.1` })).id);
  await sale.settle();
  return { order, cookie: orderCookie(platform, order.id).split(';')[0]!, here: `/add-extras/${order.reference}` };
}
const read = async (path: string, cookie: string) => (await app.send(path, { cookie })).text();
/** Presses the button of an intent on a page, with what is typed over what its form has. */
async function press(path: string, cookie: string, intent: string, typed: Readonly<Record<string, string>> = {}) {
  const form = readForms(await read(path, cookie), new URL(`http://localhost${path}`)).find((one) =>
    one.buttons.some(({ name, value }) => name === 'intent' && value === intent),
  );
  if (!form) throw new Error(`No form for ${intent}`);
  const answer = await app.send(path.split('?')[0]!, { cookie, form: { ...Object.fromEntries(form.fields), ...typed, intent } });
  return { status: answer.status, to: answer.headers.get('location') ?? '' };
}
const extras = async (order: Order) =>
  (await findExtras(platform.db, order.id)).map(({ kind, traveller, status }) => `${kind} ${traveller} ${status}`);

it('a guest chooses a seat and bags from the order’s page, reads what they cost, pays, and sees them on the order', async () => {
  const { order, cookie, here } = await ticketed();
  const track = await read(`/track?order=${order.reference}`, cookie);
  expect(track).toContain(here);
  // The heading says what the section is about, the button what happens: not the same words twice.
  const section = /id="adds".*?<\/section>/s.exec(track)![0];
  const words = (part: RegExp) => wordsOf(part.exec(section)![0]);
  expect([words(/<h2.*?<\/h2>/s), words(/<a .*?<\/a>/s)]).toEqual(['Seats, bags and meals', 'Add seats, bags or meals']);
  const empty = await read(here, cookie);
  for (const words of ['Add seats, bags or meals', 'no seat chosen', 'See what it costs']) expect(empty).toContain(words);
  expect(empty).not.toContain('To pay now');
  const plan = `${here}?segment=0&traveller=1`;
  expect(await read(plan, cookie)).toContain('A seat for');
  expect(await read(`${plan}&view=list`, cookie)).toContain('Row 10');
  expect(await press(plan, cookie, 'seat', { seat: '10B' })).toEqual({ status: 303, to: `${here}#seats` });
  expect(await press(here, cookie, 'choose', { 'bag.0:0': '2', fastTrack: 'yes' })).toEqual({ status: 303, to: `${here}#choice` });
  const page = await read(here, cookie);
  // A seat for 60, two bags for 260 each and two fast lanes for 75.
  for (const words of ['Seat 10B, flight EK1', 'Extra bags: 2', 'Fast track, DXB', 'Pay AED', '730']) expect(page).toContain(words);
  expect(await read(`/track?order=${order.reference}`, cookie)).toContain('waits for your payment');
  const bank = await press(here, cookie, 'pay');
  expect(bank.status).toBe(303);
  await sale.bank.pay(bank.to, 'approved');
  await sale.settle();
  expect((await extras(order)).toSorted()).toEqual(['bag 0 issued', 'fast-track 0 issued', 'fast-track 1 issued', 'seat 1 issued']);
  const after = await read(`/track?order=${order.reference}`, cookie);
  for (const words of ['Seats, bags or meals added', 'Seat 10B, flight EK1', 'document ']) expect(after).toContain(words);
  // What is bought is shown, and for sale no more.
  const bought = await read(here, cookie);
  expect(bought).toContain('Bought for everyone');
  expect(bought).not.toContain('name="bag.0:0"');
  expect(bought).toContain('name="bag.0:1"');
  expect((await app.send(`${here}?segment=0&traveller=1`, { cookie })).status).toBe(200);
});

it('a guest changes the seat they have: a dearer one is paid, one that costs no more is taken at once, with words on what is not given back', async () => {
  const { order, cookie, here } = await ticketed();
  const plan = `${here}?segment=0&traveller=0`;
  await press(plan, cookie, 'seat', { seat: '10A' });
  await sale.bank.pay((await press(here, cookie, 'pay')).to, 'approved');
  await sale.settle();
  expect(await read(here, cookie)).toContain('Change the seat');
  const cabin = await read(plan, cookie);
  for (const words of ['For 10A you paid', 'the difference is not given back']) expect(cabin).toContain(words);
  expect(await press(plan, cookie, 'seat', { seat: '10B' })).toEqual({ status: 303, to: `${here}#seats` });
  const page = await read(here, cookie);
  for (const words of ['in place of 10A', 'nothing more', 'the difference is not given back', 'Change the seat now'])
    expect(page).toContain(words);
  // Another thought: the seat of before is kept, and nothing waits any more.
  expect(await press(plan, cookie, 'unseat')).toEqual({ status: 303, to: `${here}#seats` });
  expect(await read(here, cookie)).not.toContain('in place of 10A');
  await press(plan, cookie, 'seat', { seat: '10B' });
  expect(await press(here, cookie, 'take')).toEqual({ status: 303, to: `/track?order=${order.reference}` });
  await sale.settle();
  expect(await extras(order)).toEqual(['seat 0 issued']);
  const after = await read(`/track?order=${order.reference}`, cookie);
  for (const words of ['Seat changed', 'Seat 10B, flight EK1']) expect(after).toContain(words);
  // A seat in an exit asks to be declared for, in words, and the old one stays.
  const refused = await press(plan, cookie, 'seat', { seat: '20A' });
  expect(refused.to).toContain('refused=seat-exit-declaration');
  expect(await read(here, cookie)).toContain('10B');
  expect(await press(plan, cookie, 'seat', { seat: '20A', exit: 'on' })).toEqual({ status: 303, to: `${here}#seats` });
  expect(await read(`/admin/orders/flights/${order.reference}`, clerk)).toContain('in place of');
});

it('more bags are bought where some are, and a clerk does both for a caller', async () => {
  const { order, cookie, here } = await ticketed();
  const record = `/admin/orders/flights/${order.reference}`;
  await press(here, cookie, 'choose', { 'bag.0:0': '1' });
  await sale.bank.pay((await press(here, cookie, 'pay')).to, 'approved');
  await sale.settle();
  const page = await read(here, cookie);
  for (const words of ['No more bags', '2 more bags of 23']) expect(page).toContain(words);
  expect(page).not.toContain('3 more bags of 23');
  expect(await press(`${record}/extras`, clerk, 'choose', { 'bag.0:0:2': '2' })).toEqual({ status: 303, to: `${record}/extras#choice` });
  expect(await press(`${record}/extras`, clerk, 'send')).toEqual({ status: 303, to: `${record}/extras?sent` });
  await sale.bank.pay((await press(here, cookie, 'pay')).to, 'approved');
  await sale.settle();
  expect(await extras(order)).toEqual(['bag 0 issued', 'bag 0 issued']);
  expect(await read(here, cookie)).not.toMatch(/name="bag\.0:0/);
  const plan = `${record}/extras?segment=0&traveller=1`;
  await press(plan, clerk, 'seat', { seat: '10C' });
  await sale.bank.pay((await press(here, cookie, 'pay')).to, 'approved');
  await sale.settle();
  await press(plan, clerk, 'seat', { seat: '10D' });
  expect(await press(`${record}/extras`, clerk, 'take')).toEqual({ status: 303, to: record });
  expect(await read(record, clerk)).toContain('Seat changed');
});

it('a clerk puts it together for a caller, who gets a mail, sees it and pays; the record shows both', async () => {
  const { order, cookie, here } = await ticketed();
  const record = `/admin/orders/flights/${order.reference}`;
  expect(await read(record, clerk)).toContain(`${record}/extras`);
  expect(await press(`${record}/extras`, clerk, 'choose', { 'bag.0:1': '1' })).toEqual({ status: 303, to: `${record}/extras#choice` });
  expect(await read(record, clerk)).toContain('A colleague put together more');
  expect(await press(`${record}/extras`, clerk, 'send')).toEqual({ status: 303, to: `${record}/extras?sent` });
  await sale.settle();
  expect(sale.mails.filter(({ orderId }) => orderId === order.id).map(({ template }) => template)).toContain('extras-offered');
  // Staff do not pay with anybody's card.
  expect((await app.send(`${record}/extras`, { cookie: clerk, form: { intent: 'pay' } })).status).toBe(400);
  await sale.bank.pay((await press(here, cookie, 'pay')).to, 'approved');
  await sale.settle();
  expect(await extras(order)).toEqual(['bag 1 issued']);
  const after = await read(record, clerk);
  for (const words of ['Seats, bags or meals added', 'Seats, bags or meals offered to the traveller']) expect(after).toContain(words);
});

it('what the airline writes no document for is taken back at the desk, and its money goes back', async () => {
  const { order, cookie, here } = await ticketed('s2');
  await press(here, cookie, 'choose', { 'bag.0:0': '1' });
  await sale.bank.pay((await press(here, cookie, 'pay')).to, 'approved');
  await sale.settle();
  expect(await extras(order)).toEqual(['bag 0 failed']);
  expect(await read('/admin/orders/flights?queue=ancillaries', clerk)).toContain(order.reference);
  const [bag] = await findExtras(platform.db, order.id);
  const form = { intent: 'extra-void', key: newFormKey(), extra: bag!.id, reason: 'the airline has no room' };
  await app.send(`/admin/orders/flights/${order.reference}`, { cookie: clerk, form });
  await sale.settle();
  expect(await extras(order)).toEqual(['bag 0 refunded']);
  expect((await findRefundsOfOrder(platform.db, order.id)).map(({ amount, status }) => [amount, status])).toEqual([
    [bag!.price, 'succeeded'],
  ]);
  expect(await read(here, cookie)).toContain('money given back');
});

it('a state in which nothing can be added says why in words, on the order and on the page', async () => {
  const { order, cookie, here } = await ticketed();
  const soon = Date.parse('2026-12-05T00:00:00Z') - platform.clock.now();
  platform.clock.advance(soon);
  for (const path of [here, `/track?order=${order.reference}`])
    expect(await read(path, cookie)).toContain('less than six hours to the flight');
  expect(await read(here, cookie)).not.toContain('name="bag.');
  platform.clock.advance(-soon);
});

it('bad addresses and forms get words and never a fault, and nobody else’s order is there', async () => {
  const { order, cookie, here } = await ticketed();
  for (const query of [
    '?segment=9&traveller=9',
    '?segment=x',
    '?segment=0&traveller=0&view=%00',
    '?refused=%3Cscript%3E',
    '?refused=seat-x&seat=%00',
  ])
    expect((await app.send(here + query, { cookie })).status).toBe(200);
  expect((await app.send(here, { cookie, form: { intent: 'nothing' } })).status).toBe(400);
  const forms: readonly Record<string, string>[] = [
    { intent: 'choose' },
    { intent: 'choose', 'bag.0:0': '99', 'bag.9:9': '1', 'meal.x': 'ZZZZ', fastTrack: 'maybe' },
    { intent: 'seat' },
    { intent: 'seat', segment: '0', traveller: '0', seat: '99Z' },
    { intent: 'seat', segment: '77', traveller: '0', seat: '10A' },
    { intent: 'seat', segment: '0', traveller: '0', seat: '20A' },
    { intent: 'pay', number: 'x', seen: '-1' },
    { intent: 'take' },
    { intent: 'drop' },
  ];
  for (const form of forms) {
    const answer = await app.send(here, { cookie, form });
    const to = answer.headers.get('location') ?? '';
    expect([JSON.stringify(form), answer.status, to.includes('?refused=')]).toEqual([JSON.stringify(form), 303, true]);
    expect(await read(to, cookie)).toMatch(/class="say[^"]*danger/);
  }
  expect(await findAdditions(platform.db, order.id)).toEqual([]);
  expect((await app.send(here)).status).toBe(404);
  expect((await app.send(here, { form: { intent: 'choose', 'bag.0:0': '1' } })).status).toBe(404);
});
