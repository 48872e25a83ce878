import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { readProfile } from '#app/commerce/customers/book/profile-store.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { findAccountByEmail, findSignedInUser } from '#app/platform/account-store.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer, Slice } from '../offer.ts';
import { askScheduleNews } from './receive-schedules.server.ts';
import { sliceOf } from './schedule-rules.ts';
import { findSchedules } from './schedule-store.server.ts';
import { workOnSchedules } from './work-schedules.server.ts';
import { FlightDesk } from '../search/ask-flights.server.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
function flightOn(day: string, dirhams: number): Offer {
  const plain = anOffer({ supplier: 's7', dirhams });
  const move = <Moment extends { local: string; utc: string }>(at: Moment): Moment => ({
    ...at,
    local: at.local.replace('2026-12-05', day),
    utc: at.utc.replace('2026-12-05', day),
  });
  return {
    ...plain,
    id: `s7.${day}`,
    expiresAt: '2026-12-24T08:12:00.000Z',
    slices: plain.slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({ ...segment, departs: move(segment.departs), arrives: move(segment.arrives) })),
    })),
  };
}
const offers = [flightOn('2026-12-05', 1500), flightOn('2026-12-08', 1900), flightOn('2026-12-06', 1500)];
const supplier = new ScriptedSupplier({ code: 's7', offers, keepsHours: 96 });
const sale = await openTestSale(platform, [supplier]);
const flights = { ...sale.flights, desk: new FlightDesk([supplier]), world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights, sale.bank.provider);
const clerk = await app.signIn('flights@rihla.example', demoPassword);
const manager = await app.signIn('admin@rihla.example', demoPassword);

let buyers = 0;
let messages = 0;
async function changed(slices: (was: readonly Slice[]) => readonly Slice[] | null, heldBack = false, more: object = {}) {
  buyers += 1;
  const order = await sale.paid((await sale.placed(aDraft(offers[0]!), { address: `10.19.${buyers}.1`, ...more })).id);
  const [row] = (await getFlightOrder(platform.db, order.id)).contracts;
  messages += 1;
  platform.clock.advance(1_000);
  const at = new Date(platform.clock.now()).toISOString();
  supplier.announce({ id: `p${messages}`, at, locator: row!.locator!, slices: slices(row!.offer.slices), seatsLost: [], heldBack });
  await askScheduleNews(platform, sale.flights);
  await sale.settle();
  return { order, cookie: orderCookie(platform, order.id).split(';')[0]!, here: `/schedule-change/${order.reference}` };
}
/** Three hours later: a large change. */
const later = (was: readonly Slice[]): Slice[] => delayed(was, 180);
const delayed = (was: readonly Slice[], minutes: number): Slice[] => {
  const [only] = was[0]!.segments;
  const move = (moment: NonNullable<typeof only>['departs']) => {
    const shift = (text: string, end: string) =>
      new Date(Date.parse(`${text.slice(0, 16)}Z`) + minutes * 60_000).toISOString().slice(0, 16) + end;
    return { ...moment, local: shift(moment.local, ''), utc: shift(moment.utc, ':00Z') };
  };
  return [sliceOf([{ ...only!, departs: move(only!.departs), arrives: move(only!.arrives) }])];
};
const slightly = (was: readonly Slice[]): Slice[] =>
  was.map((slice) => sliceOf(slice.segments.map((one) => ({ ...one, aircraft: '77W', aircraftName: 'Boeing 777' }))));
const read = async (path: string, cookie: string) => (await app.send(path, { cookie })).text();
async function form(path: string, cookie: string, intent: string) {
  const found = readForms(await read(path, cookie), new URL(`http://localhost${path}`)).find((one) =>
    one.buttons.some(({ name, value }) => name === 'intent' && value === intent),
  );
  if (!found) throw new Error(`No form for ${intent}`);
  return { ...Object.fromEntries(found.fields), intent };
}
const status = async (id: string) => (await sale.order(id)).status;

