import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays, calendarDate } from '#app/values/dates.ts';
import { sumMoney, type Money } from '#app/values/money.ts';
import { laterVat, type PricingRules } from '#app/commerce/pricing/quote.ts';
import { priceFacts } from './facts-price.ts';
import { filterOffers, sortOffers } from './filter-offers.ts';
import { quoteOffer } from '../flight-price.ts';
import type { FlightSearch, Offer } from '../offer.ts';
import { failuresToOpen, restMs } from '../supplier/circuit-rules.ts';
import { HouseShopping, untouchedStock } from '../supplier/house-supplier.server.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { supplierTimeout } from '../supplier/search-suppliers.server.ts';
import { theWorld } from '../world/open-world.server.ts';
import { FlightDesk } from './ask-flights.server.ts';
import { flexDays, onDays } from './day-searches.ts';
import { pairKey } from './flex-pairs.ts';
import { pagePatienceMs, quickMs } from './page-patience.ts';
import { readResultsAddress } from './results-address.ts';
import { buildResults, whyLines } from './results-view.ts';

const now = Date.parse('2026-11-23T07:42:00Z');
const search: FlightSearch = {
  slices: [{ from: 'DXB', to: 'IST', date: '2027-02-02' }],
  passengers: { adults: 2, children: 1, infants: 1 },
  cabin: 'economy',
  maxStops: 2,
};
const noTax = { category: 'zero-rated', basisPoints: 0 } as const;
const rules: PricingRules = {
  version: 1,
  currency: 'AED',
  rules: [
    { id: 'fee', kind: 'service-fee', scope: {}, priority: 0, basisPoints: 0, flat: 2000, floor: null, cap: null, stacks: false },
    { id: 'margin', kind: 'markup', scope: {}, priority: 0, basisPoints: 300, flat: 0, floor: 1500, cap: 15_000, stacks: false },
    { id: 'tk', kind: 'markup', scope: { airline: 'TK' }, priority: 0, basisPoints: 990, flat: 7, floor: null, cap: null, stacks: false },
    {
      id: 'kid',
      kind: 'markup',
      scope: { traveller: 'infant' },
      priority: 0,
      basisPoints: 0,
      flat: 0,
      floor: null,
      cap: null,
      stacks: false,
    },
  ],
  vat: {
    fare: noTax,
    tax: noTax,
    markup: noTax,
    discount: noTax,
    'service-fee': { category: 'standard', basisPoints: 500 },
    ...laterVat,
    seat: noTax,
    bag: noTax,
    meal: noTax,
    'fast-track': noTax,
    insurance: noTax,
    absorbed: noTax,
  },
};
const asCode = (code: string) => code;
const words = { airline: asCode, airport: asCode, city: asCode, aircraft: asCode };

/** Silent until it is told to answer. */
class Moody extends ScriptedSupplier {
  silent = true;
  override async search(...ask: Parameters<ScriptedSupplier['search']>) {
    if (this.silent) throw new Error('HTTP 503');
    return super.search(...ask);
  }
}

/** The same flights of another source at twice the fare. */
function dearer(offer: Offer, supplier: string): Offer {
  const twice = (value: Money): Money => ({ ...value, amount: value.amount * 2 });
  const brands = offer.brands.map((brand) => ({
    ...brand,
    fares: brand.fares.map((fare) => ({ ...fare, base: twice(fare.base) })),
    fareTotal: twice(brand.fareTotal),
  }));
  return { ...offer, id: `${supplier}.1`, supplier, brands };
}

let house: HouseShopping;
let offers: Offer[];
beforeAll(async () => {
  house = new HouseShopping(await theWorld(), untouchedStock);
  const found = await house.search({ search, chosen: [] }, { now });
  if (found.outcome !== 'ok') throw new Error('The house has no flights to script with');
  offers = found.value.facts.slice(0, 3).map((facts) => found.value.offer(facts.at));
}, 60_000);

const build = (merged: Awaited<ReturnType<FlightDesk['ask']>>['offers'], query = '') =>
  buildResults(
    { ...merged, facts: priceFacts(merged.facts, search, rules) },
    readResultsAddress(new URLSearchParams(query)),
    0,
    (offer, brand) => quoteOffer(offer, brand, rules),
    words,
  );

