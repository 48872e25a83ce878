/*
 * Compares the generated network with a reference list of real routes: `npm run world:calibrate -- FILE`, or
 * WORLD_REFERENCE=FILE. The file is CSV, plain or gzipped: airline,from,to,weekly,seats.
 */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { openWorld } from '#app/products/flights/world/open-world.server.ts';

const busiestPairs = 1000;
const wantedPairShare = 0.8;
const wantedWithin = 0.25;
const hubs = ['DXB', 'AUH', 'DOH', 'JED', 'RUH', 'MNL', 'IST', 'LHR', 'SIN', 'GRU', 'LIS'];

const file = process.argv[2] ?? process.env.WORLD_REFERENCE;
if (!file || !existsSync(file)) {
  console.log('world:calibrate skipped: give the reference routes as an argument or in WORLD_REFERENCE.');
  process.exit(0);
}

const started = performance.now();
const { timetable } = await openWorld();
const buildMs = Math.round(performance.now() - started);
const metroOf = new Map(timetable.airports.map((airport) => [airport.iata, airport.metro]));

interface Network {
  readonly pairs: Map<string, number>;
  readonly destinations: Map<string, Set<string>>;
  weekly: number;
}

const emptyNetwork = (): Network => ({ pairs: new Map(), destinations: new Map(), weekly: 0 });

function addRoute(network: Network, from: string, to: string, weekly: number): void {
  const pair = `${metroOf.get(from) ?? from} ${metroOf.get(to) ?? to}`;
  network.pairs.set(pair, (network.pairs.get(pair) ?? 0) + weekly);
  const served = network.destinations.get(from) ?? new Set();
  network.destinations.set(from, served.add(to));
  network.weekly += weekly;
}

const ours = emptyNetwork();
for (let row = 0; row < timetable.count; row += 1) {
  let weekly = 0;
  for (let days = timetable.days[row]!; days > 0; days >>= 1) weekly += days & 1;
  addRoute(ours, timetable.airports[timetable.from[row]!]!.iata, timetable.airports[timetable.to[row]!]!.iata, weekly);
}

const bytes = readFileSync(file);
const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
const reference = emptyNetwork();
for (const line of text.trim().split('\n').slice(1)) {
  const [, from, to, weekly] = line.split(',');
  addRoute(reference, from!, to!, Number(weekly));
}

const busiest = [...reference.pairs]
  .filter(([pair]) => pair.split(' ')[0] !== pair.split(' ')[1])
  .sort((a, b) => b[1] - a[1])
  .slice(0, busiestPairs);
const present = busiest.filter(([pair]) => ours.pairs.has(pair)).length / busiest.length;
console.log(`build ${buildMs} ms, version ${timetable.version}, ${timetable.count} patterns`);
console.log(`departures a day  ours ${Math.round(ours.weekly / 7)}  reference ${Math.round(reference.weekly / 7)}`);
console.log(`airports          ours ${ours.destinations.size}  reference ${reference.destinations.size}`);
console.log(`airlines          ours ${timetable.airlines.length}`);
console.log(`busiest ${busiestPairs} city pairs present: ${(present * 100).toFixed(1)} % (wanted ${wantedPairShare * 100} %)`);

let failed = present < wantedPairShare;
for (const hub of hubs) {
  const mine = ours.destinations.get(hub)?.size ?? 0;
  const theirs = reference.destinations.get(hub)?.size ?? 0;
  const off = mine / theirs - 1;
  if (Math.abs(off) > wantedWithin) failed = true;
  console.log(`${hub} destinations  ours ${mine}  reference ${theirs}  ${(off * 100).toFixed(0)} %`);
}
console.log(failed ? 'OUT OF RANGE' : 'within range');
process.exit(failed ? 1 : 0);
