import { beforeAll, describe, expect, test } from 'vitest';
import { findPools, setPoolCapacities } from '#app/commerce/availability/pools-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { calendarDate, minuteMs } from '#app/values/dates.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { sql } from 'drizzle-orm';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale, type TestSale } from '../order/flight-order-testing.ts';
import { flightsOver } from '../flights.server.ts';
import type { Flights } from '../flights-context.ts';
import type { Offer, Passengers } from '../offer.ts';
import { openOwnSources, type OwnSources } from '../supplier/house-inventory.server.ts';
import { searchAllSuppliers } from '../supplier/search-suppliers.server.ts';
import { theWorld } from '../world/open-world.server.ts';
import { readAllotment } from './allotment-form.ts';
import { departuresFrom, isOurs, mayGoLive } from './allotment-rules.ts';
import { allotmentMachine } from './allotment-status.ts';
import { findAllotment } from './allotment-store.server.ts';
import { importAllotments } from './import-allotments.server.ts';
import { answerSeats, draftAllotment, moveAllotment, resizeAllotment, settleAllotment } from './keep-allotment.server.ts';
import { supplierMachine } from './flight-supplier-status.ts';
import { blocks, paperState } from './flight-supplier-rules.ts';
import { formatOwnId, parseOwnId } from './own-offer.ts';
import { stopsDate, stopsFlight, stopsSource, type StopSale } from './stop-sale-rules.ts';
import { beginStop, endStop } from './stop-selling.server.ts';

const platform = await openTestPlatform();
const one: Passengers = { adults: 1, children: 0, infants: 0 };
const anything: StopSale = {
  source: null,
  airline: null,
  fromAirport: null,
  toAirport: null,
  travelFrom: null,
  travelUntil: null,
  flight: null,
};
let sources: OwnSources;
let flights: Flights;
let sale: TestSale;
let direct: Offer;

const call = () => ({ now: platform.clock.now() });
const search = (date = '2027-02-09', passengers = one) => ({
  search: { slices: [{ from: 'DXB', to: 'LHR', date }], passengers, cabin: 'economy' as const, maxStops: 0 as const },
  chosen: [],
});
const find = async (code: 'house' | 'own', date?: string, passengers?: Passengers) => {
  const answer = await sources[code].search(search(date, passengers), call());
  return answer.outcome === 'ok' ? answer.value.facts.map((facts) => answer.value.offer(facts.at)) : [];
};

beforeAll(async () => {
  const world = await theWorld();
  sources = openOwnSources(platform, world);
  flights = { ...flightsOver(world, [sources.house, sources.own]), supplyChanged: () => sources.stops.forget() };
  sale = await openTestSale(platform, [sources.house, sources.own]);
  direct = (await find('house'))[0]!;
}, 120_000);

