import { beforeAll, describe, expect, it, test } from 'vitest';
import { sha256 } from '#app/platform/crypto.server.ts';
import { findAllocated } from '#app/commerce/availability/taken-store.server.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { dayMs, hourMs, instant, minuteMs } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale, type TestSale } from '../order/flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { flightsOver } from '../flights.server.ts';
import { openFlightCounter } from '../flight-counter.server.ts';
import { findTickets, getFlightOrder } from '../order/flight-store.server.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer } from '../offer.ts';
import { takeInstead } from '../schedule/answer-schedule.server.ts';
import { openSchedule } from '../schedule/open-schedule.server.ts';
import { FlightDesk } from '../search/ask-flights.server.ts';
import { askScheduleNews } from '../schedule/receive-schedules.server.ts';
import { directionsNow } from '../schedule/schedule-rules.ts';
import { sayMoves } from '../schedule/say-moves.server.ts';
import { tellSchedule } from '../schedule/tell-schedule.server.ts';
import { disruptionList } from '../staff/disruption-list.ts';
import { findSchedules } from '../schedule/schedule-store.server.ts';
import { ticketOrder } from '../tickets/ticket-order.server.ts';
import { openOwnSources } from '../supplier/house-inventory.server.ts';
import { theWorld } from '../world/open-world.server.ts';
import { announceDisruption, findSold } from './announce-disruption.server.ts';
import { disruptOffer, refuseDisruption, type Disruption } from './disruption-rules.ts';
import { countTouched, insertDisruption, listDisruptions } from './disruptions-store.server.ts';
import { houseNews } from './house-news.server.ts';

const platform = await openTestPlatform();
const segment = anOffer().slices[0]!.segments[0]!;
const disruption: Disruption = {
  flight: 'EK1',
  fromAirport: 'DXB',
  departsOn: '2026-12-05',
  kind: 'moved',
  departsLocal: '2026-12-05T09:00',
  arrivesLocal: '2026-12-05T12:30',
  newFlight: null,
  aircraft: null,
  aircraftName: null,
  seatsLost: false,
};

describe('a flight that does not fly as it was sold', () => {
  it('keeps its local clocks: instants are reckoned in the zone of each airport', () => {
    const [slice] = disruptOffer(anOffer(), [disruption])!;
    expect(slice!.segments[0]).toMatchObject({
      departs: { local: '2026-12-05T09:00', utc: '2026-12-05T05:00:00Z' },
      arrives: { local: '2026-12-05T12:30', utc: '2026-12-05T12:30:00Z' },
      minutes: 450,
    });
  });

  test.each([
    ['that lands before it leaves', { arrivesLocal: '2026-12-05T04:00' }, 'not-after'],
    ['that takes a day', { arrivesLocal: '2026-12-06T12:30' }, 'too-long'],
    ['of another week', { departsLocal: '2026-12-12T09:00', arrivesLocal: '2026-12-12T12:30' }, 'too-far'],
    ['as it was sold', { departsLocal: '2026-12-05T07:45', arrivesLocal: '2026-12-05T11:25' }, 'as-sold'],
    ['with another number', { kind: 'renumbered', newFlight: 'EK9' }, null],
    ['that does not fly', { kind: 'cancelled' }, null],
  ] as const)('%s is refused or not as it says', (_, part, refused) => {
    expect(refuseDisruption(segment, { ...disruption, ...part } as Disruption)).toBe(refused);
  });

  it('leaves the other flights of a booking alone, and none when one is cancelled', () => {
    expect(disruptOffer(anOffer({ flight: 'EK3' }), [disruption])).toEqual(anOffer({ flight: 'EK3' }).slices);
    expect(disruptOffer(anOffer(), [{ ...disruption, kind: 'cancelled' }])).toBeNull();
  });

  it('is as all that was said of it leaves it, and flies by what was said last', () => {
    const cancelled = { ...disruption, kind: 'cancelled' } as const;
    const smaller = { ...disruption, kind: 'aircraft', aircraft: '77W' } as const;
    const only = (said: readonly Disruption[]) => disruptOffer(anOffer(), said)?.[0]!.segments[0];
    expect(only([disruption, smaller])).toMatchObject({ aircraft: '77W', departs: { local: '2026-12-05T09:00' } });
    expect(only([cancelled, disruption])).toMatchObject({ departs: { local: '2026-12-05T09:00' } });
    expect(only([disruption, cancelled])).toBeUndefined();
  });
});

