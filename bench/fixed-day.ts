/*
 * The bare engine on one day of flights from a CSV file (flight,from,to,departUtcMinutes,arriveUtcMinutes), so that
 * other engines can be run on the same work: 60 minutes to connect, at most two changes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { dayNumber, weekday } from '#app/products/flights/engine/calendar.ts';
import { buildClocks, utcOf } from '#app/products/flights/engine/local-clocks.ts';
import type { Timetable } from '#app/products/flights/engine/timetable.ts';

const connect = 60;
const never = 0x3fffffff;

/** Flights grouped into routes, routes by either end; `best[i]`: earliest arrival among flights i and later of its route. */
interface Day {
  readonly airports: readonly string[];
  readonly busiest: readonly number[];
  readonly count: number;
  readonly departs: Int32Array;
  readonly best: Int32Array;
  readonly routeStart: Int32Array;
  readonly routeFrom: Int32Array;
  readonly outStart: Int32Array;
  readonly routeTo: Int32Array;
  readonly inStart: Int32Array;
  readonly inRoute: Int32Array;
}

interface Rows {
  readonly airports: string[];
  readonly from: number[];
  readonly to: number[];
  readonly departs: number[];
  readonly arrives: number[];
}

function readRows(file: string): Rows {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const known = new Map<string, number>();
  const airport = (code: string) => {
    const index = known.get(code) ?? known.size;
    known.set(code, index);
    return index;
  };
  const rows: Rows = { airports: [], from: [], to: [], departs: [], arrives: [] };
  for (const line of text.split('\n').slice(1)) {
    const [, from, to, departs, arrives] = line.trim().split(',');
    if (!from || !to) continue;
    rows.from.push(airport(from));
    rows.to.push(airport(to));
    rows.departs.push(Number(departs));
    rows.arrives.push(Number(arrives));
  }
  rows.airports.push(...known.keys());
  return rows;
}

function indexDay({ airports, from, to, departs, arrives }: Rows): Day {
  const count = from.length;
  const size = airports.length;
  // Route, departure and row in one exact integer, so that the sort is native.
  const latest = departs.reduce((most, minute) => Math.max(most, minute), 0) + 1;
  if (size * size * latest * count > Number.MAX_SAFE_INTEGER) throw new RangeError('The file holds more than this bench can index.');
  const order = Float64Array.from({ length: count }, (_, row) => ((from[row]! * size + to[row]!) * latest + departs[row]!) * count + row);
  order.sort();
  const sorted = Int32Array.from(order, (key) => key % count);
  const routeStart: number[] = [];
  const routeFrom: number[] = [];
  const routeTo: number[] = [];
  const leaves = new Int32Array(count);
  const best = new Int32Array(count);
  const outStart = new Int32Array(size + 1);
  const inStart = new Int32Array(size + 1);
  sorted.forEach((row, at) => {
    leaves[at] = departs[row]!;
    best[at] = arrives[row]!;
    const last = routeFrom.length - 1;
    if (routeFrom[last] === from[row] && routeTo[last] === to[row]) return;
    routeStart.push(at);
    routeFrom.push(from[row]!);
    routeTo.push(to[row]!);
    outStart[from[row]! + 1]!++;
    inStart[to[row]! + 1]!++;
  });
  routeStart.push(count);
  for (let route = 0; route < routeFrom.length; route++) {
    for (let at = routeStart[route + 1]! - 2; at >= routeStart[route]!; at--) best[at] = Math.min(best[at]!, best[at + 1]!);
  }
  for (let airport = 0; airport < size; airport++) {
    outStart[airport + 1]! += outStart[airport]!;
    inStart[airport + 1]! += inStart[airport]!;
  }
  const inRoute = new Int32Array(routeFrom.length);
  const next = inStart.slice();
  routeTo.forEach((airport, route) => (inRoute[next[airport]!++] = route));
  const flights = new Int32Array(size);
  for (const airport of from) flights[airport]!++;
  const busiest = airports.map((_, airport) => airport).sort((a, b) => flights[b]! - flights[a]! || (airports[a]! < airports[b]! ? -1 : 1));
  return {
    airports,
    busiest: busiest.slice(0, 300),
    count,
    departs: leaves,
    best,
    routeStart: Int32Array.from(routeStart),
    routeFrom: Int32Array.from(routeFrom),
    routeTo: Int32Array.from(routeTo),
    outStart,
    inStart,
    inRoute,
  };
}