describe('asking every source', () => {
  test('shows what is in while a slow source still answers, and the rest when it has', async () => {
    const desk = new FlightDesk([
      house,
      new ScriptedSupplier({ code: 'slow', offers: [{ ...offers[0]!, id: 'slow.1', supplier: 'slow' }], searchAfter: 400 }),
    ]);
    const asked = await desk.ask(search, [], now, 150);
    expect(build(asked.offers)).toMatchObject({ asked: 2, answered: 1, failed: 0 });
    expect(build((await asked.rest)!)).toMatchObject({ asked: 2, answered: 2, failed: 0 });
  });

  test('counts a source that fails, and keeps the flights of the others', async () => {
    for (const act of ['throws', 'garbage', 'sold-out'] as const) {
      const desk = new FlightDesk([house, new ScriptedSupplier({ code: 'bad', offers, search: act })]);
      const { offers: merged } = await desk.ask(search, [], now);
      const list = build(merged);
      // That it has nothing is an answer.
      const said = act === 'sold-out' ? [2, 2, 0, true] : [2, 1, 1, true];
      expect([list.asked, list.answered, list.failed, list.found > 3], act).toEqual(said);
    }
  });

  test('has no rest where all are silent, however long they are waited for', async () => {
    const slow = new ScriptedSupplier({ code: 'slow', search: 'throws', searchAfter: 60 });
    const asked = await new FlightDesk([slow, new ScriptedSupplier({ code: 'bad', search: 'throws' })]).ask(search, [], now, 5);
    expect(asked.rest).toBeNull();
    expect(build(asked.offers)).toMatchObject({ asked: 2, answered: 0, failed: 2, found: 0 });
  });

  test('asks again for nothing within half a minute, and afresh afterwards', async () => {
    const scripted = new ScriptedSupplier({ offers });
    const desk = new FlightDesk([scripted]);
    await desk.ask(search, [], now);
    await desk.ask(search, [], now + 29_000);
    expect(scripted.calls).toEqual(['search']);
    await desk.ask(search, [], now + 31_000);
    expect(scripted.calls).toEqual(['search', 'search']);
  });

  test('does not keep an answer that lacks a source', async () => {
    const scripted = new ScriptedSupplier({ offers });
    const desk = new FlightDesk([scripted, new ScriptedSupplier({ code: 'bad', search: 'throws' })]);
    await desk.ask(search, [], now);
    await desk.ask(search, [], now);
    expect(scripted.calls).toEqual(['search', 'search']);
  });

  test('keeps the list while a source is left alone or has nothing, and asks everybody when its rest is over', async () => {
    const scripted = new ScriptedSupplier({ offers });
    const silent = new ScriptedSupplier({ code: 'bad', search: 'throws' });
    const stopped = new ScriptedSupplier({ code: 'off', search: 'not-offered' });
    const desk = new FlightDesk([scripted, silent, stopped]);
    for (let turn = 0; turn < 5; turn += 1) await desk.ask(search, [], now + turn);
    expect(desk.circuits.show('bad', now + 5).state).toBe('open');
    const before = scripted.calls.length;
    for (let turn = 5; turn < 15; turn += 1) await desk.ask(search, [], now + turn);
    expect([scripted.calls.length - before, silent.calls.length]).toEqual([1, 5]);
    // Half open: one question for everybody, and the answer of the one that is back counts from then on.
    await desk.ask(search, [], now + 30_010);
    expect([scripted.calls.length - before, silent.calls.length]).toEqual([2, 6]);
  });

  test('knows no lowest total, and remembers none, while a source is silent', async () => {
    const moody = new Moody({ code: 'moody', offers });
    const desk = new FlightDesk([moody, new ScriptedSupplier({ code: 'none' })]);
    expect(await desk.lowest(search, rules, now)).toBeUndefined();
    expect(await desk.askLowest(search, rules, now)).toEqual({ total: null, whole: false });
    expect(desk.knownLowest(search, now)).toBeUndefined();
    moody.silent = false;
    const [lowest] = await desk.lowestOfEach([search], rules, now);
    expect(lowest!.amount).toBeGreaterThan(0);
    expect(desk.knownLowest(search, now)).toEqual(lowest);
    // What everybody has answered to is not asked for again.
    moody.silent = true;
    expect(await desk.lowest(search, rules, now)).toEqual(lowest);
  });

  test('says the lowest of those that answer, as one that may not be the lowest, and asks again', async () => {
    const moody = new Moody({ code: 'moody', offers });
    const dear = new ScriptedSupplier({ code: 'dear', offers: [dearer(offers[0]!, 'dear')] });
    const desk = new FlightDesk([moody, dear]);
    const before = await desk.askLowest(search, rules, now);
    expect(before.whole).toBe(false);
    moody.silent = false;
    const after = await desk.askLowest(search, rules, now);
    expect(after.whole).toBe(true);
    expect(after.total!.amount).toBeLessThan(before.total!.amount);
  });

  test('says the lowest total as the list shows it', async () => {
    const desk = new FlightDesk([house]);
    const { offers: merged } = await desk.ask(search, [], now);
    const cheapest = build(merged, 'sort=cheapest').cards[0]!;
    expect(await desk.lowest(search, rules, now)).toEqual(cheapest.total);
  });
});