describe('a flight of the house', () => {
  let sale: TestSale;
  let flights: Flights;
  let offer: Offer;
  let sources: ReturnType<typeof openOwnSources>;
  const call = () => ({ now: platform.clock.now() });
  const search = {
    search: {
      slices: [{ from: 'DXB', to: 'LHR', date: '2027-02-09' }],
      passengers: { adults: 1, children: 0, infants: 0 },
      cabin: 'economy',
      maxStops: 0,
    },
    chosen: [],
  } as const;
  const found = async () => {
    const answer = await sources.house.search(search, call());
    return answer.outcome === 'ok' ? answer.value.facts.map(({ at }) => answer.value.offer(at)) : [];
  };

  beforeAll(async () => {
    const world = await theWorld();
    sources = openOwnSources(platform, world);
    flights = {
      ...flightsOver(world, [sources.house, sources.own]),
      supplyChanged: () => sources.stops.forget(),
      scheduleNews: [houseNews(platform.db)],
    };
    sale = await openTestSale(platform, [sources.house, sources.own]);
    offer = (await found())[0]!;
  }, 120_000);

  it('that is cancelled touches everybody on it, goes off sale for the day, and is said once', async () => {
    const [one, two] = [
      await sale.paid((await sale.placed(aDraft(offer), { address: '10.20.1.1' })).id),
      await sale.paid((await sale.placed(aDraft(offer), { address: '10.20.2.1' })).id),
    ];
    const flown = offer.slices[0]!.segments[0]!;
    const named = { flight: flown.flight, fromAirport: flown.from, departsOn: flown.departs.local.slice(0, 10) };
    const sold = (await findSold(platform.db, named))!;
    expect([sold.orders, sold.seats]).toEqual([2, 2]);
    const work = {
      disruption: { ...disruption, ...named, kind: 'cancelled', departsLocal: null, arrivesLocal: null } as Disruption,
      heldBack: false,
      reason: 'The aircraft is in repair',
      staffId: 'staff-x',
    };
    expect(await announceDisruption(platform, flights, { ...work, seen: 1 })).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect((await announceDisruption(platform, flights, { ...work, seen: 2 })).ok).toBe(true);
    await askScheduleNews(platform, flights);
    await askScheduleNews(platform, flights);
    await sale.settle();
    for (const order of [one, two]) {
      expect((await sale.order(order.id)).status).toBe('schedule_change_pending');
      const rows = await findSchedules(platform.db, order.id);
      expect(rows.map(({ kinds, severity, acceptable }) => [kinds, severity, acceptable])).toEqual([[['cancelled'], 'major', false]]);
      expect((await getFlightOrder(platform.db, order.id)).contracts[0]!.offer.slices).toEqual(offer.slices);
    }
    platform.clock.advance(3_000);
    const still = await found();
    expect(still.length).toBeGreaterThan(0);
    expect(still.some(({ slices }) => slices[0]!.segments[0]!.flight === flown.flight)).toBe(false);
    expect((await sources.house.price(offer.id, offer.passengers, call())).outcome).toBe('refused');
  });

  it('that is not flown is not paid for, from the moment it is said, and its tickets are issued to nobody', async () => {
    const later = { ...search, search: { ...search.search, slices: [{ from: 'DXB', to: 'LHR', date: '2027-04-09' }] } };
    const answer = await sources.house.search(later, call());
    const other = answer.outcome === 'ok' ? answer.value.offer(answer.value.facts[0]!.at) : null;
    const held = await sale.placed(aDraft(other!), { address: '10.20.21.1' });
    const paying = await sale.placed(aDraft(other!), { address: '10.20.22.1' });
    const page = await sale.pressPay(paying.id);
    const flown = other!.slices[0]!.segments[0]!;
    const said = {
      ...disruption,
      flight: flown.flight,
      fromAirport: flown.from,
      departsOn: flown.departs.local.slice(0, 10),
      kind: 'cancelled',
      departsLocal: null,
      arrivesLocal: null,
    } as const;
    platform.clock.advance(1_000);
    const work = { disruption: said, heldBack: true, reason: 'No crew', staffId: 'staff-x', seen: 2 };
    expect((await announceDisruption(platform, flights, work)).ok).toBe(true);
    // Nobody has put it on record for an order yet.
    expect(await findSchedules(platform.db, held.id)).toEqual([]);
    await expect(sale.pressPay(held.id)).rejects.toThrow('flight-not-flown');
    expect((await sale.order(held.id)).status).toBe('held');
    // The bank's page stood open: what is reserved there buys no tickets, and a colleague has two hours.
    await sale.bank.pay(page, 'approved');
    await sale.settle();
    expect((await sale.order(paying.id)).status).toBe('ticketing_failed');
    expect(await findTickets(platform.db, paying.id)).toEqual([]);
    expect((await findPaymentsOfOrder(platform.db, paying.id)).map(({ status }) => status)).toEqual(['requires_capture']);
    expect(await ticketOrder(platform, flights, paying.id, { by: 'staff', who: 'staff:x' })).toEqual({
      ok: false,
      refused: 'flight-not-flown',
    });
    expect((await sale.order(paying.id)).status).toBe('ticketing_failed');
  });

  it('that nobody is booked on changes nothing', async () => {
    const work = {
      disruption: { ...disruption, departsOn: '2027-03-01' },
      heldBack: false,
      reason: 'Late aircraft',
      staffId: 'x',
      seen: 0,
    };
    expect(await announceDisruption(platform, flights, work)).toEqual({ ok: false, refused: 'nobody-booked' });
  });

  describe('beside another of the same booking', () => {
    /** One ticket there and back, and what is said of either of its flights: so many minutes later. */
    async function thereAndBack(address: string) {
      const slices = [
        { from: 'DXB', to: 'LHR', date: '2027-03-09' },
        { from: 'LHR', to: 'DXB', date: '2027-03-16' },
      ];
      const answer = await sources.house.search({ ...search, search: { ...search.search, slices } }, call());
      const both = answer.outcome === 'ok' ? answer.value.offer(answer.value.facts[0]!.at) : null;
      const order = await sale.paid((await sale.placed(aDraft(both!), { address })).id);
      const cancels = async (direction: 0 | 1) => {
        const flown = both!.slices[direction]!.segments[0]!;
        await announce({
          ...disruption,
          flight: flown.flight,
          fromAirport: flown.from,
          departsOn: flown.departs.local.slice(0, 10),
          kind: 'cancelled',
          departsLocal: null,
          arrivesLocal: null,
        });
      };
      const announce = async (said: Disruption, heldBack = false) => {
        platform.clock.advance(dayMs);
        const work = { disruption: said, heldBack, reason: 'A strike in the tower', staffId: 'staff-x' };
        const seen = (await findSold(platform.db, said))!.orders;
        expect((await announceDisruption(platform, flights, { ...work, seen })).ok).toBe(true);
        expect(await askScheduleNews(platform, flights)).toEqual([]);
        await sale.settle();
      };
      const says = async (direction: 0 | 1, minutes: number, heldBack = false) => {
        const flown = both!.slices[direction]!.segments[0]!;
        const later = (local: string) => new Date(Date.parse(`${local}Z`) + minutes * minuteMs).toISOString().slice(0, 16);
        const moved: Disruption = {
          ...disruption,
          flight: flown.flight,
          fromAirport: flown.from,
          departsOn: flown.departs.local.slice(0, 10),
          departsLocal: later(flown.departs.local),
          arrivesLocal: later(flown.arrives.local),
        };
        await announce(moved, heldBack);
      };
      const newest = async () => (await findSchedules(platform.db, order.id))[0]!;
      const minutesLate = async () =>
        (await newest()).slices!.map(
          ({ segments }, at) => (Date.parse(segments[0]!.departs.utc) - Date.parse(both!.slices[at]!.segments[0]!.departs.utc)) / minuteMs,
        );
      const openOf = async (id: string) => (await countTouched(platform.db, [id])).get(id);
      return { order, both: both!, says, cancels, newest, minutesLate, openOf };
    }

    it('leaves what was said of the other as it is, and is asked about with it', async () => {
      const { order, says, newest, minutesLate } = await thereAndBack('10.20.3.1');
      expect((await sayMoves(platform, { orderId: order.id, who: 'guest', userId: null, minutes: 30 })).ok).toBe(true);
      await says(0, 40);
      await says(1, 10);
      expect(await minutesLate()).toEqual([40, 10]);
      expect([(await sale.order(order.id)).status, (await newest()).allowedMinutes]).toEqual(['schedule_change_pending', null]);
    });

    it('and is not flown leaves the other as it is, on the page, in the mail and at the desk', async () => {
      const { order, cancels, newest } = await thereAndBack('10.20.8.1');
      await cancels(1);
      const { was, slices, gone } = await newest();
      expect([slices, gone]).toEqual([null, [was[0]!.segments.length]]);
      expect(directionsNow(was, await newest())).toEqual([was[0], null]);
      await tellSchedule(platform, (await newest()).id);
      const mail = (await platform.mail.folder!.list()).find(
        ({ text }) => text.includes(order.reference) && text.includes('not flown'),
      )!.text;
      expect(mail).toContain('LHR – DXB');
      expect(mail).not.toContain('DXB – LHR');
    });

    it.each([
      ['a flight that is not flown', 'cancels'],
      ['another that is moved', 'says'],
    ] as const)('and unanswered stays true when %s is said after it: page, order, mail and the count of the desk', async (_, then) => {
      const { order, says, cancels, newest, openOf } = await thereAndBack(then === 'says' ? '10.20.9.1' : '10.20.10.1');
      await says(0, 240);
      const first = (await newest()).notice.split('/')[0]!;
      const counted = await openOf(first);
      expect(counted?.open).toBe(counted?.all);
      await (then === 'says' ? says(1, 200) : cancels(1));
      const told = await newest();
      const [out, back] = directionsNow(told.was, told);
      const minutes = (Date.parse(out!.segments[0]!.departs.utc) - Date.parse(told.was[0]!.segments[0]!.departs.utc)) / minuteMs;
      expect([minutes, back === null, told.kinds]).toEqual([
        240,
        then === 'cancels',
        then === 'cancels' ? ['cancelled', 'moved'] : ['moved'],
      ]);
      expect(await openOf(first)).toEqual(counted);
      const [shown] = (await openFlightCounter(platform, flights).describe(order.id, 'en')).slices[0]!.segments;
      expect([shown!.from.local, shown!.changed?.from]).toEqual([out!.segments[0]!.departs.local, told.was[0]!.segments[0]!.departs.local]);
      await tellSchedule(platform, told.id);
      const mail = (await platform.mail.folder!.find(
        sha256(`${order.id}.${then === 'cancels' ? 'flight-cancelled' : 'schedule-changed'}.${told.id}`).slice(0, 32),
      ))!;
      for (const words of ['DXB – LHR', out!.segments[0]!.departs.local.slice(11), 'LHR – DXB']) expect(mail.text).toContain(words);
    });

    it('and is not flown is flown otherwise while the other is kept as it flies now, with its seats and at the same price', async () => {
      const { order, both, says, cancels, newest } = await thereAndBack('10.20.11.1');
      await says(0, 240);
      await cancels(1);
      await tellSchedule(platform, (await newest()).id);
      const desk = { ...flights, desk: new FlightDesk([sources.house]) };
      const page = async (query: string) =>
        openSchedule(platform, desk, { order: await sale.order(order.id), linked: [] }, new URLSearchParams(query), 'en');
      const { schedule, days } = await page('date0=2027-03-17');
      expect([days!.positions, days!.keeps, days!.either]).toEqual([[1], true, true]);
      expect(days!.options!.list.length).toBeGreaterThan(0);
      // Whoever likes may still choose both anew.
      expect((await page('both=1')).days).toMatchObject({ positions: [0, 1], keeps: false, either: true });
      const { offerId } = days!.options!.list[0]!;
      const read = (await page(`date0=2027-03-17&offer=${offerId}`)).days!.wanted!;
      expect(read.slices.map(({ departs, stays }) => [departs.slice(0, 10), stays])).toEqual([
        ['2027-03-09', true],
        ['2027-03-17', false],
      ]);
      expect(read.slices[0]!.departs).toBe(schedule!.now[0]!.departs);
      const ask = { orderId: order.id, schedule: schedule!.id, by: 'customer', who: 'guest' } as const;
      const take = async (offer: string) =>
        takeInstead(platform, sale.flights, { ...ask, version: (await sale.order(order.id)).version, offerId: offer });
      const other = await sources.house.search(
        { ...search, search: { ...search.search, slices: [{ from: 'DXB', to: 'LHR', date: '2027-03-12' }] } },
        call(),
      );
      const { value } = other as Extract<typeof other, { outcome: 'ok' }>;
      const foreign = value.facts
        .map(({ at }) => value.offer(at))
        .find(({ validatingAirline }) => validatingAirline === both.validatingAirline);
      expect(await take(foreign!.id)).toEqual({ ok: false, refused: 'other-route' });
      expect((await take(offerId!)).ok).toBe(true);
      await sale.settle();
      const changed = await sale.order(order.id);
      expect([changed.status, changed.total]).toEqual(['ticketed', order.total]);
      const { offer: flies } = (await getFlightOrder(platform.db, order.id)).contracts[0]!;
      const [out, back] = flies.slices.map(({ segments }) => segments[0]!.departs.local);
      expect([out, back!.slice(0, 10)]).toEqual([schedule!.now[0]!.departs, '2027-03-17']);
      expect(flies.brands.map(({ code }) => code)).toEqual(both.brands.map(({ code }) => code));
      // The way there keeps its seats of the day, and those of the way home went back.
      const taken = (await findAllocated(platform.db, order.id)).map(({ key }) => key.split('/')[1]);
      expect(new Set(taken)).toEqual(new Set(['2027-03-09', '2027-03-17']));
      expect((await newest()).status).toBe('rebooked');
      expect(await findTickets(platform.db, order.id)).not.toHaveLength(0);
      // Whoever has the old way home in a calendar reads there that they do not take it.
      const calendar = (await openFlightCounter(platform, flights).openPaper(order.id, 'flights.ics', 'en'))!.content.toString();
      const events = calendar
        .replace(/\r\n[ \t]/g, '')
        .split('BEGIN:VEVENT')
        .slice(1);
      const status = (day: string) => /STATUS:(\w+)/.exec(events.find((event) => event.includes(day)) ?? '')?.[1];
      expect(['-2027-03-09@', '-2027-03-16@', '-2027-03-17@'].map(status)).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED']);
    });

    it('tells the last word on a flight although an earlier one on it is held back', async () => {
      const { order, says, newest, minutesLate } = await thereAndBack('10.20.5.1');
      await says(0, 40, true);
      expect((await newest()).status).toBe('held');
      await says(0, 90);
      expect([(await sale.order(order.id)).status, (await newest()).status]).toEqual(['schedule_change_pending', 'open']);
      expect(await minutesLate()).toEqual([90, 0]);
    });

    it('is about nothing that was said before the flights were booked', async () => {
      const first = await thereAndBack('10.20.6.1');
      await first.says(0, 40);
      platform.clock.advance(hourMs);
      const { says, minutesLate } = await thereAndBack('10.20.7.1');
      await says(1, 20);
      expect(await minutesLate()).toEqual([0, 20]);
    });

    it('does not tell what a colleague still holds back of the other', async () => {
      const { order, says, newest, minutesLate } = await thereAndBack('10.20.4.1');
      await says(0, 40, true);
      await says(1, 20);
      expect([(await sale.order(order.id)).status, (await newest()).status]).toEqual(['ticketed', 'held']);
      expect(await minutesLate()).toEqual([40, 20]);
    });

    it('and is not flown is flown otherwise by whoever is there already; the way that they have flown is chosen by nobody', async () => {
      const { order, both, cancels, newest } = await thereAndBack('10.20.12.1');
      await cancels(1);
      await tellSchedule(platform, (await newest()).id);
      const desk = { ...flights, desk: new FlightDesk([sources.house]) };
      platform.clock.set(instant(Date.parse(both.slices[0]!.segments.at(-1)!.arrives.utc) + dayMs));
      const page = async (query: string) =>
        openSchedule(platform, desk, { order: await sale.order(order.id), linked: [] }, new URLSearchParams(query), 'en');
      expect((await page('both=1')).days).toMatchObject({ positions: [1], keeps: true, either: false });
      const { schedule, days } = await page('date0=2027-03-15');
      const ask = { orderId: order.id, schedule: schedule!.id, by: 'customer', who: 'guest' } as const;
      const version = (await sale.order(order.id)).version;
      const again = await sources.house.search(
        {
          ...search,
          search: {
            ...search.search,
            slices: [
              { from: 'DXB', to: 'LHR', date: '2027-03-11' },
              { from: 'LHR', to: 'DXB', date: '2027-03-15' },
            ],
          },
        },
        call(),
      );
      const whole = again.outcome === 'ok' ? again.value.offer(again.value.facts[0]!.at) : null;
      const refused = await takeInstead(platform, sale.flights, { ...ask, version, offerId: whole!.id });
      expect(refused).toEqual({ ok: false, refused: 'not-possible' });
      const { offerId } = days!.options!.list[0]!;
      expect((await takeInstead(platform, sale.flights, { ...ask, version, offerId: offerId! })).ok).toBe(true);
      await sale.settle();
      expect((await sale.order(order.id)).status).toBe('ticketed');
    });
  });
});