/** First flight of a route that leaves at or after an instant. */
function flightFrom(day: Day, route: number, instant: number): number {
  let low = day.routeStart[route]!;
  let high = day.routeStart[route + 1]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (day.departs[middle]! < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

class DaySearch {
  readonly #day: Day;
  readonly #first: Int32Array;
  readonly #lastRoute: Int32Array;
  #twoLegs = new Int32Array(256);
  #threeLegs = new Int32Array(256);

  constructor(day: Day) {
    this.#day = day;
    this.#first = new Int32Array(day.airports.length).fill(never);
    this.#lastRoute = new Int32Array(day.airports.length).fill(-1);
  }

  /** Earliest arrival with one, two and three flights when leaving at or after `start`; only improvements, as [arrival, legs]. */
  earliest(from: number, to: number, start: number): [number, number][] {
    const day = this.#day;
    const first = this.#first;
    for (let route = day.outStart[from]!; route < day.outStart[from + 1]!; route++) {
      const at = flightFrom(day, route, start);
      if (at < day.routeStart[route + 1]!) first[day.routeTo[route]!] = day.best[at]!;
    }
    const direct = first[to]!;
    let oneStop = direct;
    for (let at = day.inStart[to]!; at < day.inStart[to + 1]!; at++) {
      const route = day.inRoute[at]!;
      oneStop = Math.min(oneStop, this.#ride(route, first[day.routeFrom[route]!]! + connect));
    }
    let twoStops = oneStop;
    for (let at = day.inStart[to]!; at < day.inStart[to + 1]!; at++) {
      const last = day.inRoute[at]!;
      const via = day.routeFrom[last]!;
      if (via === from) continue;
      let reach = never;
      for (let into = day.inStart[via]!; into < day.inStart[via + 1]!; into++) {
        const route = day.inRoute[into]!;
        const stop = day.routeFrom[route]!;
        const ready = first[stop]! + connect;
        if (ready < reach && stop !== from && stop !== to) reach = Math.min(reach, this.#ride(route, ready));
      }
      if (reach + connect < twoStops) twoStops = Math.min(twoStops, this.#ride(last, reach + connect));
    }
    for (let route = day.outStart[from]!; route < day.outStart[from + 1]!; route++) first[day.routeTo[route]!] = never;
    const answer: [number, number][] = [];
    if (direct < never) answer.push([direct, 1]);
    if (oneStop < direct) answer.push([oneStop, 2]);
    if (twoStops < oneStop) answer.push([twoStops, 3]);
    return answer;
  }

  #ride(route: number, ready: number): number {
    if (ready >= never) return never;
    const at = flightFrom(this.#day, route, ready);
    return at < this.#day.routeStart[route + 1]! ? this.#day.best[at]! : never;
  }

  /** Every journey of the day that no other beats in departure, arrival and legs together, as [departure, arrival, legs]. */
  wholeDay(from: number, to: number): [number, number, number][] {
    const day = this.#day;
    for (let at = day.inStart[to]!; at < day.inStart[to + 1]!; at++) this.#lastRoute[day.routeFrom[day.inRoute[at]!]!] = day.inRoute[at]!;
    const found: [number, number, number][] = [];
    for (let first = day.outStart[from]!; first < day.outStart[from + 1]!; first++) {
      const via = day.routeTo[first]!;
      const start = day.routeStart[first]!;
      const end = day.routeStart[first + 1]!;
      if (via === to) {
        for (let at = start; at < end; at++) found.push([day.departs[at]!, day.best[at]!, 1]);
        continue;
      }
      this.#fromVia(via, from, first, found);
    }
    for (let at = day.inStart[to]!; at < day.inStart[to + 1]!; at++) this.#lastRoute[day.routeFrom[day.inRoute[at]!]!] = -1;
    return paretoOf(found);
  }

  /** For each onward journey only the last flight that still catches it counts: earlier ones only wait longer. */
  #fromVia(via: number, from: number, first: number, found: [number, number, number][]): void {
    const day = this.#day;
    const start = day.routeStart[first]!;
    const end = day.routeStart[first + 1]!;
    if (end - start > this.#twoLegs.length) this.#grow(end - start);
    this.#twoLegs.fill(never, 0, end - start);
    this.#threeLegs.fill(never, 0, end - start);
    const ready = day.best[start]! + connect;
    const direct = this.#lastRoute[via]!;
    if (direct >= 0) {
      for (let at = flightFrom(day, direct, ready); at < day.routeStart[direct + 1]!; at++) {
        const catches = this.#lastBefore(start, end, day.departs[at]! - connect) - start;
        this.#twoLegs[catches] = Math.min(this.#twoLegs[catches]!, day.best[at]!);
      }
    }
    for (let middle = day.outStart[via]!; middle < day.outStart[via + 1]!; middle++) {
      const second = day.routeTo[middle]!;
      const last = this.#lastRoute[second]!;
      if (last < 0 || second === from) continue;
      for (let at = flightFrom(day, middle, ready); at < day.routeStart[middle + 1]!; at++) {
        const arrives = this.#ride(last, day.best[at]! + connect);
        if (arrives >= never) break;
        const catches = this.#lastBefore(start, end, day.departs[at]! - connect) - start;
        this.#threeLegs[catches] = Math.min(this.#threeLegs[catches]!, arrives);
      }
    }
    for (let at = 0; at < end - start; at++) {
      if (this.#twoLegs[at]! < never) found.push([day.departs[start + at]!, this.#twoLegs[at]!, 2]);
      if (this.#threeLegs[at]! < this.#twoLegs[at]!) found.push([day.departs[start + at]!, this.#threeLegs[at]!, 3]);
    }
  }

  /** The last flight of a route's range that has arrived by an instant; the first always has. */
  #lastBefore(start: number, end: number, instant: number): number {
    let low = start;
    let high = end - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#day.best[middle]! <= instant) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #grow(size: number): void {
    this.#twoLegs = new Int32Array(size * 2);
    this.#threeLegs = new Int32Array(size * 2);
  }
}

/** Drops what another journey beats: leaves no earlier, arrives no later, with no more flights. */
function paretoOf(journeys: [number, number, number][]): [number, number, number][] {
  journeys.sort((a, b) => b[0] - a[0] || a[2] - b[2] || a[1] - b[1]);
  const earliest = [never, never, never, never];
  return journeys.filter(([, arrives, legs]) => {
    for (let fewer = 1; fewer <= legs; fewer++) if (earliest[fewer]! <= arrives) return false;
    earliest[legs] = arrives;
    return true;
  });
}

/** The same by following every flight; for the check. */
function bruteForce(rows: Rows, from: number, to: number): [number, number, number][] {
  const out = new Map<number, number[]>();
  rows.from.forEach((airport, row) => out.set(airport, [...(out.get(airport) ?? []), row]));
  const found: [number, number, number][] = [];
  const walk = (airport: number, ready: number, start: number, legs: number) => {
    for (const row of out.get(airport) ?? []) {
      if (rows.departs[row]! < ready) continue;
      const leaves = legs === 0 ? rows.departs[row]! : start;
      const at = rows.to[row]!;
      if (at === to) found.push([leaves, rows.arrives[row]!, legs + 1]);
      else if (legs < 2 && at !== from) walk(at, rows.arrives[row]! + connect, leaves, legs + 1);
    }
  };
  walk(from, 0, 0, 0);
  return paretoOf(found);
}

/** Prints speed and memory of both questions over 500 fixed pairs of the 300 busiest airports, and checks 25 of them. */
export function benchFixedDay(file: string): void {
  const rows = readRows(file);
  const before = process.memoryUsage();
  const started = performance.now();
  const day = indexDay(rows);
  const search = new DaySearch(day);
  const buildMs = performance.now() - started;
  const bytes = Object.values(day).reduce((sum, part) => sum + (ArrayBuffer.isView(part) ? part.byteLength : 0), 0);
  let state = 500;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
  const pick = () => day.busiest[Math.floor(random() * day.busiest.length)]!;
  const queries: [from: number, to: number, start: number][] = [];
  while (queries.length < 500) {
    const [from, to] = [pick(), pick()];
    if (from !== to) queries.push([from, to, Math.floor(random() * 1440)]);
  }
  console.log(
    `${day.count} flights, ${day.airports.length} airports; index ${buildMs.toFixed(0)} ms, arrays ${(bytes / 1e6).toFixed(1)} MB`,
  );
  console.log('question            p50 ms   p99 ms   per second   answered');
  report('earliest arrival', ([from, to, start]) => search.earliest(from, to, start).length);
  report('whole day', ([from, to]) => search.wholeDay(from, to).length);
  const checked = queries.slice(0, 25);
  const equal = checked.filter(([from, to, start]) => {
    const all = bruteForce(rows, from, to);
    const later = bruteForceFrom(all, start);
    return (
      JSON.stringify(search.wholeDay(from, to)) === JSON.stringify(all) &&
      JSON.stringify(search.earliest(from, to, start)) === JSON.stringify(later)
    );
  });
  console.log(
    `exhaustive search: ${equal.length} of ${checked.length} pairs give the same answers; ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB resident (${((process.memoryUsage().heapUsed - before.heapUsed) / 1e6).toFixed(0)} MB heap more)`,
  );
  if (equal.length < checked.length) process.exitCode = 1;

  function report(name: string, run: (query: [number, number, number]) => number): void {
    for (let warm = 0; warm < 5; warm++) queries.forEach(run);
    let answered = 0;
    const begun = performance.now();
    const times = queries.map((query) => {
      const from = performance.now();
      if (run(query) > 0) answered++;
      return performance.now() - from;
    });
    const perSecond = (queries.length * 1000) / (performance.now() - begun);
    times.sort((a, b) => a - b);
    console.log(
      `${name.padEnd(18)}${times[250]!.toFixed(3).padStart(8)}${times[495]!.toFixed(3).padStart(9)}${perSecond.toFixed(0).padStart(13)}${`${answered}/500`.padStart(11)}`,
    );
  }
}

function bruteForceFrom(all: [number, number, number][], start: number): [number, number][] {
  const best = [never, never, never, never];
  for (const [departs, arrives, legs] of all) if (departs >= start) best[legs] = Math.min(best[legs]!, arrives);
  const answer: [number, number][] = [];
  let least = never;
  for (let legs = 1; legs <= 3; legs++) {
    if (best[legs]! < least) answer.push([(least = best[legs]!), legs]);
  }
  return answer;
}

/** Writes the flights that leave on one UTC day of a timetable, in the columns read above. */
export function exportDay(timetable: Timetable, date: string, file: string): void {
  const zones = [...new Set(timetable.airports.map(({ zone }) => zone))];
  const start = dayNumber(date);
  const clocks = buildClocks(zones, start - 2, 5);
  const lines = ['flight,from,to,departUtcMinutes,arriveUtcMinutes'];
  for (let row = 0; row < timetable.count; row++) {
    const from = timetable.airports[timetable.from[row]!]!;
    for (let day = start - 1; day <= start + 1; day++) {
      if ((timetable.days[row]! & (1 << weekday(day))) === 0) continue;
      const departs = utcOf(clocks, zones.indexOf(from.zone), day, timetable.departMinutes[row]!) - start * 1440;
      if (departs < 0 || departs >= 1440) continue;
      const flight = `${timetable.airlines[timetable.airline[row]!]!.code}${timetable.number[row]}`;
      lines.push(
        [flight, from.iata, timetable.airports[timetable.to[row]!]!.iata, departs, departs + timetable.blockMinutes[row]!].join(','),
      );
    }
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
  console.log(`${lines.length - 1} flights of ${date} (UTC) in ${file}`);
}
