/*
 * The flight search, measured: `npm run bench:flights`, on one core, warm, over 500 fixed pairs among the 300 busiest
 * airports with dates spread over the sales period. `-- --check N` compares N pairs with an exhaustive search (50
 * unless given), and the first of them there and back. `-- --timetable FILE` runs the engine's earliest arrival and whole-day answers on a day from a file,
 * and `-- --export FILE` writes such a day of the house's own world.
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { priceLineKinds, type PricingRules } from '#app/commerce/pricing/quote.ts';
import { candidateLines, exhaustiveReturns, exhaustiveSearch } from '#app/products/flights/engine/exhaustive-testing.ts';
import { nothingSold } from '#app/products/flights/engine/fare-model.ts';
import { buildEngine, salesDays } from '#app/products/flights/engine/flight-engine.ts';
import { buildIndex } from '#app/products/flights/engine/flight-index.ts';
import { journeyFacts } from '#app/products/flights/engine/journey-facts.ts';
import { lowestByDay } from '#app/products/flights/engine/price-calendar.ts';
import { searchJourney, sliceQuery } from '#app/products/flights/engine/search-journey.ts';
import { dateOfDay, dayNumber } from '#app/products/flights/engine/calendar.ts';
import { priceFacts } from '#app/products/flights/search/facts-price.ts';
import { countFacets, sortOffers } from '#app/products/flights/search/filter-offers.ts';
import type { FlightSearch } from '#app/products/flights/offer.ts';
import { openWorld } from '#app/products/flights/world/open-world.server.ts';
import { houseOffers } from '#app/products/flights/supplier/house-supplier.server.ts';
import { benchFixedDay, exportDay } from './fixed-day.ts';
import { fixedSearches } from './fixed-searches.ts';
import { keepLimits } from './limits.ts';

const { values } = parseArgs({
  options: {
    check: { type: 'string' },
    timetable: { type: 'string' },
    export: { type: 'string' },
    date: { type: 'string', default: '2026-12-05' },
  },
});

/** The margin and the fee that a new installation opens with. */
const vat = { category: 'zero-rated', basisPoints: 0 } as const;
const rules: PricingRules = {
  version: 1,
  currency: 'AED',
  rules: [
    {
      id: 'markup',
      kind: 'markup',
      scope: { product: 'flight' },
      priority: 0,
      basisPoints: 300,
      flat: 0,
      floor: 1500,
      cap: 15_000,
      stacks: false,
    },
    {
      id: 'fee',
      kind: 'service-fee',
      scope: { product: 'flight' },
      priority: 0,
      basisPoints: 0,
      flat: 2000,
      floor: null,
      cap: null,
      stacks: false,
    },
  ],
  vat: Object.fromEntries(priceLineKinds.map((kind) => [kind, vat])) as PricingRules['vat'],
};

/** The bench sells on a fixed day, so that two runs do the same work. */
const today = dayNumber('2026-11-21');
const now = today * 86_400_000 + 8 * 3_600_000;
const pairsWanted = 500;
const rounds = 9;
/** Each is two exhaustive searches: so many pairs at most are tried there and back, and no more once this time is over. */
const returnsChecked = 12;
const returnsMs = 90_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

if (values.timetable) {
  benchFixedDay(values.timetable);
} else {
  await benchWorld();
}

