import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { anOffer } from '../offer-testing.ts';
import { numbersOf } from '../tickets/ticket-number.ts';
import type { FlightBooking, HoldRequest } from './flight-supplier.ts';
import { HouseBookings } from './house-bookings.server.ts';
import { RemoteBookings } from './remote-bookings.server.ts';
import { openTestSupplier } from './supplier-testing.ts';

/*
 * The airline's side of a booking, once as a twin in our own database and once as a process that is asked over HTTP: what
 * the shop may rely on is the same.
 */
const platform = await openTestPlatform();
const supplier = await openTestSupplier(platform.clock);
const accounting = () => '176';
const remote = (timeoutMs = 5_000) => new RemoteBookings({ url: supplier.url, crypto: platform.crypto, timeoutMs }, accounting);
const call = () => ({ now: platform.clock.now() });
const offer = anOffer();

function wish(more: Partial<HoldRequest> = {}): HoldRequest {
  const traveller = { type: 'adult', title: 'mr', givenNames: 'OMAR', surname: 'HADDAD', dateOfBirth: '1990-01-01' } as const;
  return {
    attemptId: randomUUID(),
    offerId: offer.id,
    brand: 'light',
    passengers: offer.passengers,
    travellers: [
      { ...traveller, id: 't1', frequentFlyer: { airline: 'EK', number: '123456' } },
      { ...traveller, id: 't2', givenNames: 'LAYLA', assistance: ['WCHR'], meals: [{ flight: 'EK1', code: 'VGML' }] },
    ],
    seats: [],
    priced: offer,
    ...more,
  };
}

async function held(bookings: FlightBooking, request = wish()) {
  const answer = await bookings.hold(request, call());
  if (answer.outcome !== 'ok') throw new Error(JSON.stringify(answer));
  return answer.value;
}
const act = (locator: string) => ({ attemptId: randomUUID(), locator });

const both: readonly (readonly [string, FlightBooking])[] = [
  ['the twin', new HouseBookings(platform, accounting)],
  ['the process', remote()],
];

