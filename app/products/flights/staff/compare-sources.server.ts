import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money, type Money } from '#app/values/money.ts';
import { priceFacts } from '../search/facts-price.ts';
import type { Flights } from '../flights-context.ts';
import type { FlightSearch, Offer } from '../offer.ts';
import { searchAllSuppliers, type SupplierReport } from '../supplier/search-suppliers.server.ts';

const mostRows = 40;
const mostRaw = 3;

export interface SourceAnswer extends SupplierReport {
  readonly milliseconds: number;
  /** The first offers as they came, for reading. */
  readonly raw: string;
}

export interface ComparedFlight {
  /** Flights on their dates, such as EK7-20270209. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly stops: number;
  readonly minutes: number;
  /** By source code: what it asks, and what a customer would pay for it. */
  readonly prices: Readonly<Record<string, { readonly net: Money; readonly total: Money }>>;
  readonly cheapest: string;
  /** The id of the offer that is cheapest, for asking what its price is made of. */
  readonly offer: string;
}

export interface Comparison {
  readonly sources: readonly SourceAnswer[];
  readonly flights: readonly ComparedFlight[];
  /** How many flights there are in all. */
  readonly found: number;
}

/** Asks each source by itself, so that what one says is not hidden by what another says cheaper; nothing is remembered. */
export async function compareSources(
  platform: Pick<Platform, 'db' | 'clock'>,
  flights: Flights,
  search: FlightSearch,
): Promise<Comparison> {
  const rules = await getPricingRules(platform.db, platform.clock.now());
  const rows = new Map<string, Omit<ComparedFlight, 'offer'>>();
  const offers = new Map<string, () => string>();
  const sources: SourceAnswer[] = [];
  for (const source of flights.desk.sources) {
    const began = performance.now();
    const answer = await searchAllSuppliers([source], { search, chosen: [] }, { now: platform.clock.now() });
    const milliseconds = Math.round(performance.now() - began);
    const first = answer.facts.slice(0, mostRaw).map((facts): Offer => answer.offer(facts));
    sources.push({ ...answer.answered[0]!, milliseconds, raw: JSON.stringify(first, null, 1) });
    for (const facts of priceFacts(answer.facts, search, rules)) {
      const key = answer.sliceKey(facts);
      const net = money(facts.fares[facts.shown]!.party, rules.currency);
      const total = money(facts.price, rules.currency);
      const before = rows.get(key);
      const cheapest = before && before.prices[before.cheapest]!.total.amount <= total.amount ? before.cheapest : source.code;
      if (cheapest === source.code) offers.set(key, () => answer.offer(facts).id);
      const { from, to, stops, minutes } = facts;
      rows.set(key, { key, from, to, stops, minutes, prices: { ...before?.prices, [source.code]: { net, total } }, cheapest });
    }
  }
  const least = (row: Omit<ComparedFlight, 'offer'>) => row.prices[row.cheapest]!.total.amount;
  // What several sources sell is what a comparison is for; then the cheapest.
  const sorted = [...rows.values()].sort((a, b) => Object.keys(b.prices).length - Object.keys(a.prices).length || least(a) - least(b));
  const shown = sorted.slice(0, mostRows).map((row) => ({ ...row, offer: offers.get(row.key)!() }));
  return { sources, flights: shown, found: rows.size };
}