async function benchWorld(): Promise<void> {
  const before = usedMegabytes();
  const opened = performance.now();
  const world = await openWorld();
  const { timetable } = world;
  const openMs = performance.now() - opened;
  if (values.export) {
    exportDay(timetable, values.date, values.export);
    return;
  }
  const withWorld = usedMegabytes();
  const indexed = performance.now();
  buildIndex(timetable, today - 1, salesDays + 1);
  const indexMs = performance.now() - indexed;
  const built = performance.now();
  const engine = buildEngine(world, today);
  const engineMs = performance.now() - built;

  const searches = fixedSearches(timetable.airports, today, pairsWanted);
  const minutes = Math.floor(now / 60_000);
  const oneWay = (search: FlightSearch) => {
    const found = searchJourney(engine, search, [], nothingSold, minutes);
    return found.ok ? journeyFacts(engine, search, found.journey, 'house') : [];
  };
  const page = (search: FlightSearch) => {
    const found = searchJourney(engine, search, [], nothingSold, minutes);
    if (!found.ok) return [];
    const set = houseOffers(engine, search, found.journey, nothingSold, now);
    const priced = priceFacts(set.facts, search, rules);
    countFacets(priced, {});
    return sortOffers(priced, 'best')
      .slice(0, 20)
      .map(({ at }) => set.offer(at));
  };
  const grid = (search: FlightSearch) => {
    const [out, back] = search.slices.map((slice) => sliceQuery(engine, search, slice, minutes)!);
    const days = (day: number) =>
      Array.from({ length: 7 }, (_, at) => day - 3 + at).filter((each) => each > today && each < today + salesDays);
    const pairs = days(out!.day).flatMap((going) => days(back!.day).map((coming) => [going, coming] as const));
    return lowestByDay(engine, search, [out!, back!], pairs, nothingSold);
  };
  const asReturn = (search: FlightSearch): FlightSearch => {
    const [out] = search.slices;
    const back = dateOfDay(Math.min(dayNumber(out!.date) + 7, today + salesDays - 1));
    return { ...search, slices: [out!, { from: out!.to, to: out!.from, date: back }] };
  };
  const returns = searches.map(asReturn);

  console.log(`World: ${timetable.count} weekly flights, ${timetable.airports.length} airports, opened in ${openMs.toFixed(0)} ms`);
  const figures = [
    measure('one-way, whole offer set', searches, oneWay),
    measure('one-way, facets and first 20 offers', searches, page),
    measure('return, whole list priced', returns, oneWay),
    measure('return, facets and first 20 offers', returns, page),
    measure('return, grid of 7 by 7 days', returns.slice(0, 100), grid),
  ];
  console.log('query                                   p50 ms   p99 ms   max ms   per second   options');
  for (const { name, p50, p99, max, perSecond, options } of figures) {
    console.log(
      `${name.padEnd(38)}${p50.toFixed(2).padStart(8)}${p99.toFixed(2).padStart(9)}${max.toFixed(2).padStart(9)}` +
        `${perSecond.toFixed(0).padStart(13)}${options.toFixed(1).padStart(10)}`,
    );
  }
  const total = usedMegabytes();
  console.log(
    `index build ${indexMs.toFixed(0)} ms; engine (index, fares, tables) ${engineMs.toFixed(0)} ms; ` +
      `memory: world ${(withWorld - before).toFixed(0)} MB, engine ${(total - withWorld).toFixed(0)} MB, ` +
      `process ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB resident`,
  );
  check(Number(values.check ?? 50));
  checkReturns(Math.min(Number(values.check ?? 50), returnsChecked));
  const [whole, , , returnPage] = figures;
  keepLimits([
    { what: whole!.name, figure: whole!.p50, unit: 'ms, p50', most: 3 },
    { what: whole!.name, figure: whole!.p99, unit: 'ms, p99', most: 12 },
    { what: returnPage!.name, figure: returnPage!.p99, unit: 'ms, p99', most: 30 },
    { what: 'index build', figure: indexMs, unit: 'ms', most: 1000 },
    { what: 'memory of the engine', figure: total - withWorld, unit: 'MB', most: 200 },
  ]);

  function check(wanted: number): void {
    if (wanted === 0) return;
    let itineraries = 0;
    const different: string[] = [];
    for (const search of searches.slice(0, wanted)) {
      const query = sliceQuery(engine, search, search.slices[0]!, minutes)!;
      const expected = exhaustiveSearch(engine.index, engine.model, query, nothingSold);
      const mine = candidateLines(engine.index, engine.search.search(query, nothingSold));
      itineraries += expected.length;
      if (mine.join('\n') !== expected.join('\n')) different.push(`${search.slices[0]!.from}-${search.slices[0]!.to}`);
    }
    console.log(
      `exhaustive search: ${wanted - different.length} of ${wanted} pairs give the same itineraries (${itineraries}) ${different.join(' ')}`,
    );
    if (different.length > 0) process.exitCode = 1;
  }

  /** There and back: the itineraries of both directions, and for each way there the price of its cheapest way back. */
  function checkReturns(wanted: number): void {
    if (wanted === 0) return;
    const until = performance.now() + returnsMs;
    let [pairs, journeys] = [0, 0];
    const different: string[] = [];
    for (const search of returns.slice(0, wanted)) {
      if (pairs > 0 && performance.now() > until) break;
      const [out, back] = search.slices.map((slice) => sliceQuery(engine, search, slice, minutes)!);
      const [there, home] = [out!, back!].map((query) => engine.search.search(query, nothingSold));
      const found = searchJourney(engine, search, [], nothingSold, minutes);
      const expected = exhaustiveReturns(engine.index, there!, home!, out!.party);
      const same =
        found.ok &&
        [...found.journey.matched.price].join() === expected.join() &&
        [[out!, there!] as const, [back!, home!] as const].every(
          ([query, set]) =>
            candidateLines(engine.index, set).join() === exhaustiveSearch(engine.index, engine.model, query, nothingSold).join(),
        );
      pairs += 1;
      journeys += expected.length;
      if (!same) different.push(`${search.slices[0]!.from}-${search.slices[0]!.to}`);
    }
    console.log(
      `exhaustive search there and back: ${pairs - different.length} of ${pairs} pairs give the same prices (${journeys} ways there) ${different.join(' ')}`,
    );
    if (different.length > 0) process.exitCode = 1;
  }
}

interface Figures {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly perSecond: number;
  readonly options: number;
}

/** Each query's median over the rounds, so that a pause of the machine is not taken for the query's own time. */
function measure<T>(name: string, searches: readonly FlightSearch[], run: (search: FlightSearch) => readonly T[]): Figures {
  let options = 0;
  for (let warm = 0; warm < 2; warm++) for (const search of searches) options += run(search).length;
  const times = searches.map(() => new Float64Array(rounds));
  const started = performance.now();
  for (let round = 0; round < rounds; round++) {
    searches.forEach((search, at) => {
      const from = performance.now();
      run(search);
      times[at]![round] = performance.now() - from;
    });
  }
  const perSecond = (searches.length * rounds * 1000) / (performance.now() - started);
  const medians = times.map((list) => list.sort()[rounds >> 1]!).sort((a, b) => a - b);
  return {
    name,
    p50: medians[medians.length >> 1]!,
    p99: medians[Math.floor(medians.length * 0.99)]!,
    max: medians.at(-1)!,
    perSecond,
    options: options / 2 / searches.length,
  };
}

function usedMegabytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