it('a traveller reads what changed and takes the new times', async () => {
  const { order, cookie, here } = await changed(later);
  expect(await read(`/track?order=${order.reference}`, cookie)).toContain(here);
  const page = await read(here, cookie);
  for (const words of ['As you booked', '07:45', 'As it flies now', '10:45', 'Take the new times', 'everything you paid comes back'])
    expect(page).toContain(words);
  const answer = await app.send(here, { cookie, form: await form(here, cookie, 'accept') });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/track?order=${order.reference}`]);
  await sale.settle();
  expect(await status(order.id)).toBe('ticketed');
  expect(await read(here, cookie)).toContain('The new times are in force');
});

it('another number and nothing else asks nothing: page, order and mail speak of the number, and its tickets come by themselves', async () => {
  const { order, cookie, here } = await changed((was) =>
    was.map((slice) => sliceOf(slice.segments.map((one) => ({ ...one, flight: 'EK971', number: 971 })))),
  );
  const [open] = await findSchedules(platform.db, order.id);
  const page = await read(here, cookie);
  for (const words of ['EK971', 'You need not answer', 'Take the new number']) expect(page).toContain(words);
  for (const words of ['new times', 'Please answer']) expect(page).not.toContain(words);
  expect(await read(`/track?order=${order.reference}`, cookie)).toContain('The airline gave your flight another number');
  const mail = (await platform.mail.folder!.find(sha256(`${order.id}.schedule-changed.${open!.id}`).slice(0, 32)))!;
  const said = mail.text.replaceAll(/\s+/g, ' ');
  expect(said).toContain('tickets are written anew for the new number');
  expect(said).not.toMatch(/new times|Please answer/);
  platform.clock.advance(2 * 3_600_000 + 60_000);
  await workOnSchedules(platform);
  await sale.settle();
  expect(await status(order.id)).toBe('ticketed');
  expect(await read(here, cookie)).toContain('The new number is in force');
});

it('a traveller picks another flight free of charge, and reads it once more before it is taken', async () => {
  const { order, cookie, here } = await changed(() => null);
  expect(await read(here, cookie)).not.toContain('Take the new times');
  const days = `${here}?date0=2026-12-08`;
  const list = await read(days, cookie);
  const link = /href="([^"]*offer=s7\.2026-12-08[^"#]*)/.exec(list)![1]!.replaceAll('&amp;', '&');
  const sent = await app.send(here, { cookie, form: await form(link, cookie, 'instead') });
  expect(sent.headers.get('location')).toBe(`/track?order=${order.reference}`);
  await sale.settle();
  expect(await sale.order(order.id)).toMatchObject({ status: 'ticketed', total: order.total });
});

it('no other flight is offered that would be refused as too tight with the ticket after it', async () => {
  const { order, cookie, here } = await changed(() => null);
  const days = `${here}?date0=2026-12-08`;
  expect(await read(days, cookie)).toContain('offer=s7.2026-12-08');
  const onwardAt = async (utc: string) => {
    await platform.db.execute(sql`delete from flight_contracts where order_id = ${order.id} and position = 1`);
    await platform.db.execute(sql`insert into flight_contracts (order_id, position, supplier, offer_id, brand, offer)
      select order_id, 1, supplier, offer_id, brand, jsonb_set(jsonb_set(offer, '{slices,0,segments,0,departs,utc}', to_jsonb(${utc}::text)),
        '{slices,0,segments,0,arrives,utc}', '"2026-12-08T22:00:00Z"') from flight_contracts where order_id = ${order.id} and position = 0`);
  };
  await onwardAt('2026-12-08T14:24:00Z');
  const tight = await read(days, cookie);
  expect(tight).not.toContain('offer=s7.2026-12-08');
  await onwardAt('2026-12-08T14:25:00Z');
  expect(await read(days, cookie)).toContain('offer=s7.2026-12-08');
});

it('a traveller sees line by line what comes back, and gets everything', async () => {
  const { order, cookie, here } = await changed(later);
  const asked = await form(here, cookie, 'ask-cancel');
  await app.send(`/checkout/${order.reference}`, { cookie, form: asked });
  const track = await read(`/track?order=${order.reference}`, cookie);
  expect(track).toContain('changed your flights so far that everything you paid returns');
  await app.send(`/checkout/${order.reference}`, { cookie, form: await form(`/track?order=${order.reference}`, cookie, 'confirm-cancel') });
  await sale.settle();
  expect(await status(order.id)).toBe('refunded');
  expect(await read(here, cookie)).toContain('The booking is given back');
});

it('a clerk answers for a traveller who has only asked what would come back: nobody agreed to that, and it is set aside', async () => {
  const { order, cookie, here } = await changed(later);
  const record = `/admin/orders/flights/${order.reference}`;
  const desk = `${record}/schedule`;
  await app.send(`/checkout/${order.reference}`, { cookie, form: await form(here, cookie, 'ask-cancel') });
  expect(await status(order.id)).toBe('cancel_quoted');
  // Counted as to be answered, and so it can be, from the record as well.
  expect(await read('/admin/orders/flights/schedules', clerk)).toContain(order.reference);
  expect(await read(record, clerk)).toContain(desk);
  const page = await read(desk, clerk);
  expect(page).toContain('agreed to nothing');
  expect(page).not.toContain('not to be answered any more');
  expect(await read(here, cookie)).toContain('you keep the booking');
  const typed = await form(desk, clerk, 'accept');
  // A press that is refused sets nothing aside.
  await app.send(desk, { cookie: clerk, form: { ...typed, reason: 'x' } });
  expect(await status(order.id)).toBe('cancel_quoted');
  const taken = await app.send(desk, { cookie: clerk, form: { ...typed, reason: 'She called at noon' } });
  expect(taken.headers.get('location')).toBe(`${record}?did=schedule-answered`);
  await sale.settle();
  expect(await status(order.id)).toBe('ticketed');
  expect((await findSchedules(platform.db, order.id)).map(({ status, answer }) => [status, answer])).toEqual([['accepted', 'accept']]);
  expect(await read('/admin/orders/flights/schedules', clerk)).not.toContain(order.reference);
});

it('flights that are not flown, or far from what was chosen, are not paid for: the held order says so first and what can be done', async () => {
  const held = async (slices: (was: readonly Slice[]) => readonly Slice[] | null) => {
    buyers += 1;
    const order = await sale.placed(aDraft(offers[0]!), { address: `10.19.${buyers}.1` });
    const cookie = orderCookie(platform, order.id).split(';')[0]!;
    const page = `/checkout/${order.reference}`;
    // The page stands open while the airline speaks.
    const pay = await form(page, cookie, 'pay');
    const keep = await form(page, cookie, 'pay-later');
    const [row] = (await getFlightOrder(platform.db, order.id)).contracts;
    messages += 1;
    platform.clock.advance(1_000);
    const at = new Date(platform.clock.now()).toISOString();
    supplier.announce({
      id: `p${messages}`,
      at,
      locator: row!.locator!,
      slices: slices(row!.offer.slices),
      seatsLost: [],
      heldBack: false,
    });
    await askScheduleNews(platform, sale.flights);
    return { order, cookie, page, pay, keep };
  };
  const gone = await held(() => null);
  const pressed = await app.send(gone.page, { cookie: gone.cookie, form: gone.pay });
  expect(pressed.headers.get('location')).toBe(`${gone.page}?refused=flight-not-flown`);
  // Nor are they kept to be paid for later: the seller is not asked for it.
  const keeps = () => supplier.calls.filter((call) => call === 'keep').length;
  const asked = keeps();
  const kept = await app.send(gone.page, { cookie: gone.cookie, form: gone.keep });
  expect([kept.headers.get('location'), keeps() - asked]).toEqual([`${gone.page}?refused=flight-not-flown`, 0]);
  expect(await sale.order(gone.order.id)).toMatchObject({ status: 'held', payLater: false });
  expect(await status(gone.order.id)).toBe('held');
  const shown = await read(gone.page, gone.cookie);
  for (const words of ['One of these flights is not flown', 'Choose other flights', 'The airline cancelled it'])
    expect(shown).toContain(words);
  for (const words of ['value="pay"', 'How to pay', 'Your card is charged', 'value="extend"']) expect(shown).not.toContain(words);
  await app.send(gone.page, { cookie: gone.cookie, form: await form(gone.page, gone.cookie, 'let-go') });
  expect(['cancelled', 'expired']).toContain(await status(gone.order.id));

  const moved = await held(later);
  const refused = await app.send(moved.page, { cookie: moved.cookie, form: moved.pay });
  expect(refused.headers.get('location')).toBe(`${moved.page}?refused=flight-moved`);
  const told = await read(moved.page, moved.cookie);
  for (const words of ['The airline changed these flights', '10:45']) expect(told).toContain(words);

  // A few minutes are no reason to lose them: they are shown, and paid for.
  const little = await held((was) => delayed(was, 20));
  expect(await read(little.page, little.cookie)).toContain('08:05');
  expect((await sale.paid(little.order.id)).status).toBe('ticketed');
});

it('a clerk reads that a flight is not flown instead of issuing its tickets', async () => {
  buyers += 1;
  const order = await sale.placed(aDraft(offers[0]!), { address: `10.19.${buyers}.1` });
  const bank = await sale.pressPay(order.id);
  const [row] = (await getFlightOrder(platform.db, order.id)).contracts;
  messages += 1;
  platform.clock.advance(1_000);
  const at = new Date(platform.clock.now()).toISOString();
  supplier.announce({ id: `p${messages}`, at, locator: row!.locator!, slices: null, seatsLost: [], heldBack: false });
  await askScheduleNews(platform, sale.flights);
  const asked = supplier.calls.filter((call) => call === 'ticket').length;
  await sale.bank.pay(bank, 'approved');
  await sale.settle();
  expect(await status(order.id)).toBe('ticketing_failed');
  expect(supplier.calls.filter((call) => call === 'ticket')).toHaveLength(asked);
  const record = await read(`/admin/orders/flights/${order.reference}`, clerk);
  expect(record).toContain('One of its flights is not flown. Sell other flights, or give the money back.');
  expect(record).not.toContain('value="ticket"');
});

it('a clerk answers for a traveller only with a reason, which stays in its field and on the record', async () => {
  const { order } = await changed(later);
  const record = `/admin/orders/flights/${order.reference}`;
  const desk = `${record}/schedule`;
  expect(await read(record, clerk)).toContain(desk);
  const typed = await form(desk, clerk, 'accept');
  const refused = await app.send(desk, { cookie: clerk, form: { ...typed, reason: 'x' } });
  expect([refused.status, (await refused.text()).includes('Write how the traveller told you')]).toEqual([400, true]);
  const taken = await app.send(desk, { cookie: clerk, form: { ...typed, reason: 'She called at noon' } });
  expect(taken.headers.get('location')).toBe(`${record}?did=schedule-answered`);
  await sale.settle();
  const after = await read(record, clerk);
  for (const words of ['She called at noon', 'new times taken', 'The airline changed its schedule']) expect(after).toContain(words);
});

it('a traveller says on the page of the order how far a flight may be moved, and the desk reads whose word it was', async () => {
  buyers += 1;
  const order = await sale.paid((await sale.placed(aDraft(offers[0]!), { address: `10.19.${buyers}.1` })).id);
  const cookie = orderCookie(platform, order.id).split(';')[0]!;
  const page = `/track?order=${order.reference}`;
  expect(await read(page, cookie)).toContain('If the airline moves a flight');
  const wrong = await app.send(`/allowed-moves/${order.reference}`, { cookie, form: { minutes: '600' } });
  expect(wrong.status).toBe(400);
  const foreign = await app.send(`/allowed-moves/${order.reference}`, { form: { minutes: '30' } });
  expect(foreign.status).toBe(404);
  const said = await app.send(`/allowed-moves/${order.reference}`, { cookie, form: { minutes: '30' } });
  expect([said.status, said.headers.get('location')]).toEqual([303, `${page}&kept=allows#allows`]);
  const kept = await read(`${page}&kept=allows`, cookie);
  for (const words of ['Kept. It holds for changes', 'Small moves of a flight may be made without asking', 'value="30" selected=""'])
    expect(kept).toContain(words);
  expect(await read(`/admin/orders/flights/${order.reference}`, clerk)).toContain('by up to 30 minutes without asking');
  const [row] = (await getFlightOrder(platform.db, order.id)).contracts;
  messages += 1;
  platform.clock.advance(1_000);
  const at = new Date(platform.clock.now()).toISOString();
  const slices = delayed(row!.offer.slices, 20);
  supplier.announce({ id: `p${messages}`, at, locator: row!.locator!, slices, seatsLost: [], heldBack: false });
  await askScheduleNews(platform, sale.flights);
  await sale.settle();
  expect(await status(order.id)).toBe('ticketed');
  expect(await read(`/schedule-change/${order.reference}`, cookie)).toContain('within the 30 minutes that you allowed beforehand');
  const record = await read(`/admin/orders/flights/${order.reference}`, clerk);
  expect(record).toContain('Accepted by consent given beforehand: up to 30 minutes');
});

