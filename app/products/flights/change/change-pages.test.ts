import { expect, it } from 'vitest';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { money } from '#app/values/money.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer } from '../offer.ts';
import { regretMs } from '../refunds/cancel-rules.ts';
import { FlightDesk } from '../search/ask-flights.server.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
function flightOn(day: string, dirhams: number): Offer {
  const plain = anOffer({ supplier: 's1', dirhams });
  const move = <Moment extends { local: string; utc: string }>(at: Moment): Moment => ({
    ...at,
    local: at.local.replace('2026-12-05', day),
    utc: at.utc.replace('2026-12-05', day),
  });
  return {
    ...plain,
    id: `s1.${day}`,
    expiresAt: '2026-12-24T08:12:00.000Z',
    slices: plain.slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({ ...segment, departs: move(segment.departs), arrives: move(segment.arrives) })),
    })),
    brands: plain.brands.map((brand) => ({ ...brand, changeBefore: { permission: 'allowed', penalty: money(10_000, 'AED') } })),
  };
}
const offers = [flightOn('2026-12-05', 1500), flightOn('2026-12-08', 1900)];
const supplier = new ScriptedSupplier({ code: 's1', offers });
const sale = await openTestSale(platform, [supplier]);
const flights = { ...sale.flights, desk: new FlightDesk([supplier]), world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights, sale.bank.provider);
const clerk = await app.signIn('flights@rihla.example', demoPassword);

let buyers = 0;
async function ticketed() {
  buyers += 1;
  const order = await sale.paid((await sale.placed(aDraft(offers[0]!), { address: `10.9.${buyers}.1` })).id);
  return { order, cookie: orderCookie(platform, order.id).split(';')[0]! };
}
async function press(path: string, cookie: string, intent: string) {
  const html = await (await app.send(path, { cookie })).text();
  const form = readForms(html, new URL(`http://localhost${path}`)).find((one) =>
    one.buttons.some(({ name, value }) => name === 'intent' && value === intent),
  );
  if (!form) throw new Error(`No form for ${intent}`);
  return app.send(path.split('?')[0]!, { cookie, form: { ...Object.fromEntries(form.fields), intent } });
}

it('a traveller looks for another day, reads what it costs, agrees, pays and has new tickets', async () => {
  const { order, cookie } = await ticketed();
  const track = await (await app.send(`/track?order=${order.reference}`, { cookie })).text();
  const here = `/change-flights/${order.reference}`;
  expect(track).toContain(here);
  const section = /id="change".*?<\/section>/s.exec(track)![0];
  const words = (part: RegExp) => wordsOf(part.exec(section)![0]);
  // The heading says what the section is about, the button what happens.
  expect([words(/<h2.*?<\/h2>/s), words(/<a .*?<\/a>/s)]).toEqual(['Another day or another flight', 'Change your flights']);
  const days = `${here}?contract=0&date0=2026-12-08`;
  expect(await (await app.send(days, { cookie })).text()).toContain('What would it cost?');
  const list = await (await app.send(days, { cookie })).text();
  // Our own fee stands beside that of the airline before anything is asked for, and on the order's page.
  for (const told of [list, track]) expect(wordsOf(told)).toContain('Our own work on a change costs AED 50.00 besides');
  const form = readForms(list, new URL(`http://localhost${days}`)).find((one) =>
    one.fields.some(([, value]) => value === 's1.2026-12-08'),
  )!;
  const quoted = await app.send(here, { cookie, form: { ...Object.fromEntries(form.fields), intent: 'quote' } });
  expect([quoted.status, quoted.headers.get('location')]).toEqual([303, `${here}#quote`]);
  const page = await (await app.send(here, { cookie })).text();
  for (const words of ['What this change costs', 'Change fee of the airline', 'Our change fee', 'Agree and pay'])
    expect(page).toContain(words);
  // Within the hour everything comes back of a cancellation, and no more after a change: whoever agrees has read it.
  const until = localTimeIn('Asia/Dubai', instant(platform.clock.now() + regretMs)).slice(11, 16);
  expect(wordsOf(page)).toMatch(
    new RegExp(`You can still cancel and have everything back, until .*${until}.*With this change that ends\\.`),
  );
  const bank = await press(here, cookie, 'accept');
  expect(bank.status).toBe(303);
  const pending = await (await app.send(here, { cookie })).text();
  expect(pending).toContain('Pay to go on');
  await sale.bank.pay(bank.headers.get('location')!, 'approved');
  await sale.settle();
  expect((await sale.order(order.id)).status).toBe('ticketed');
  const after = await (await app.send(`/track?order=${order.reference}`, { cookie })).text();
  expect(after).toContain('New flights in force');
  expect(after).toContain('Our change fee');
});

