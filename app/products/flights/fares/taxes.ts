import { money } from '#app/values/money.ts';
import type { TaxLine } from '../offer.ts';
import { seedRows } from '../world/seed-files.ts';

/*
 * Airport taxes and charges of one adult by country, as lines and as plain numbers for the search. Amounts are whole
 * dirhams, never marked up. Source of the amounts: published tariffs, rounded; the house's own table, kept by staff.
 */

type TaxedMoment = 'departure' | 'transfer' | 'arrival';

interface Tax {
  readonly code: string;
  readonly nameKey: string;
  readonly fils: number;
}

export interface TaxTable {
  /** Taxes by "country moment domestic|international". */
  readonly byPlace: ReadonlyMap<string, readonly Tax[]>;
  /** Every name key that can appear on a line. */
  readonly nameKeys: readonly string[];
}

const everywhere = '*';
const moments: readonly TaxedMoment[] = ['departure', 'transfer', 'arrival'];

/** Reads seeds/world/taxes.csv; throws on an amount that is not a number. */
export function readTaxes(text: string): TaxTable {
  const byPlace = new Map<string, Tax[]>();
  const nameKeys = new Set<string>();
  for (const [country, when, flights, code, name, dirhams] of seedRows(text)) {
    const fils = Number(dirhams) * 100;
    if (!Number.isSafeInteger(fils)) throw new RangeError(`Tax ${code} of ${country} has no amount`);
    const nameKey = `fares:tax.${name}`;
    nameKeys.add(nameKey);
    for (const scope of flights === 'all' ? ['domestic', 'international'] : [flights!]) {
      const key = `${country} ${when} ${scope}`;
      byPlace.set(key, [...(byPlace.get(key) ?? []), { code: code!, nameKey, fils }]);
    }
  }
  return { byPlace, nameKeys: [...nameKeys] };
}

function taxesAt(table: TaxTable, country: string, moment: TaxedMoment, domestic: boolean): readonly Tax[] {
  const scope = domestic ? 'domestic' : 'international';
  const own = table.byPlace.get(`${country} ${moment} ${scope}`);
  if (own) return own;
  // A country with any row of its own is complete; only unknown countries use the common line.
  const listed = moments.some((when) => ['domestic', 'international'].some((kind) => table.byPlace.has(`${country} ${when} ${kind}`)));
  return (listed ? undefined : table.byPlace.get(`${everywhere} ${moment} ${scope}`)) ?? [];
}

/** Taxes of one adult, fils, for starting, changing or ending one slice in a country; `domestic`: both its ends there. */
export function taxFils(table: TaxTable, country: string, moment: TaxedMoment, domestic: boolean): number {
  return taxesAt(table, country, moment, domestic).reduce((sum, tax) => sum + tax.fils, 0);
}

/**
 * Tax lines of one adult for one slice: departure in the first country, transfers in between, arrival in the last.
 * Equal codes are added up; the sum is exactly that of `taxFils` over the same places.
 */
export function taxLines(table: TaxTable, from: string, transfers: readonly string[], to: string): readonly TaxLine[] {
  let known = knownLines.get(table);
  if (!known) knownLines.set(table, (known = new Map()));
  const key = `${from} ${transfers.join()} ${to}`;
  let lines = known.get(key);
  if (!lines) {
    if (known.size >= mostKnown) known.clear();
    known.set(key, (lines = addUp(table, from, transfers, to)));
  }
  return lines;
}

/** A table never changes, and a list of flights asks for the same few countries again and again. */
const knownLines = new WeakMap<TaxTable, Map<string, readonly TaxLine[]>>();
const mostKnown = 2000;

function addUp(table: TaxTable, from: string, transfers: readonly string[], to: string): TaxLine[] {
  const domestic = from === to;
  const lines = new Map<string, Tax>();
  const add = (tax: Tax) => {
    const before = lines.get(tax.code + tax.nameKey);
    lines.set(tax.code + tax.nameKey, before ? { ...before, fils: before.fils + tax.fils } : tax);
  };
  taxesAt(table, from, 'departure', domestic).forEach(add);
  for (const country of transfers) taxesAt(table, country, 'transfer', domestic).forEach(add);
  taxesAt(table, to, 'arrival', domestic).forEach(add);
  return [...lines.values()].map(({ code, nameKey, fils }) => ({ code, nameKey, amount: money(fils, 'AED') }));
}

export interface AirportTaxes {
  /** Fils by airport index. */
  readonly departure: Int32Array;
  readonly transfer: Int32Array;
  readonly arrival: Int32Array;
}

/** The same as arrays over airports, once for international and once for domestic slices. */
export function airportTaxes(table: TaxTable, countries: readonly string[], domestic: boolean): AirportTaxes {
  const column = (moment: TaxedMoment) => Int32Array.from(countries, (country) => taxFils(table, country, moment, domestic));
  return { departure: column('departure'), transfer: column('transfer'), arrival: column('arrival') };
}