describe('a stop of sale', () => {
  const flight = { airline: 'EK', number: 1, operator: 'EK', from: 'DXB', to: 'LHR' };

  test.each([
    ['the airline', { airline: 'EK' }, true],
    ['the carrier behind a codeshare', { airline: 'QF' }, true],
    ['another airline', { airline: 'BA' }, false],
    ['the flight by its number', { flight: 'EK1' }, true],
    ['another flight of the airline', { flight: 'EK3' }, false],
    ['the route', { fromAirport: 'DXB', toAirport: 'LHR' }, true],
    ['the way back alone', { fromAirport: 'LHR', toAirport: 'DXB' }, false],
    ['the airline at another source', { source: 'own', airline: 'EK' }, false],
  ])('of %s concerns a flight as it says', (_, part, expected) => {
    const shared = 'airline' in part && part.airline === 'QF' ? { ...flight, operator: 'QF' } : flight;
    expect(stopsFlight({ ...anything, ...part }, 'house', shared)).toBe(expected);
  });

  test('counts its dates with both ends, and is of a whole source only when it names nothing else', () => {
    const dated = { ...anything, source: 'house', travelFrom: '2027-01-01', travelUntil: '2027-01-31' };
    expect(['2026-12-31', '2027-01-01', '2027-01-31', '2027-02-01'].map((date) => stopsDate(dated, date))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([stopsSource(dated, 'house'), stopsSource({ ...anything, source: 'house' }, 'house')]).toEqual([false, true]);
  });

  test('takes an airline out of search and price at once, and gives it back when lifted', async () => {
    const airline = direct.validatingAirline;
    expect((await find('house')).some((offer) => offer.validatingAirline === airline)).toBe(true);
    const revision = await sources.house.revision!(call());
    const begun = await beginStop(platform, flights, { stop: { ...anything, airline }, reason: 'Grounded fleet', staffId: 'one' });
    expect((await find('house')).flatMap((offer) => offer.slices[0]!.segments.map((each) => each.airline))).not.toContain(airline);
    expect(await sources.house.revision!(call())).not.toBe(revision);
    expect(await sources.house.price(direct.id, one, call())).toMatchObject({ outcome: 'refused' });
    expect((await endStop(platform, flights, { id: begun.ok ? begun.value : '', staffId: 'two' })).ok).toBe(true);
    expect((await sources.house.price(direct.id, one, call())).outcome).toBe('ok');
  });

  test('is seen by another process too: at once when it prices, within two seconds when it lists', async () => {
    const other = openOwnSources(platform, await theWorld());
    const listed = async () => {
      const answer = await other.house.search(search(), call());
      return answer.outcome === 'ok' ? answer.value.facts.length : 0;
    };
    expect(await listed()).toBeGreaterThan(0);
    const begun = await beginStop(platform, flights, {
      stop: { ...anything, fromAirport: 'DXB', toAirport: 'LHR' },
      reason: 'Slots withdrawn',
      staffId: 'one',
    });
    expect((await other.house.price(direct.id, one, call())).outcome).toBe('refused');
    platform.clock.advance(2_000);
    expect(await listed()).toBe(0);
    await endStop(platform, flights, { id: begun.ok ? begun.value : '', staffId: 'one' });
  });

  test('of a source leaves orders alone: what was held is still ticketed', async () => {
    const held = await sale.placed(aDraft(await priced()), { address: '10.20.0.1' });
    const begun = await beginStop(platform, flights, { stop: { ...anything, source: 'house' }, reason: 'Feed is wrong', staffId: 'one' });
    expect((await sources.house.search(search(), call())).outcome).toBe('refused');
    expect((await sale.paid(held.id)).status).toBe('ticketed');
    await endStop(platform, flights, { id: begun.ok ? begun.value : '', staffId: 'one' });
  });

  test('is refused when it names nothing or says no reason', async () => {
    const begin = (stop: StopSale, reason: string) => beginStop(platform, flights, { stop, reason, staffId: 'one' });
    expect(await begin(anything, 'A reason')).toEqual({ ok: false, refused: 'stops-nothing' });
    expect(await begin({ ...anything, airline: 'EK' }, ' ')).toEqual({ ok: false, refused: 'no-reason' });
    expect(await begin({ ...anything, airline: 'EK', travelFrom: '2027-02-02', travelUntil: '2027-02-01' }, 'Why')).toEqual({
      ok: false,
      refused: 'dates-reversed',
    });
  });

  async function priced(): Promise<Offer> {
    const answer = await sources.house.price(direct.id, one, call());
    if (answer.outcome !== 'ok') throw new Error(JSON.stringify(answer));
    return answer.value;
  }
});

describe('an allotment', () => {
  const days = { firstDay: '2027-02-01', lastDay: '2027-02-28', weekdays: 0b1111111, releaseDays: 14 };

  test('is ours until its release, and on its weekdays only', () => {
    expect(isOurs(days, calendarDate('2027-02-09'), calendarDate('2027-01-26'))).toBe(true);
    expect(isOurs(days, calendarDate('2027-02-09'), calendarDate('2027-01-27'))).toBe(false);
    // 2027-02-01 is a Monday.
    expect(departuresFrom({ ...days, weekdays: 0b0000001 }, calendarDate('2027-02-10'))).toEqual(['2027-02-15', '2027-02-22']);
  });

  test('goes on sale by a second person, while days are left', () => {
    expect(mayGoLive(['staff:c', 'staff:a'], 'staff:a', [calendarDate('2027-02-09')])).toBe('second-person');
    expect(mayGoLive(['staff:a'], 'staff:b', [])).toBe('no-days-left');
    expect(mayGoLive(['staff:a'], 'staff:b', [calendarDate('2027-02-09')])).toBeNull();
  });

  test('reads its form, and names every field that is wrong', () => {
    const form: Record<string, string> = { flight: 'ek 7', from: 'dxb', to: 'LHR', first: '2027-02-01', last: '2027-02-28', days: '135' };
    const good = readAllotment((name) => ({ ...form, seats: '4', net: '612.5', release: '7', bag: '1' })[name] ?? '');
    expect(good.wrong).toEqual([]);
    expect(good.fields).toMatchObject({ airline: 'EK', number: 7, weekdays: 0b10101, net: 61_250, withBag: true, cabin: 'economy' });
    const bad = readAllotment(
      (name) => ({ flight: 'x', from: 'DX', first: '2027-02-30', seats: '0', net: '0', release: '999' })[name] ?? '',
    );
    expect(bad.wrong.toSorted()).toEqual(
      ['firstDay', 'flight', 'fromAirport', 'lastDay', 'net', 'releaseDays', 'seats', 'toAirport', 'weekdays'].toSorted(),
    );
  });

  test('writes and reads its offer ids, and takes no others for them', () => {
    expect(parseOwnId(formatOwnId(['A12345', 'AABCDE'], 'h1.EK7-20270209.Y'))).toEqual({
      allotments: ['A12345', 'AABCDE'],
      flights: 'h1.EK7-20270209.Y',
    });
    expect([parseOwnId('h1.EK7-20270209.Y'), parseOwnId('own..h1.EK7-20270209.Y')]).toEqual([null, null]);
  });

  test('sells its seats at its fare from its own pool, each once, and never after it is paused', async () => {
    const segment = direct.slices[0]!.segments[0]!;
    const { fields } = readAllotment(
      (name) =>
        ({
          flight: segment.flight,
          from: 'DXB',
          to: 'LHR',
          first: '2027-02-01',
          last: '2027-02-28',
          days: '1234567',
          seats: '2',
          net: '100',
          release: '7',
          bag: '1',
        })[name] ?? '',
    );
    const drafted = await draftAllotment(platform, flights, { fields, staffId: 'maker' });
    const id = drafted.ok ? drafted.value : '';
    const seen = async (staffId: string) => ({ id, staffId, version: (await findAllotment(platform.db, id))!.version });
    const move = async (event: 'submit' | 'go-live' | 'pause', staffId: string) =>
      moveAllotment(platform, { ...(await seen(staffId)), event });
    await move('submit', 'maker');
    expect(await move('go-live', 'maker')).toEqual({ ok: false, refused: 'second-person' });
    expect(await find('own')).toEqual([]);
    expect((await move('go-live', 'checker')).ok).toBe(true);
    platform.clock.advance(2_000);
    const [offer] = await find('own');
    expect(offer).toMatchObject({ supplier: 'own', seatsLeft: 2, brands: [{ fares: [{ base: { amount: 10_000 } }] }] });
    const merged = await searchAllSuppliers([sources.house, sources.own], search(), { now: platform.clock.now() });
    const won = merged.facts.filter((facts) => merged.sliceKey(facts) === `${segment.flight}-20270209`);
    expect(won.map((facts) => facts.supplier)).toEqual(['own']);
    const first = await sale.placed(aDraft(offer!), { address: '10.20.1.1' });
    const second = await sale.placed(aDraft(offer!), { address: '10.20.1.2' });
    expect(await sale.place(aDraft(offer!), { address: '10.20.1.3' })).toMatchObject({ ok: false });
    expect((await findPools(platform.db, `allotment:${id}/`)).map(({ held, capacity }) => [held, capacity])).toEqual([[2, 2]]);
    expect(await resizeAllotment(platform, { ...(await seen('maker')), seats: 3 })).toEqual({ ok: true, value: 'asked' });
    expect((await answerSeats(platform, { ...(await seen('checker')), agree: true })).ok).toBe(true);
    // What a hold that read the allotment before the change may leave behind.
    await transact(platform.db, (tx) => setPoolCapacities(tx, `allotment:${id}/`, 2));
    await settleAllotment(platform, id);
    const third = await sale.placed(aDraft(offer!), { address: '10.20.1.3' });
    expect((await sale.paid(first.id)).status).toBe('ticketed');
    expect([second.status, third.status]).toEqual(['held', 'held']);
    await move('pause', 'maker');
    platform.clock.advance(16 * minuteMs);
    expect(await sale.place(aDraft(offer!), { address: '10.20.1.4' })).toMatchObject({ ok: false, refused: 'offer-gone' });
    expect(await find('own')).toEqual([]);
  });

  describe('of which more seats are wanted', () => {
    const draft = async (seats: string) => {
      const segment = direct.slices[0]!.segments[0]!;
      const typed: Record<string, string> = {
        flight: segment.flight,
        from: 'DXB',
        to: 'LHR',
        first: '2027-03-01',
        last: '2027-03-28',
        days: '1',
        seats,
        net: '100',
        release: '7',
      };
      const drafted = await draftAllotment(platform, flights, {
        fields: readAllotment((name) => typed[name] ?? '').fields,
        staffId: 'maker',
      });
      const id = drafted.ok ? drafted.value : '';
      const seen = async (staffId: string) => ({ id, staffId, version: (await findAllotment(platform.db, id))!.version });
      return {
        id,
        seats: async () => (await findAllotment(platform.db, id))!.seats,
        move: async (event: 'submit' | 'go-live' | 'send-back' | 'end', staffId: string) =>
          moveAllotment(platform, { ...(await seen(staffId)), event }),
        resize: async (to: number, staffId: string) => resizeAllotment(platform, { ...(await seen(staffId)), seats: to }),
        answer: async (agree: boolean, staffId: string) => answerSeats(platform, { ...(await seen(staffId)), agree }),
        asks: async () =>
          (await listOpenStaffTasks(platform.db, 50))
            .filter(({ subject }) => subject === `flight_allotments:${id}`)
            .map(({ kind }) => kind),
      };
    };

    test('waits for a second person once it is on sale, and less does not', async () => {
      const fare = await draft('5');
      await fare.move('submit', 'maker');
      expect(await fare.asks()).toEqual(['own-fare']);
      await fare.move('go-live', 'checker');
      expect(await fare.asks()).toEqual([]);
      expect(await fare.resize(400, 'checker')).toEqual({ ok: true, value: 'asked' });
      expect([await fare.seats(), await fare.asks()]).toEqual([5, ['own-fare-seats']]);
      expect(await fare.answer(true, 'checker')).toEqual({ ok: false, refused: 'second-person' });
      expect(await fare.answer(true, 'maker')).toEqual({ ok: true, value: 400 });
      expect([await fare.seats(), await fare.asks()]).toEqual([400, []]);
      expect(await fare.resize(8, 'maker')).toEqual({ ok: true, value: 'resized' });
      await fare.resize(9, 'maker');
      expect(await fare.answer(false, 'maker')).toEqual({ ok: true, value: 8 });
      expect(await fare.answer(true, 'checker')).toEqual({ ok: false, refused: 'not-waiting' });
      await fare.resize(9, 'maker');
      await fare.move('end', 'maker');
      expect(await fare.asks()).toEqual([]);
    });

    test('is not put on sale by whoever changed them while it was looked at', async () => {
      const fare = await draft('5');
      await fare.move('submit', 'maker');
      const before = { id: fare.id, staffId: 'third', version: (await findAllotment(platform.db, fare.id))!.version };
      expect(await fare.resize(300, 'checker')).toEqual({ ok: true, value: 'resized' });
      expect(await fare.move('go-live', 'checker')).toEqual({ ok: false, refused: 'second-person' });
      expect(await moveAllotment(platform, { ...before, event: 'go-live' })).toEqual({ ok: false, refused: 'changed-meanwhile' });
      expect((await fare.move('go-live', 'third')).ok).toBe(true);
      await fare.move('end', 'maker');
    });
  });

  test('is drafted from a table whose cells have commas in quotes', async () => {
    const { flight } = direct.slices[0]!.segments[0]!;
    const head = 'flight,from,to,first,last,days,cabin,seats,net,bag,release,remark';
    const line = `${flight},DXB,LHR,2027-04-01,2027-04-30,"1,3,5",economy,4,1250.50,1,7,"say ""series"", please"`;
    const report = await importAllotments(platform, flights, { text: `${head}\r\n${line}\r\n${flight},DXB`, staffId: 'maker' });
    expect(report!.map(({ line: at, outcome }) => [at, outcome])).toEqual([
      [2, 'drafted'],
      [3, 'wrong'],
    ]);
    const { rows } = (await platform.db.execute(
      sql`select weekdays, net::int as net from flight_allotments where first_day = '2027-04-01'`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toEqual([{ weekdays: 0b10101, net: 125_050 }]);
    expect(await importAllotments(platform, flights, { text: `${head}\n"never closed`, staffId: 'maker' })).toBeNull();
  });

  test('is refused for a flight that nobody flies', async () => {
    const { fields } = readAllotment(
      (name) =>
        ({
          flight: 'EK9999',
          from: 'DXB',
          to: 'LHR',
          first: '2027-02-01',
          last: '2027-02-28',
          days: '1',
          seats: '2',
          net: '100',
          release: '7',
        })[name] ?? '',
    );
    expect(await draftAllotment(platform, flights, { fields, staffId: 'maker' })).toEqual({ ok: false, refused: 'no-such-flight' });
  });
});

describe('a supplier in the register', () => {
  const known = { kind: 'ndc', contractUntil: '2027-06-01', papers: [{ expiresOn: '2027-01-10' }], bankConfirmed: true };
  const today = calendarDate('2026-11-23');

  test('is approved with valid papers only, and sells only with a contract and a confirmed bank', () => {
    expect(blocks('approve', { ...known, papers: [] }, today)).toBe('no-papers');
    expect(blocks('approve', { ...known, papers: [{ expiresOn: '2026-11-22' }] }, today)).toBe('paper-expired');
    expect(blocks('activate', { ...known, contractUntil: '2026-11-22' }, today)).toBe('contract-over');
    expect(blocks('activate', { ...known, bankConfirmed: false }, today)).toBe('no-bank');
    expect(blocks('activate', known, today)).toBeNull();
    expect(blocks('suspend', { ...known, papers: [] }, today)).toBeNull();
    expect(blocks('resume', { ...known, kind: 'house', papers: [], bankConfirmed: false }, today)).toBeNull();
  });

  test('is reminded of papers thirty days before they end', () => {
    expect(['2026-11-22', '2026-11-23', '2026-12-23', '2026-12-24'].map((date) => paperState(date, today))).toEqual([
      'expired',
      'ending',
      'ending',
      'valid',
    ]);
  });

  test('sells nothing while it is suspended', async () => {
    await transact(platform.db, (tx) => tx.execute(sql`update flight_suppliers set status = 'suspended' where code = 'house'`));
    sources.stops.forget();
    expect(await sources.house.search(search(), call())).toEqual({ outcome: 'refused', refused: 'not-offered' });
    await transact(platform.db, (tx) => tx.execute(sql`update flight_suppliers set status = 'active' where code = 'house'`));
    sources.stops.forget();
    expect((await sources.house.search(search(), call())).outcome).toBe('ok');
  });
});

test('the database knows the same steps as the tables of states', async () => {
  for (const machine of [supplierMachine, allotmentMachine] as const) {
    const { rows } = (await platform.db.execute(
      sql`select from_status as a, to_status as b from status_edges where machine = ${machine.name}`,
    )) as unknown as { rows: { a: string; b: string }[] };
    const declared = edgesOf<string, string, 'staff'>(machine).map((edge) => edge.join('>'));
    expect(rows.map(({ a, b }) => `${a}>${b}`).toSorted()).toEqual(declared.toSorted());
  }
});