it('does not say that there are no other flights while the source of the tickets is silent, whatever others say', async () => {
  const { order, cookie } = await ticketed();
  const ask = async (search: 'throws' | 'ok') => {
    const desk = new FlightDesk([new ScriptedSupplier({ code: 's1', search }), new ScriptedSupplier({ code: 's2' })]);
    const other = await openTestApp(platform, { ...flights, desk } as unknown as Flights, sale.bank.provider);
    return (await other.send(`/change-flights/${order.reference}?contract=0&date0=2026-12-08`, { cookie })).text();
  };
  const [silent, none] = [/The airline does not answer at the moment/, /There are no flights of your airline/];
  const during = await ask('throws');
  expect([silent.test(during), none.test(during)]).toEqual([true, false]);
  const after = await ask('ok');
  expect([silent.test(after), none.test(after)]).toEqual([false, true]);
});

it('staff ask on behalf of a traveller with the same quote, and send them the offer; the queue shows it', async () => {
  const { order, cookie } = await ticketed();
  const record = `/admin/orders/flights/${order.reference}`;
  expect(await (await app.send(record, { cookie: clerk })).text()).toContain(`${record}/change`);
  const form = { intent: 'quote', contract: '0', offer: 's1.2026-12-08' };
  expect((await app.send(`${record}/change`, { cookie: clerk, form })).headers.get('location')).toBe(`${record}/change#quote`);
  expect(await (await app.send('/admin/orders/flights?queue=changes', { cookie: clerk })).text()).toContain(order.reference);
  expect((await press(`${record}/change`, clerk, 'send')).headers.get('location')).toBe(`${record}/change?sent`);
  await sale.settle();
  expect(sale.mails.filter((mail) => mail.orderId === order.id).map((mail) => mail.template)).toContain('flights-offered');
  expect(await (await app.send(`/track?order=${order.reference}`, { cookie })).text()).toContain('Other flights are offered to you');
  expect((await press(`${record}/change`, clerk, 'keep')).headers.get('location')).toBe(record);
  expect((await sale.order(order.id)).status).toBe('ticketed');
});

it('bad addresses and forms get words and never a fault, and nobody else’s order is there', async () => {
  const { order, cookie } = await ticketed();
  const here = `/change-flights/${order.reference}`;
  for (const query of ['?date0=2020-01-01', '?date0=x&contract=9', '?contract=-1&date0=2026-12-08&chosen=%00', '?refused=%3Cscript%3E'])
    expect((await app.send(here + query, { cookie })).status).toBe(200);
  expect(await (await app.send(`${here}?date0=2020-01-01`, { cookie })).text()).toContain('Choose days from today on');
  expect((await app.send(here, { cookie, form: { intent: 'nothing' } })).status).toBe(400);
  const forms: readonly Record<string, string>[] = [
    { intent: 'quote', contract: 'x', offer: 's1.2026-12-08' },
    { intent: 'quote', contract: '0', offer: 'zz' },
    { intent: 'accept' },
    { intent: 'withdraw' },
    { intent: 'keep' },
  ];
  for (const form of forms) {
    const answer = await app.send(here, { cookie, form });
    expect([answer.status, answer.headers.get('location')?.includes('?refused=')]).toEqual([303, true]);
  }
  expect((await app.send(here)).status).toBe(404);
  expect((await app.send(here, { form: { intent: 'keep' } })).status).toBe(404);
});