describe('the questions of one page', () => {
  const month = Array.from({ length: 31 }, (_, at): FlightSearch => ({
    ...search,
    slices: [{ ...search.slices[0]!, date: addDays(calendarDate('2027-03-01'), at) }],
  }));
  const dear = () => new ScriptedSupplier({ code: 'dear', offers: [dearer(offers[0]!, 'dear')] });
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('wait for a source that hangs once, say what the others have, and its circuit hears of it', async () => {
    const hanging = new ScriptedSupplier({ code: 'hanging', searchAfter: 'never' });
    const others = dear();
    const desk = new FlightDesk([hanging, others]);
    const asked = desk.lowestOfEach(month, rules, now);
    await vi.advanceTimersByTimeAsync(pagePatienceMs + quickMs);
    expect((await asked).map((total) => Boolean(total))).toEqual(month.map(() => true));
    expect([others.calls.length, hanging.calls.length < month.length / 2]).toEqual([month.length, true]);
    expect(month.map((each) => desk.knownLowest(each, now))).toEqual(month.map(() => undefined));
    // What a page did not wait for is no failure yet: it may still be answered.
    expect(desk.circuits.show('hanging', now)).toMatchObject({ state: 'closed', failures: 0 });
    await vi.advanceTimersByTimeAsync(supplierTimeout);
    expect(desk.circuits.show('hanging', now)).toMatchObject({ state: 'open', reason: 'timeout' });
    const before = hanging.calls.length;
    expect(before).toBeGreaterThanOrEqual(failuresToOpen);
    // Nobody waits for it then.
    const again = desk.lowestOfEach(month, rules, now);
    await vi.advanceTimersByTimeAsync(quickMs);
    await again;
    expect(hanging.calls.length).toBe(before);
  });

  test('are not known where nobody else has anything, and are known to the next page when the answer comes late', async () => {
    const slow = new ScriptedSupplier({ code: 'slow', offers, searchAfter: pagePatienceMs + 500 });
    const desk = new FlightDesk([slow]);
    const asked = desk.lowestOfEach(month.slice(0, 4), rules, now);
    await vi.advanceTimersByTimeAsync(pagePatienceMs + quickMs);
    expect(await asked).toEqual([undefined, undefined, undefined, undefined]);
    await vi.advanceTimersByTimeAsync(supplierTimeout);
    expect(desk.circuits.show('slow', now)).toMatchObject({ state: 'closed', failures: 0 });
    expect(month.slice(0, 4).every((each) => desk.knownLowest(each, now))).toBe(true);
  });

  test('are asked side by side of a source that takes its time', async () => {
    const slow = new ScriptedSupplier({ code: 'slow', offers, searchAfter: 500 });
    const asked = new FlightDesk([slow]).lowestOfEach(month, rules, now);
    await vi.advanceTimersByTimeAsync(pagePatienceMs + quickMs);
    expect((await asked).every(Boolean)).toBe(true);
  });

  test('wait for the one that a rested source is tried by, and are all answered when it is back', async () => {
    const moody = new Moody({ code: 'moody', offers, searchAfter: 100 });
    const desk = new FlightDesk([moody]);
    for (let turn = 0; turn < failuresToOpen; turn += 1) await desk.lowest(search, rules, now);
    expect(desk.circuits.show('moody', now).state).toBe('open');
    moody.silent = false;
    const asked = desk.lowestOfEach(month.slice(0, 8), rules, now + restMs);
    await vi.advanceTimersByTimeAsync(pagePatienceMs + quickMs);
    expect((await asked).every(Boolean)).toBe(true);
  });

  test('about pairs of days do not wait for a calendar that hangs', async () => {
    const hanging = Object.assign(new ScriptedSupplier({ code: 'hanging' }), { calendar: () => new Promise<never>(() => undefined) });
    const desk = new FlightDesk([hanging, house]);
    const back = { from: 'IST', to: 'DXB', date: '2027-02-09' };
    const asked = desk.lowestOfPairs({ ...search, slices: [{ ...search.slices[0]!, flexDays: 3 }, back] }, rules, now);
    await vi.advanceTimersByTimeAsync(pagePatienceMs + quickMs);
    const { totals, whole } = await asked;
    expect([totals.size, whole]).toEqual([49, false]);
    await vi.advanceTimersByTimeAsync(supplierTimeout);
    expect(desk.circuits.show('hanging', now)).toMatchObject({ failures: 1, reason: 'timeout' });
  });
});