it('whose word a consent is stays told apart: the account, the owner of the order, or whoever is signed in and holds its link', async () => {
  const account = await app.signIn('traveller@rihla.example', demoPassword);
  const { id } = (await findAccountByEmail(platform.db, 'traveller@rihla.example'))!;
  const viewer = { kind: 'customer', user: (await findSignedInUser(platform.db, id))! } as const;
  await app.send('/flight-preferences', { cookie: account, form: { home: '', cabin: '', seat: '', meal: '', moves: '45' } });
  const own = await changed((was) => delayed(was, 20), false, { viewer });
  const [taken] = await findSchedules(platform.db, own.order.id);
  const mailed = await platform.mail.folder!.find(sha256(`${own.order.id}.schedule-taken.${taken!.id}`).slice(0, 32));
  expect(mailed!.text.replaceAll(/\s+/g, ' ')).toContain(
    'your account was set so that an airline may move any flight it books by up to 45 minutes',
  );
  expect(await read(`/track?order=${own.order.reference}`, account)).toContain('Taken over from your account, where it was agreed on');
  const wayOf = async (orderId: string) => (await getFlightOrder(platform.db, orderId)).movesAllowedWay;
  await app.send(`/allowed-moves/${own.order.reference}`, { cookie: account, form: { minutes: '30' } });
  expect(await wayOf(own.order.id)).toBe('owner');
  expect(await read(`/admin/orders/flights/${own.order.reference}`, clerk)).toContain('from the owner, for this order');
  await app.send('/flight-preferences', { cookie: account, form: { home: '', cabin: '', seat: '', meal: '', moves: '0' } });
  // Of a guest: whoever is signed in holds the link all the same.
  const foreign = await sale.paid((await sale.placed(aDraft(offers[0]!), { address: `10.19.${(buyers += 1)}.1` })).id);
  const both = `${account}; ${orderCookie(platform, foreign.id).split(';')[0]!}`;
  await app.send(`/allowed-moves/${foreign.reference}`, { cookie: both, form: { minutes: '30' } });
  expect(await getFlightOrder(platform.db, foreign.id)).toMatchObject({ movesAllowedBy: `user:${id}`, movesAllowedWay: 'link' });
  expect(await read(`/admin/orders/flights/${foreign.reference}`, clerk)).toContain('from the link of the order');
});