describe.each(both)('%s', (_name, bookings) => {
  it('writes the documents of extras once for an attempt, and none before the tickets', async () => {
    const { locator } = await held(bookings);
    const extras = ['one', 'two'].map((extra) => ({ extra, traveller: 't1', kind: 'bag' as const, facts: { pieces: '1' } }));
    const wanted = { ...act(locator), extras };
    expect((await bookings.writeExtras!(wanted, call())).outcome).toBe('refused');
    const ticketed = await bookings.ticket(act(locator), call());
    if (ticketed.outcome !== 'ticketed') throw new Error(JSON.stringify(ticketed));
    const attempt = { ...wanted, attemptId: randomUUID() };
    const [first, again] = [await bookings.writeExtras!(attempt, call()), await bookings.writeExtras!(attempt, call())];
    expect(again).toEqual(first);
    if (first.outcome !== 'ok') throw new Error(JSON.stringify(first));
    expect(first.value.map(({ extra }) => extra)).toEqual(['one', 'two']);
    const numbers = [...first.value, ...ticketed.tickets].map(({ number }) => number);
    for (const number of numbers) expect(number).toMatch(/^176\d{10}$/);
    expect(new Set(numbers).size).toBe(numbers.length);
    const other = await bookings.writeExtras!({ ...wanted, attemptId: randomUUID(), extras: [extras[0]!] }, call());
    expect(other.outcome === 'ok' && numbers.includes(other.value[0]!.number)).toBe(false);
  });

  it('lets some of its travellers go once for an attempt: the others keep their tickets and its name', async () => {
    const { locator } = await held(bookings);
    const leave = (travellers: string[], as: 'void' | 'cancel' = 'void') => ({ ...act(locator), travellers, as });
    expect(await bookings.divide!(leave(['t2']), call())).toEqual({ outcome: 'refused', refused: 'already-cancelled' });
    const ticketed = await bookings.ticket(act(locator), call());
    if (ticketed.outcome !== 'ticketed') throw new Error(JSON.stringify(ticketed));
    // Somebody stays, and nobody leaves who is not there.
    for (const travellers of [['t1', 't2'], ['t3']])
      expect(await bookings.divide!(leave(travellers), call())).toEqual({ outcome: 'refused', refused: 'bad-request' });
    const request = leave(['t2']);
    const divided = await bookings.divide!(request, call());
    expect(divided).toMatchObject({ outcome: 'ok', value: { state: 'ticketed', locator } });
    expect(divided.outcome === 'ok' && divided.value.state === 'ticketed' && divided.value.tickets).toEqual(
      ticketed.tickets.filter(({ traveller }) => traveller === 't1'),
    );
    expect(await bookings.divide!(request, call())).toEqual(divided);
    expect(await bookings.lookUp(request.attemptId, call())).toEqual(divided);
    expect(await bookings.divide!(leave(['t2']), call())).toEqual({ outcome: 'refused', refused: 'bad-request' });
    expect(await bookings.divide!({ ...leave(['t2']), locator: 'ZZZZZZ' }, call())).toEqual({ outcome: 'refused', refused: 'not-found' });
    // Who is left is given back as ever.
    expect(await bookings.cancel(act(locator), call())).toMatchObject({ outcome: 'ok', value: { state: 'cancelled' } });
  });

  it('lets nobody go for nothing once the void window is over, and by the rules of the fare all the same', async () => {
    const { locator } = await held(bookings);
    await bookings.ticket(act(locator), call());
    platform.clock.advance(24 * 60 * minuteMs);
    const leave = (as: 'void' | 'cancel') => ({ ...act(locator), travellers: ['t1'], as });
    expect(await bookings.divide!(leave('void'), call())).toEqual({ outcome: 'refused', refused: 'void-window-closed' });
    expect(await bookings.divide!(leave('cancel'), call())).toMatchObject({ outcome: 'ok', value: { tickets: [{ traveller: 't2' }] } });
    platform.clock.advance(-24 * 60 * minuteMs);
  });

  it('keeps in whose place a document was written, and takes its value over once', async () => {
    const { locator } = await held(bookings);
    await bookings.ticket(act(locator), call());
    const extra = (name: string, replaces?: string) => ({
      extra: name,
      traveller: 't1',
      kind: 'seat' as const,
      facts: { seat: '10A' },
      ...(replaces === undefined ? {} : { replaces }),
    });
    const written = (...extras: ReturnType<typeof extra>[]) => bookings.writeExtras!({ ...act(locator), extras }, call());
    const old = await written(extra('old'));
    if (old.outcome !== 'ok') throw new Error(JSON.stringify(old));
    const [{ number } = { number: '' }] = old.value;
    const attempt = { ...act(locator), extras: [extra('new', number), extra('beside')] };
    const exchanged = await bookings.writeExtras!(attempt, call());
    expect(exchanged).toMatchObject({ outcome: 'ok', value: [{ extra: 'new' }, { extra: 'beside' }] });
    expect(await bookings.writeExtras!(attempt, call())).toEqual(exchanged);
    expect(await written(extra('again', number))).toEqual({ outcome: 'refused', refused: 'already-cancelled' });
    const next = exchanged.outcome === 'ok' ? exchanged.value[0]!.number : '';
    expect(await written(extra('one', next), extra('two', next))).toEqual({ outcome: 'refused', refused: 'already-cancelled' });
    expect((await written(extra('one', next))).outcome).toBe('ok');
  });

  it('holds what was priced, as it was priced, and says until when', async () => {
    const request = wish();
    const hold = await held(bookings, request);
    expect(hold).toMatchObject({ offer, airlineLocators: { EK: hold.locator } });
    expect(hold.locator).toMatch(/^[A-Z0-9]{6}$/);
    expect(Date.parse(hold.payBy)).toBe(platform.clock.now() + 30 * minuteMs);
    expect(Date.parse(hold.ticketBy)).toBe(platform.clock.now() + 24 * 60 * minuteMs);
    expect(hold.answers).toEqual([
      { traveller: 't1', kind: 'loyalty', code: 'EK', state: 'confirmed' },
      { traveller: 't2', kind: 'assistance', code: 'WCHR', state: 'requested' },
      { traveller: 't2', kind: 'meal', code: 'VGML.EK1', state: 'confirmed' },
    ]);
    expect(await bookings.lookUp(request.attemptId, call())).toEqual({ outcome: 'ok', value: { state: 'held', hold } });
  });

  it('keeps a hold for days where it says that it does, its price for one of them, and writes its tickets until then', async () => {
    if (!bookings.keep) return expect(bookings.keepsMs).toBeUndefined();
    const hold = await held(bookings);
    const until = new Date(platform.clock.now() + 72 * 60 * minuteMs).toISOString();
    const kept = await bookings.keep({ ...act(hold.locator), until }, call());
    expect(kept).toMatchObject({ outcome: 'ok', value: { locator: hold.locator, payBy: until } });
    if (kept.outcome !== 'ok') throw new Error(kept.outcome);
    expect(Date.parse(kept.value.priceGuaranteedUntil)).toBe(platform.clock.now() + 24 * 60 * minuteMs);
    expect(await bookings.keep({ ...act(hold.locator), until }, call())).toEqual(kept);
    const far = await bookings.keep({ ...act(hold.locator), until: '2027-01-01T00:00:00.000Z' }, call());
    expect(far.outcome === 'ok' && Date.parse(far.value.payBy)).toBe(platform.clock.now() + bookings.keepsMs!);
    expect((await bookings.ticket(act(hold.locator), call())).outcome).toBe('ticketed');
    expect(await bookings.keep({ ...act(hold.locator), until }, call())).toEqual({ outcome: 'refused', refused: 'already-ticketed' });
  });

  it('takes one attempt for one hold, however often it comes', async () => {
    const request = wish();
    const locators = await Promise.all([1, 2, 3].map(async () => (await held(bookings, request)).locator));
    expect(new Set(locators).size).toBe(1);
  });

  it('issues a ticket for everybody once, and finds it by its attempt', async () => {
    const { locator } = await held(bookings);
    const request = act(locator);
    const ticketed = await bookings.ticket(request, call());
    expect(ticketed).toMatchObject({ outcome: 'ticketed', voidUntil: '2026-11-23T20:00:00.000Z' });
    const { tickets } = ticketed as Extract<typeof ticketed, { outcome: 'ticketed' }>;
    expect(tickets.map(({ traveller, number }) => [traveller, number.slice(0, 3), number.length])).toEqual([
      ['t1', '176', 13],
      ['t2', '176', 13],
    ]);
    expect(await bookings.ticket(act(locator), call())).toEqual(ticketed);
    expect(await bookings.lookUp(request.attemptId, call())).toMatchObject({
      outcome: 'ok',
      value: { state: 'ticketed', locator, tickets },
    });
    const other = await bookings.ticket(act((await held(bookings)).locator), call());
    expect(JSON.stringify(other)).not.toContain(tickets[0]!.number);
  });

  it('writes more than four flights on tickets in conjunction: numbers in a row, four flights on each, none used twice', async () => {
    const [slice] = offer.slices;
    const flown = (flights: number) => ({ ...offer, slices: [{ ...slice!, segments: Array(flights).fill(slice!.segments[0]!) }] });
    const six = flown(6);
    const written = async (locator: string) => {
      const answer = await bookings.ticket(act(locator), call());
      return answer.outcome === 'ticketed' ? answer.tickets : [];
    };
    const { locator } = await held(bookings, wish({ priced: six }));
    const tickets = await written(locator);
    expect(tickets.map(({ booklets }) => booklets)).toEqual([2, 2]);
    const numbers = tickets.flatMap(numbersOf);
    expect(numbers.map(Number)).toEqual([0, 1, 2, 3].map((at) => Number(numbers[0]) + at));
    const [next] = await written((await held(bookings)).locator);
    expect(Number(next!.number)).toBe(Number(numbers.at(-1)) + 1);
    expect(next).not.toHaveProperty('booklets');
    const nine = { ...flown(9), id: 'h1.nine' };
    const exchanged = await bookings.exchange({ ...wish({ offerId: nine.id, priced: nine }), locator }, call());
    expect(exchanged).toMatchObject({ outcome: 'ok', value: { tickets: [{ booklets: 3 }, { booklets: 3 }] } });
    const [first] = await written((await held(bookings)).locator);
    expect(Number(first!.number)).toBe(Number(next!.number) + 8);
  });

  it('gives up a hold, takes back tickets in their window, and does neither twice', async () => {
    const hold = await held(bookings);
    for (let turn = 0; turn < 2; turn += 1)
      expect(await bookings.cancel(act(hold.locator), call())).toEqual({
        outcome: 'ok',
        value: { state: 'cancelled', locator: hold.locator },
      });
    expect(await bookings.ticket(act(hold.locator), call())).toEqual({ outcome: 'failed', refused: 'already-cancelled' });
    const sold = await held(bookings);
    expect(await bookings.void(act(sold.locator), call())).toEqual({ outcome: 'refused', refused: 'already-cancelled' });
    await bookings.ticket(act(sold.locator), call());
    for (let turn = 0; turn < 2; turn += 1)
      expect(await bookings.void(act(sold.locator), call())).toEqual({ outcome: 'ok', value: { state: 'voided', locator: sold.locator } });
    expect(await bookings.cancel(act(sold.locator), call())).toEqual({ outcome: 'refused', refused: 'already-cancelled' });
  });

  it('gives a ticketed booking other flights once for each attempt, with new tickets that cannot be voided', async () => {
    const { locator } = await held(bookings);
    const later = { ...offer, id: 'h1.EK1-20261208.Y' };
    const exchange = () => ({ ...wish({ offerId: later.id, priced: later }), locator });
    expect(await bookings.exchange(exchange(), call())).toEqual({ outcome: 'refused', refused: 'already-cancelled' });
    const first = await bookings.ticket(act(locator), call());
    if (first.outcome !== 'ticketed') throw new Error(JSON.stringify(first));
    const request = exchange();
    const done = await bookings.exchange(request, call());
    expect(done).toMatchObject({ outcome: 'ok', value: { state: 'ticketed', locator, voidUntil: null } });
    expect(JSON.stringify(done)).not.toContain(first.tickets[0]!.number);
    expect(await bookings.exchange(request, call())).toEqual(done);
    expect(await bookings.lookUp(request.attemptId, call())).toEqual(done);
    expect((await bookings.void(act(locator), call())).outcome).toBe('refused');
    expect(await bookings.exchange({ ...exchange(), locator: 'ZZZZZZ' }, call())).toEqual({ outcome: 'refused', refused: 'not-found' });
    expect(await bookings.exchange({ ...exchange(), offerId: 'h1.other' }, call())).toEqual({ outcome: 'refused', refused: 'bad-request' });
  });

  it('knows nothing of what never came, and refuses what was not priced or leaves within the hour', async () => {
    expect(await bookings.lookUp(randomUUID(), call())).toEqual({ outcome: 'refused', refused: 'not-found' });
    expect(await bookings.ticket(act('ZZZZZZ'), call())).toEqual({ outcome: 'failed', refused: 'not-found' });
    expect(await bookings.cancel(act('ZZZZZZ'), call())).toEqual({ outcome: 'refused', refused: 'not-found' });
    expect(await bookings.hold(wish({ offerId: 'h1.other' }), call())).toEqual({ outcome: 'refused', refused: 'bad-request' });
    const [slice] = offer.slices;
    const soon = { ...slice!.segments[0]!.departs, utc: new Date(platform.clock.now() + 30 * minuteMs).toISOString() };
    const leaving = { ...offer, slices: [{ ...slice!, segments: [{ ...slice!.segments[0]!, departs: soon }] }] };
    expect(await bookings.hold(wish({ priced: leaving }), call())).toEqual({ outcome: 'refused', refused: 'offer-expired' });
  });
});