describe('the price of an option', () => {
  const back = { from: 'IST', to: 'DXB', date: '2027-02-09' };
  const on = { from: 'LHR', to: 'JFK', date: '2027-02-15' };
  test.each([
    ['one way', search],
    ['one way with bags', { ...search, bags: true }],
    ['a return', { ...search, slices: [...search.slices, back] }],
    ['a return with bags', { ...search, slices: [...search.slices, back], bags: true }],
    ['a return in business', { ...search, slices: [...search.slices, back], cabin: 'business' as const }],
    ['three cities', { ...search, slices: [...search.slices, { ...back, to: 'LHR' }, on] }],
  ])('is in every fare family what its card says: %s', async (_, asked) => {
    const desk = new FlightDesk([house]);
    const { offers: merged } = await desk.ask(asked, [], now);
    const priced = desk.priced(merged, asked, rules);
    expect(priced.length).toBeGreaterThan(10);
    for (const facts of priced.filter((_each, at) => at % 3 === 0)) {
      const offer = merged.offer(facts);
      expect(facts.totals).toEqual(offer.brands.map((brand) => quoteOffer(offer, brand, rules).total.amount));
      expect(facts.families).toEqual(
        offer.brands.map((brand) => ({
          checkedBag: brand.checkedBag !== null,
          refundable: brand.refundBefore.permission,
          changeable: brand.changeBefore.permission,
        })),
      );
      if (asked.bags) expect(offer.brands[facts.shown]!.checkedBag).not.toBeNull();
    }
  });

  test('puts no dearer card before a cheaper one, whatever the filter asks of the fare', async () => {
    const { offers: merged } = await new FlightDesk([house]).ask(search, [], now);
    for (const query of ['', 'refund=1', 'refund=1&change=1&bag=1']) {
      const pages = [1, 2, 3].flatMap((page) => build(merged, `sort=cheapest&page=${page}&${query}`).cards);
      const totals = pages.map((card) => card.total.amount);
      expect(totals.length, query).toBeGreaterThan(20);
      expect(totals, query).toEqual(totals.toSorted((a, b) => a - b));
    }
    const refundable = build(merged, 'refund=1').cards;
    expect(refundable.every((card) => card.refund.permission === 'allowed')).toBe(true);
    expect(refundable.some((card) => card.lifted)).toBe(true);
    // The order by net prices is another one: the rules of one airline differ.
    const net = merged.facts.toSorted((a, b) => a.price - b.price).map(({ at }) => at);
    expect(sortOffers(filterOffers(priceFacts(merged.facts, search, rules), {}), 'cheapest').map(({ at }) => at)).not.toEqual(net);
  });

  test('is what the highest price holds for, to the fils', async () => {
    const { offers: merged } = await new FlightDesk([house]).ask(search, [], now);
    const most = Math.ceil(build(merged, 'sort=cheapest').cards[4]!.total.amount / 100);
    const list = build(merged, `sort=cheapest&max=${most}`);
    expect(list.matching).toBeGreaterThanOrEqual(5);
    expect(list.cards.every((card) => card.total.amount <= most * 100)).toBe(true);
  });
});