it('an account says it once for every flight that it books, and keeps the day on which it was said', async () => {
  const account = await app.signIn('traveller@rihla.example', demoPassword);
  const typed = { home: '', cabin: '', seat: '', meal: '', moves: '45' };
  expect((await app.send('/flight-preferences', { cookie: account, form: typed })).headers.get('location')).toBe(
    '/flight-preferences?saved',
  );
  const user = (await findAccountByEmail(platform.db, 'traveller@rihla.example'))!.id;
  const first = (await readProfile(platform, user)).flightPreferences;
  expect(first).toMatchObject({ moves: 45, movesAt: new Date(platform.clock.now()).toISOString() });
  platform.clock.advance(60_000);
  await app.send('/flight-preferences', { cookie: account, form: { ...typed, seat: 'aisle' } });
  expect((await readProfile(platform, user)).flightPreferences).toEqual({ ...first, seat: 'aisle' });
  // What a guest books is nobody's: nothing was said of it.
  const viewer = { kind: 'customer', user: (await findSignedInUser(platform.db, user))! } as const;
  const bookedBy = async (more: object) =>
    getFlightOrder(platform.db, (await sale.placed(aDraft(offers[1]!), { address: `10.19.${(buyers += 1)}.1`, ...more })).id);
  expect(await bookedBy({})).toMatchObject({ movesAllowed: null, movesAllowedBy: null, movesAllowedAt: null });
  expect(await bookedBy({ viewer })).toMatchObject({
    movesAllowed: 45,
    movesAllowedBy: `user:${user}`,
    movesAllowedAt: new Date(first.movesAt),
    movesAllowedWay: 'account',
  });
  await app.send('/flight-preferences', { cookie: account, form: { ...typed, moves: '0' } });
  expect((await readProfile(platform, user)).flightPreferences).toMatchObject({ moves: 0, movesAt: '' });
});

