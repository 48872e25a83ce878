import { distanceKm } from './great-circle.ts';
import type { KnownAirport } from './known-airport.ts';
import { hashOf, mixHash, shareOf } from './seeded-hash.ts';
import type { SeedAirline, Service } from './seed-files.ts';

const feederReachKm = 1900;
const abroadReachKm = 1500;
const shortestGravityKm = 280;
const longestGravityKm = 2600;

/**
 * Fills the curated network up to the whole world, always with the same result: every scheduled airport without a
 * flight gets a feeder to the nearest bases of airlines at home there, then airlines whose full network is not
 * curated get the thinner links between their own airports that a gravity model expects.
 */
export function expandNetwork(
  curated: readonly Service[],
  airlines: ReadonlyMap<string, SeedAirline>,
  airports: ReadonlyMap<string, KnownAirport>,
  reachKm: (airline: SeedAirline) => number,
): Service[] {
  const feeders = feederServices(curated, airlines, airports, reachKm);
  const links = gravityServices(curated, airlines, airports, reachKm);
  return [...curated, ...feeders, ...links];
}

function feederServices(
  curated: readonly Service[],
  airlines: ReadonlyMap<string, SeedAirline>,
  airports: ReadonlyMap<string, KnownAirport>,
  reachKm: (airline: SeedAirline) => number,
): Service[] {
  const served = new Set<string>();
  const weight = new Map<string, number>();
  for (const { operator, airline, base, other, weekly } of curated) {
    served.add(base).add(other);
    const key = `${airline} ${operator} ${base}`;
    weight.set(key, (weight.get(key) ?? 0) + weekly);
  }
  const bases = new Map<string, Base[]>();
  for (const [key, weekly] of weight) {
    const [airline, operator, iata] = key.split(' ') as [string, string, string];
    const airport = airports.get(iata);
    const home = airlines.get(operator);
    if (weekly < 20 || !airport || !home) continue;
    const regional = home.fleet.some((type) => /^(AT|DH|CNC|SF3|E75|ERD|CR)/.test(type));
    const list = bases.get(airport.country) ?? [];
    list.push({ airline, operator, weekly, airport, reach: reachKm(home), regional });
    bases.set(airport.country, list);
  }
  const busy = [...new Set(curated.map((service) => service.base))].flatMap((iata) => airports.get(iata) ?? []);
  const abroad = [...bases.values()].flatMap((list) => list.filter((base) => base.weekly >= 60));
  const services: Service[] = [];
  for (const airport of airports.values()) {
    if (served.has(airport.iata) || !airport.scheduled || airport.size < 2) continue;
    if (busy.some((hub) => isNextTo(hub, airport))) continue;
    const base = nearest(airport, bases.get(airport.country) ?? [], feederReachKm) ?? nearest(airport, abroad, abroadReachKm);
    if (!base) continue;
    const weekly = airport.size === 3 ? 14 : 7;
    services.push({ airline: base.airline, operator: base.operator, base: base.airport.iata, other: airport.iata, weekly });
  }
  return services;
}

/** A field so near a base that its passengers go there by road. */
function isNextTo(hub: KnownAirport, airport: KnownAirport): boolean {
  return Math.abs(hub.latitude - airport.latitude) < 0.5 && distanceKm(hub, airport) < 50;
}

interface Base {
  readonly airline: string;
  readonly operator: string;
  readonly weekly: number;
  readonly airport: KnownAirport;
  readonly reach: number;
  readonly regional: boolean;
}

/** Regional airlines win over jets at a small field, near bases over far ones, big bases over small ones. */
function nearest(airport: KnownAirport, bases: readonly Base[], reachKm: number): Base | null {
  let best: Base | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const base of bases) {
    // A degree of latitude is 111 km; this spares most of the trigonometry.
    if (Math.abs(base.airport.latitude - airport.latitude) * 111 > reachKm) continue;
    const km = distanceKm(base.airport, airport);
    if (km < 40 || km > Math.min(reachKm, base.reach)) continue;
    const score = ((km + 150) * (base.regional ? 1 : 1.6)) / Math.log2(base.weekly + 4);
    if (score < bestScore) {
      bestScore = score;
      best = base;
    }
  }
  return best;
}

function gravityServices(
  curated: readonly Service[],
  airlines: ReadonlyMap<string, SeedAirline>,
  airports: ReadonlyMap<string, KnownAirport>,
  reachKm: (airline: SeedAirline) => number,
): Service[] {
  const mass = new Map<string, Map<string, number>>();
  const flown = new Map<string, Set<string>>();
  for (const { airline, operator, base, other, weekly } of curated) {
    const known = airlines.get(operator);
    if (!known || airline !== operator || !gravityCountries.has(known.country)) continue;
    const own = mass.get(operator) ?? new Map<string, number>();
    own.set(base, (own.get(base) ?? 0) + weekly).set(other, (own.get(other) ?? 0) + weekly);
    mass.set(operator, own);
    const routes = flown.get(operator) ?? new Set<string>();
    flown.set(operator, routes.add(base + other).add(other + base));
  }
  const services: Service[] = [];
  for (const [code, own] of mass) {
    const airline = airlines.get(code)!;
    const domestic = [...own]
      .filter(([iata]) => airports.get(iata)?.country === airline.country)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, 40);
    const seed = hashOf(code);
    const routes = flown.get(code)!;
    const reach = Math.min(longestGravityKm, reachKm(airline));
    const wanted: { pull: number; base: string; other: string }[] = [];
    for (let first = 0; first < domestic.length; first += 1) {
      for (let second = first + 1; second < domestic.length; second += 1) {
        const [base, baseMass] = domestic[first]!;
        const [other, otherMass] = domestic[second]!;
        if (routes.has(base + other)) continue;
        const km = distanceKm(airports.get(base)!, airports.get(other)!);
        if (km < shortestGravityKm || km > reach) continue;
        const luck = 0.6 + 0.8 * shareOf(mixHash(seed, hashOf(base + other)));
        wanted.push({ pull: (luck * Math.sqrt(baseMass * otherMass)) / (km + 600), base, other });
      }
    }
    wanted.sort((a, b) => b.pull - a.pull || (a.base + a.other < b.base + b.other ? -1 : 1));
    for (const { base, other } of wanted.slice(0, Math.floor(domestic.length * 1.2))) {
      services.push({ airline: code, operator: code, base, other, weekly: 4 });
    }
  }
  return services;
}

/** Large domestic markets whose point-to-point flights between secondary cities are not curated one by one. */
const gravityCountries = new Set([
  'CN',
  'US',
  'JP',
  'ID',
  'AU',
  'RU',
  'CA',
  'MX',
  'CO',
  'TH',
  'VN',
  'KR',
  'NO',
  'FR',
  'IT',
  'GB',
  'DE',
  'AR',
  'NZ',
  'ZA',
  'NG',
  'IR',
]);