test.each([false, true])('each pair of a flexible return starts where its own list does, bags %s', async (bags) => {
  const asked: FlightSearch = {
    ...search,
    bags,
    slices: [
      { ...search.slices[0]!, flexDays: 3 },
      { from: 'IST', to: 'DXB', date: '2027-02-04' },
    ],
  };
  const desk = new FlightDesk([house]);
  const { totals: lowest, whole } = await desk.lowestOfPairs(asked, rules, now);
  expect(whole).toBe(true);
  expect(lowest.size).toBe(49);
  const days = flexDays(asked, calendarDate('2026-11-23'), calendarDate('2027-10-19'))!;
  const pairs = days.outs.flatMap((out) => days.backs.map((back) => [out, back] as const));
  for (const [out, back] of pairs.filter((_, at) => at % 5 === 0)) {
    const expected = back < out ? null : await desk.lowest(onDays(asked, out, back), rules, now);
    expect(lowest.get(pairKey(out, back)), `${out} ${back}`).toEqual(expected);
  }
});

test('a grid asks the other sources when one is silent, and remembers only what all have answered to', async () => {
  const asked: FlightSearch = {
    ...search,
    slices: [
      { ...search.slices[0]!, flexDays: 3 },
      { from: 'IST', to: 'DXB', date: '2027-02-09' },
    ],
  };
  let calls = 0;
  let silent = true;
  const failing = Object.assign(new ScriptedSupplier({ code: 'bad' }), {
    calendar: async () => {
      calls += 1;
      if (silent) throw new Error('down');
      const unsold = { date: '2027-02-02', returnDate: '2027-02-09', fares: [] };
      return { outcome: 'ok', value: [unsold] } as const;
    },
  });
  const desk = new FlightDesk([failing, house]);
  expect((await desk.lowestOfPairs(asked, rules, now)).totals.size).toBe(49);
  await desk.lowestOfPairs(asked, rules, now);
  expect(calls).toBe(2);
  // Of what the others do not sell it is not known whether it is sold.
  expect([...(await new FlightDesk([failing]).lowestOfPairs(asked, rules, now)).totals]).toEqual([]);
  silent = false;
  expect([...(await new FlightDesk([failing]).lowestOfPairs(asked, rules, now)).totals]).toEqual([
    [pairKey('2027-02-02', '2027-02-09'), null],
  ]);
  calls = 0;
  await desk.lowestOfPairs(asked, rules, now);
  await desk.lowestOfPairs(asked, rules, now);
  expect(calls).toBe(1);
});

describe('a card', () => {
  test('has lines that add up to its total, the fee with the VAT in it', async () => {
    const { offers: merged } = await new FlightDesk([house]).ask(search, [], now);
    for (const facts of merged.facts.slice(0, 20)) {
      const offer = merged.offer(facts);
      const quote = quoteOffer(offer, offer.brands[0]!, rules);
      const lines = whyLines(quote);
      expect(
        sumMoney(
          lines.map((line) => line.amount),
          'AED',
        ),
      ).toEqual(quote.total);
      const fee = lines.find((line) => line.kind === 'service-fee')!;
      const feeLines = quote.lines.filter((line) => line.kind === 'service-fee');
      expect([fee.count, fee.amount.amount]).toEqual([4, 8000]);
      expect(fee.vat).toEqual(
        sumMoney(
          feeLines.map((line) => line.vat),
          'AED',
        ),
      );
    }
  });

  test('is only made for what is shown', async () => {
    const { offers: merged } = await new FlightDesk([house]).ask(search, [], now);
    let made = 0;
    const counting = { ...merged, offer: (facts: Parameters<typeof merged.offer>[0]) => ((made += 1), merged.offer(facts)) };
    const list = build(counting);
    expect(list.found).toBeGreaterThan(40);
    expect(made).toBeLessThanOrEqual(list.cards.length + list.tabs.length);
  });
});