it('what else of the trip a change touches is told to its owner and the desk, and offered when the flights are given back', async () => {
  const account = await app.signIn('traveller@rihla.example', demoPassword);
  const { id } = (await findAccountByEmail(platform.db, 'traveller@rihla.example'))!;
  const viewer = { kind: 'customer', user: (await findSignedInUser(platform.db, id))! } as const;
  buyers += 1;
  const next = await sale.paid((await sale.placed(aDraft(offers[2]!), { address: `10.19.${buyers}.1`, viewer })).id);
  const fits = await changed((was) => delayed(was, 180), false, { viewer });
  expect(await read(fits.here, account)).not.toContain('What else of your trip it touches');
  await app.send(fits.here, { cookie: account, form: await form(fits.here, account, 'accept') });
  await sale.settle();
  const { order, cookie, here } = await changed((was) => delayed(was, 20 * 60), false, { viewer });
  const page = await read(here, account);
  for (const words of [
    'What else of your trip it touches',
    'It begins before you can be there',
    next.reference,
    `/track?order=${next.reference}`,
  ])
    expect(page).toContain(words);
  // Whoever has only the link of the one order reads nothing of the other.
  expect(await read(here, cookie)).not.toContain(next.reference);
  const record = await read(`/admin/orders/flights/${order.reference}`, clerk);
  for (const words of ['It begins before you can be there', `/admin/orders/${next.reference}`]) expect(record).toContain(words);
  expect(await read(`/admin/orders/flights/${order.reference}/schedule`, clerk)).toContain(`/admin/orders/${next.reference}`);
  await app.send(`/checkout/${order.reference}`, { cookie: account, form: await form(here, account, 'ask-cancel') });
  const track = `/track?order=${order.reference}`;
  expect(await read(track, account)).not.toContain('Still booked for these days');
  await app.send(`/checkout/${order.reference}`, { cookie: account, form: await form(track, account, 'confirm-cancel') });
  await sale.settle();
  const given = await read(track, account);
  for (const words of ['Still booked for these days', `/track?order=${next.reference}#cancel`]) expect(given).toContain(words);
  expect(await read(track, cookie)).not.toContain(next.reference);
  expect(await read(`/admin/orders/flights/${order.reference}`, clerk)).toContain('Still booked for the same days');
  expect(await status(next.id)).toBe('ticketed');
});