it('the list of what was said of flights is found by flight or airport, told apart by kind, in pages by the day of the flight', async () => {
  const said = (id: string, more: Partial<Disruption> & { readonly heldBack?: boolean }) => ({
    ...disruption,
    id,
    flight: 'RH901',
    fromAirport: 'XNB',
    aircraft: '77W',
    newFlight: 'RH902',
    heldBack: false,
    reason: 'A test of the list',
    begunBy: 'staff:x',
    begunAt: new Date(platform.clock.now()),
    ...more,
  });
  await transact(platform.db, async (tx) => {
    await insertDisruption(tx, said('list-1', { departsOn: '2027-05-03', kind: 'cancelled', heldBack: true }));
    await insertDisruption(tx, said('list-2', { departsOn: '2027-05-01' }));
    await insertDisruption(tx, said('list-3', { departsOn: '2027-05-02', flight: 'RH903' }));
  });
  const read = (query: string, most = 9) => listDisruptions(platform.db, readListView(disruptionList, new URLSearchParams(query)), most);
  const ids = async (query: string) => (await read(query)).rows.map(({ id }) => id);
  expect(await ids('find=xnb&sort=day')).toEqual(['list-2', 'list-3', 'list-1']);
  expect(await ids('find=rh901&sort=-day')).toEqual(['list-1', 'list-2']);
  expect(await ids('find=xnb&what=cancelled')).toEqual(['list-1']);
  expect(await ids('find=xnb&queue=held')).toEqual(['list-1']);
  expect(await ids('find=%25')).toEqual([]);
  expect((await read('find=xnb')).counts).toEqual({ all: 3, held: 1 });
  const first = await read('find=xnb&sort=day', 2);
  const after = { ...readListView(disruptionList, new URLSearchParams('find=xnb&sort=day')), after: first.next };
  expect((await listDisruptions(platform.db, after, 2)).rows.map(({ id }) => id)).toEqual(['list-1']);
});