describe('a process that misbehaves', () => {
  const faults = ['error-before', 'error-after', 'silent-before', 'silent-after', 'garbage', 'other-booking'] as const;

  it.each(faults)('%s: is not believed, and what it did is found out by asking', async (fault) => {
    const bookings = remote(fault.startsWith('silent') ? 400 : 5_000);
    await held(bookings);
    await supplier.control({ api: [{ operation: 'hold', fault, times: 1 }] });
    const request = wish();
    expect((await bookings.hold(request, call())).outcome).toBe('unknown');
    const arrived = !fault.endsWith('before');
    expect(await bookings.lookUp(request.attemptId, call())).toMatchObject(arrived ? { outcome: 'ok' } : { refused: 'not-found' });
    const { locator } = await held(bookings, request);
    await supplier.control({ api: [{ operation: 'ticket', fault, times: 1 }] });
    const issue = act(locator);
    expect((await bookings.ticket(issue, call())).outcome).toBe('unknown');
    expect((await bookings.ticket(issue, call())).outcome).toBe('ticketed');
    const about = supplier.lines().filter((line) => 'locator' in line && line.locator === locator);
    expect(about.map(({ type }) => type)).toEqual(['booking.held', 'booking.ticketed']);
  });

  it('does what is asked of it twice, and books once', async () => {
    await supplier.control({ api: [{ operation: 'any', fault: 'twice', times: 10 }] });
    const { locator } = await held(remote());
    expect((await remote().ticket(act(locator), call())).outcome).toBe('ticketed');
    expect((await remote().void(act(locator), call())).outcome).toBe('ok');
    await supplier.control({});
    expect(supplier.lines().filter((line) => 'locator' in line && line.locator === locator)).toHaveLength(3);
  });

  it('accepts and is not done: done when it is asked about', async () => {
    const { locator } = await held(remote());
    await supplier.control({ api: [{ operation: 'ticket', fault: 'pending', times: 1 }] });
    const issue = act(locator);
    expect(await remote().ticket(issue, call())).toEqual({ outcome: 'pending', askAgainAfterSeconds: 2 });
    expect(await remote().lookUp(issue.attemptId, call())).toMatchObject({ outcome: 'ok', value: { state: 'ticketed' } });
  });

  it('is late, and is waited for', async () => {
    await supplier.control({ api: [{ operation: 'any', fault: 'slow', times: 1, ms: 300 }] });
    const began = performance.now();
    await held(remote());
    expect(performance.now() - began).toBeGreaterThan(290);
  });

  it('remembers everything after its own death', async () => {
    const request = wish();
    const hold = await held(remote(), request);
    await supplier.restart();
    expect(await held(remote(), request)).toEqual(hold);
  });

  it('writes down ids and no names', () => {
    expect(supplier.lines().length).toBeGreaterThan(20);
    expect(JSON.stringify(supplier.lines())).not.toMatch(/HADDAD|OMAR|1990-01-01|123456"/);
  });
});