it('a move that was allowed is asked about when it leaves too little time for something else that is booked', async () => {
  const account = await app.signIn('traveller@rihla.example', demoPassword);
  const { id } = (await findAccountByEmail(platform.db, 'traveller@rihla.example'))!;
  const viewer = { kind: 'customer', user: (await findSignedInUser(platform.db, id))! } as const;
  const typed = { home: '', cabin: '', seat: '', meal: '' };
  await app.send('/flight-preferences', { cookie: account, form: { ...typed, moves: '45' } });
  const alone = await changed((was) => delayed(was, 20), false, { viewer });
  expect(await status(alone.order.id)).toBe('ticketed');
  const next = await sale.paid((await sale.placed(aDraft(offers[2]!), { address: `10.19.${(buyers += 1)}.1`, viewer })).id);
  // Half an hour after the first one lands.
  await platform.db.execute(sql`update orders set travel_starts = '2026-12-05T11:55:00Z' where id = ${next.id}`);
  const { order, here } = await changed((was) => delayed(was, 20), false, { viewer });
  expect(await status(order.id)).toBe('schedule_change_pending');
  const page = await read(here, account);
  for (const words of ['It begins before you can be there', next.reference]) expect(page).toContain(words);
  await app.send('/flight-preferences', { cookie: account, form: { ...typed, moves: '0' } });
});

