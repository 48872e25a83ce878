import type { OfferFacts } from '../search/offer-facts.ts';
import type { Offer } from '../offer.ts';
import type { FlightShopping, OfferSet, SupplierCall, SupplierOutcome, SupplierSearch } from './flight-supplier.ts';

/** A supplier that has not answered by then is left out; it never holds up the others. Milliseconds. */
export const supplierTimeout = 8_000;

export interface MergedOffers {
  /** Offers of all suppliers that have answered, equal flights once at the lower price. */
  readonly facts: readonly OfferFacts[];
  readonly asked: number;
  /** In the order of answering, failures included. */
  readonly answered: readonly SupplierReport[];
  offer(facts: OfferFacts): Offer;
  sliceKey(facts: OfferFacts): string;
}

export interface SupplierReport {
  readonly supplier: string;
  readonly outcome: 'ok' | 'refused' | 'unknown';
  readonly offers: number;
  /** Why there are none; for the log and the back office, not for travellers. */
  readonly reason: string | null;
}

/** Every source has said what it has, or that it has nothing: what is not there is not sold. */
export function isWhole({ asked, answered }: Pick<MergedOffers, 'asked' | 'answered'>): boolean {
  return answered.length === asked && answered.every(({ outcome }) => outcome !== 'unknown');
}

/**
 * Asks all suppliers at once and yields the merged list each time one has answered; the last one is complete.
 * Never throws for a supplier: an exception, a timeout or an answer that makes no sense is its own failure only.
 */
export async function* searchSuppliers(
  suppliers: readonly FlightShopping[],
  request: SupplierSearch,
  options: { readonly now: number; readonly timeout?: number },
): AsyncGenerator<MergedOffers, void, undefined> {
  const sets = new Map<string, OfferSet>();
  const reports: SupplierReport[] = [];
  const waiting = new Map(
    suppliers.map((supplier) => [supplier.code, askOne(supplier, request, options.now, options.timeout ?? supplierTimeout)]),
  );
  while (waiting.size > 0) {
    const { code, answer } = await Promise.race(waiting.values());
    waiting.delete(code);
    reports.push(reportOf(code, answer));
    if (answer.outcome === 'ok') sets.set(code, answer.value);
    yield mergeSets(suppliers, sets, [...reports]);
  }
}

/** Before any supplier has answered. */
export function noneYet(suppliers: readonly FlightShopping[]): MergedOffers {
  return mergeSets(suppliers, new Map(), []);
}

/** All answers at once, for pages that do not stream. */
export async function searchAllSuppliers(
  suppliers: readonly FlightShopping[],
  request: SupplierSearch,
  options: { readonly now: number; readonly timeout?: number },
): Promise<MergedOffers> {
  let last = noneYet(suppliers);
  for await (const merged of searchSuppliers(suppliers, request, options)) last = merged;
  return last;
}

type Answer = SupplierOutcome<OfferSet>;

async function askOne(
  supplier: FlightShopping,
  request: SupplierSearch,
  now: number,
  timeout: number,
): Promise<{ code: string; answer: Answer }> {
  return { code: supplier.code, answer: sensible(await answerInTime((call) => supplier.search(request, call), now, timeout)) };
}

/** What a supplier says; an exception, and silence until the time is over, are no answer. */
export async function answerInTime<T>(
  ask: (call: SupplierCall) => Promise<SupplierOutcome<T>>,
  now: number,
  timeout = supplierTimeout,
): Promise<SupplierOutcome<T>> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SupplierOutcome<T>>((resolve) => {
    timer = setTimeout(() => {
      stop.abort();
      resolve({ outcome: 'unknown', reason: 'timeout' });
    }, timeout);
  });
  try {
    return await Promise.race([ask({ now, signal: stop.signal }), late]);
  } catch (error) {
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

/** A price of nothing or a journey that ends before it starts is no answer. */
function sensible(answer: Answer): Answer {
  if (answer.outcome !== 'ok') return answer;
  const sound = answer.value.facts.every(
    ({ price, minutes, departsUtc, arrivesUtc }) => Number.isSafeInteger(price) && price > 0 && minutes > 0 && arrivesUtc > departsUtc,
  );
  return sound ? answer : { outcome: 'unknown', reason: 'nonsense in the answer' };
}

function reportOf(supplier: string, answer: Answer): SupplierReport {
  if (answer.outcome === 'ok') return { supplier, outcome: 'ok', offers: answer.value.facts.length, reason: null };
  if (answer.outcome === 'refused') return { supplier, outcome: 'refused', offers: 0, reason: answer.refused };
  return { supplier, outcome: 'unknown', offers: 0, reason: answer.reason };
}

function mergeSets(
  suppliers: readonly FlightShopping[],
  sets: ReadonlyMap<string, OfferSet>,
  answered: readonly SupplierReport[],
): MergedOffers {
  const setOf = (facts: OfferFacts) => sets.get(facts.supplier)!;
  return {
    facts: mergeFacts(suppliers.flatMap(({ code }) => sets.get(code) ?? [])),
    asked: suppliers.length,
    answered,
    offer: (facts) => setOf(facts).offer(facts.at),
    sliceKey: (facts) => setOf(facts).sliceKey(facts.at),
  };
}

function mergeFacts(sets: readonly OfferSet[]): readonly OfferFacts[] {
  const filled = sets.filter((set) => set.facts.length > 0);
  if (filled.length <= 1) return filled[0]?.facts ?? [];
  const byFlights = new Map<string, OfferFacts>();
  for (const set of filled) {
    for (const facts of set.facts) {
      const key = set.sliceKey(facts.at);
      const known = byFlights.get(key);
      if (!known || facts.price < known.price) byFlights.set(key, facts);
    }
  }
  return [...byFlights.values()].sort((a, b) => a.score - b.score);
}