it('the list of the desk is filtered, exported, and tells many travellers at once after it was tried', async () => {
  const base = '/admin/orders/flights/schedules';
  const one = await changed(slightly, true);
  const two = await changed(later);
  const held = await read(`${base}?queue=held`, clerk);
  expect([held.includes(one.order.reference), held.includes(two.order.reference)]).toEqual([true, false]);
  const large = await read(`${base}?severity=major&find=${two.order.reference}`, clerk);
  expect([large.includes(one.order.reference), large.includes(two.order.reference)]).toEqual([false, true]);
  expect(await read(`${base}?queue=all&find=zzzz`, clerk)).toContain('Nothing matches these filters');
  const pick = new RegExp(
    `value="([^"]+)"[^>]*aria-label="[^"]*${one.order.reference}|aria-label="[^"]*${one.order.reference}[^"]*"[^>]*value="([^"]+)"`,
  );
  const [, first, second] = pick.exec(held)!;
  const id = first ?? second!;
  // Everything that the list matches, without a tick: the same dry run, narrowed as the list is.
  const every = await read(`${base}?queue=held&bulk=tell&all=1`, clerk);
  expect(every).toMatch(/Would be told: (\d+) of \1/);
  expect(every).toContain(`<bdi>${one.order.reference}</bdi>: `);
  const narrowed = await read(`${base}?queue=all&find=${two.order.reference}&bulk=tell&all=1`, clerk);
  expect(narrowed).toContain('Would be told: 0 of 1');
  // What is none to be told stands before it, more of it than is done at once: it is left out before anything is cut.
  await platform.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into schedule_changes
      select (jsonb_populate_record(s, jsonb_build_object('id', 'before-' || n, 'notice', 'before-' || n, 'status', 'superseded'))).*
      from schedule_changes s, generate_series(1, 120) n where s.order_id = ${two.order.id}`);
  });
  const beyond = await read(`${base}?queue=all&bulk=tell&all=1`, clerk);
  expect(beyond).toMatch(new RegExp(`type="hidden" name="pick" value="${id}"`));
  expect([...beyond.matchAll(/<li><bdi>/g)].length).toBeGreaterThan(100);
  await platform.db.execute(sql`delete from schedule_changes where id like 'before-%'`);
  expect(await status(one.order.id)).not.toBe('schedule_change_pending');
  const tried = `${base}?queue=held&bulk=tell&pick=${id}`;
  expect(await read(tried, clerk)).toContain('Would be told: 1 of 1');
  const confirm = readForms(await read(tried, clerk), new URL(`http://localhost${tried}`)).find(
    (each) => each.fields.some(([name, value]) => name === 'bulk' && value === 'tell') && each.fields.some(([name]) => name === 'key'),
  )!;
  const told = await app.send(base, { cookie: clerk, form: Object.fromEntries(confirm.fields) });
  expect(await told.text()).toContain('Told: 1 of 1');
  expect(await status(one.order.id)).toBe('schedule_change_pending');
  // A small change may be taken for many; a large one is its traveller's.
  expect(await read(`${base}?bulk=accept&pick=${id}`, clerk)).toContain('Would be taken: 1 of 1');
  const file = await app.send(`${base}/export?queue=all`, { cookie: manager, form: {} });
  const lines = (await file.text()).trim().split('\r\n');
  expect([file.headers.get('content-type'), lines.some((line) => line.includes(two.order.reference))]).toEqual([
    'text/csv; charset=utf-8',
    true,
  ]);
});

it('bad addresses and forms get words and never a fault, and nobody else’s order is there', async () => {
  const { cookie, here, order } = await changed(later);
  for (const query of ['?date0=2020-01-01', '?date0=x', '?date0=2026-12-08&chosen=%00&offer=zz', '?refused=%3Cscript%3E'])
    expect((await app.send(here + query, { cookie })).status).toBe(200);
  expect(await read(`${here}?date0=2026-12-20`, cookie)).toContain('Choose days within three days');
  expect((await app.send(here, { cookie, form: { intent: 'nothing' } })).status).toBe(400);
  const wrongs: readonly Record<string, string>[] = [
    { intent: 'accept' },
    { intent: 'accept', schedule: 'x', version: '-1' },
    { intent: 'instead', offer: 'zz', schedule: 'x', version: '1' },
  ];
  for (const wrong of wrongs) {
    const answer = await app.send(here, { cookie, form: wrong });
    expect([answer.status, answer.headers.get('location')?.includes('?refused=')]).toEqual([303, true]);
  }
  expect((await app.send(here)).status).toBe(404);
  expect((await app.send(here, { form: { intent: 'accept' } })).status).toBe(404);
  expect((await app.send('/admin/orders/flights/schedules', { cookie: clerk, form: { bulk: 'tell' } })).status).toBe(400);
  for (const query of ['?after=x~y', '?sort=zz&queue=zz', '?bulk=tell&pick=%00', '?airline=%25'])
    expect((await app.send(`/admin/orders/flights/schedules${query}`, { cookie: clerk })).status).toBe(200);
  expect(await status(order.id)).toBe('schedule_change_pending');
});
