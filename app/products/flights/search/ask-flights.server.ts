import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import type { SaleChannel } from '#app/commerce/pricing/rule-scope.ts';
import type { Db } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import { minuteMs, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { formatSearch } from './flight-search-form.ts';
import { fareTotals, priceFacts, type ChosenFirst } from './facts-price.ts';
import type { PricedFacts } from './offer-facts.ts';
import { formatSliceKey, type FlightSearch } from '../offer.ts';
import { Circuits, leftAlone } from '../supplier/circuits.server.ts';
import type { FlightShopping, SupplierOutcome } from '../supplier/flight-supplier.ts';
import { answerInTime, isWhole, noneYet, searchSuppliers, type MergedOffers } from '../supplier/search-suppliers.server.ts';
import { pairKey } from './flex-pairs.ts';
import { KeptAnswers } from './kept-answers.ts';
import { PagePatience } from './page-patience.ts';

/** Filters and pages of one search ask again within seconds; a price is checked afresh when it is chosen anyway. */
const answersFor = 30_000;
const daysFor = 10 * minuteMs;
/** Pages read the pricing rules this often; what is chosen and paid is always priced by the rules of the moment. */
const rulesFor = 5_000;
/** Questions of one page that are open at a time, and how long one is waited for before the next is asked beside it. */
const mostAtOnce = 12;
const besideAfter = 20;
/** Why a source did not answer that a page no longer waits for. */
const givenUp = 'given-up';

export interface AskedFlights {
  /** What has come in so far: of one source at least, unless all are silent. */
  readonly offers: MergedOffers;
  /** All sources, once the last has answered or was given up; null when `offers` is already all. */
  readonly rest: Promise<MergedOffers> | null;
}

export interface LowestTotal {
  readonly total: Money | null;
  /** Every source has answered. Otherwise there may be a lower total, or one at all. */
  readonly whole: boolean;
}

/** The lowest totals by pair of days, and whether every source that has a calendar has answered. */
export interface PairTotals {
  readonly totals: ReadonlyMap<string, Money | null>;
  readonly whole: boolean;
}

/** Asks all sources of flights, and remembers what they said for a moment. One per process. */
export class FlightDesk {
  /** Behind their circuits. */
  readonly sources: readonly FlightShopping[];
  readonly circuits = new Circuits();
  readonly #answers = new KeptAnswers<MergedOffers>(60, answersFor);
  readonly #days = new KeptAnswers<{ readonly lowest: Money | null }>(4000, daysFor);

  readonly #pairs = new KeptAnswers<ReadonlyMap<string, Money | null>>(100, daysFor);
  readonly #rules = new KeptRead<PricingRules>(rulesFor);
  /** An answer is kept as long as its list is, by the rules of each channel; a change of the rules prices it again. */
  readonly #priced = new WeakMap<MergedOffers, WeakMap<PricingRules, readonly PricedFacts[]>>();

  constructor(sources: readonly FlightShopping[]) {
    this.sources = sources.map((source) => this.circuits.watch(source));
  }

  /** The pricing rules pages show prices by, at most five seconds old. */
  pricingRules(db: Db, now: Instant, channel: SaleChannel = 'web'): Promise<PricingRules> {
    return this.#rules.read(db, channel, now, () => getPricingRules(db, now, channel));
  }

  /** An answer's list as the customer pays it. */
  priced(offers: MergedOffers, search: FlightSearch, rules: PricingRules): readonly PricedFacts[] {
    const before = this.#priced.get(offers);
    const known = before?.get(rules);
    if (known) return known;
    const facts = priceFacts(offers.facts, search, rules, firstEnds(offers, search));
    const lists = before ?? new WeakMap<PricingRules, readonly PricedFacts[]>();
    this.#priced.set(offers, lists.set(rules, facts));
    return facts;
  }

  /** Changes when a page made of answers may have become untrue: seats sold or given back, rules published, a source lost or back. */
  async revision(db: Db, now: Instant): Promise<string> {
    const [rules, stock] = await Promise.all([this.pricingRules(db, now), this.#stockRevision(now)]);
    return `${rules.version} ${rules.day ?? ''} ${stock}`;
  }

  async #stockRevision(now: number): Promise<string> {
    const all = await Promise.all(this.sources.map((source) => source.revision?.({ now }) ?? ''));
    return `${all.join(' ')} ${this.circuits.states(now)}`;
  }

  /** Waits for the first source that answers, and up to `patienceMs` for the others. */
  async ask(search: FlightSearch, chosen: readonly string[], now: number, patienceMs = 300): Promise<AskedFlights> {
    let first: () => void = () => undefined;
    const firstIn = new Promise<null>((resolve) => (first = () => resolve(null)));
    const { all, latest } = await this.#begin(search, chosen, now, this.sources, first);
    const done = await inTime(all, patienceMs);
    if (done) return { offers: done, rest: null };
    // Where nobody answers there is nothing to begin with, and no rest.
    const silent = await Promise.race([all, firstIn]);
    return silent ? { offers: silent, rest: null } : { offers: latest(), rest: all };
  }

  /** What is in before the patience of a page is over. Sources that are not, are not asked by that page any more. */
  async askForPage(search: FlightSearch, now: number, page: PagePatience): Promise<AskedFlights> {
    const sources = this.sources.map((source) => (page.hasGivenUp(source.code) ? silenced(source) : source));
    const { all, latest } = await this.#begin(search, [], now, sources);
    const done = await inTime(all, page.left);
    if (done) return { offers: done, rest: null };
    const offers = latest();
    const heard = new Set(offers.answered.map(({ supplier }) => supplier));
    page.giveUp(sources.map(({ code }) => code).filter((code) => !heard.has(code)));
    return { offers, rest: all };
  }

  /** `onAnswer`: once a source has answered. `latest`: what is in so far. */
  async #begin(search: FlightSearch, chosen: readonly string[], now: number, sources: readonly FlightShopping[], onAnswer?: () => void) {
    const key = `${await this.#stockRevision(now)} ${formatSearch(search)} ${chosen.join(' ')}`;
    const before = this.#answers.find(key, now);
    if (before) return { all: Promise.resolve(before), latest: () => before };
    let latest = noneYet(sources);
    const all = (async () => {
      for await (const merged of searchSuppliers(sources, { search, chosen }, { now })) {
        latest = merged;
        if (merged.answered.some(({ outcome }) => outcome !== 'unknown')) onAnswer?.();
      }
      if (isComplete(latest)) this.#answers.keep(key, latest, now);
      return latest;
    })();
    return { all, latest: () => latest };
  }

  /** The lowest total of a search, as its page would show it; null without flights. Undefined: not known, or not yet. */
  knownLowest(search: FlightSearch, now: number): Money | null | undefined {
    return this.#days.find(formatSearch(search).toString(), now)?.lowest;
  }

  /**
   * The lowest total that is found; for a page, of what is in before its patience is over. Only what every source has
   * answered to is remembered, even where a page has not waited for it.
   */
  async askLowest(search: FlightSearch, rules: PricingRules, now: number, page?: PagePatience): Promise<LowestTotal> {
    const known = this.knownLowest(search, now);
    if (known !== undefined) return { total: known, whole: true };
    const lowest = (offers: MergedOffers): LowestTotal => {
      const total = lowestOf(this.priced(offers, search, rules), rules);
      const whole = isWhole(offers);
      if (whole) this.#days.keep(formatSearch(search).toString(), { lowest: total }, now);
      return { total, whole };
    };
    const { offers, rest } = await (page ? this.askForPage(search, now, page) : this.ask(search, [], now));
    if (!rest) return lowest(offers);
    const whole = rest.then(lowest);
    return page ? lowest(offers) : whole;
  }

  /** The same as one value: undefined where nothing was found and a source that did not answer may have something. */
  async lowest(search: FlightSearch, rules: PricingRules, now: number, page?: PagePatience): Promise<Money | null | undefined> {
    const { total, whole } = await this.askLowest(search, rules, now, page);
    return total ?? (whole ? null : undefined);
  }

  /**
   * The lowest total of each pair of days around a return, by `pairKey`, as the list of that pair would start at;
   * null without flights, absent where no source could say, or one that did not answer may have something.
   */
  async lowestOfPairs(search: FlightSearch, rules: PricingRules, now: number, page = new PagePatience()): Promise<PairTotals> {
    const key = formatSearch(search).toString();
    const known = this.#pairs.find(key, now);
    if (known) return { totals: known, whole: true };
    const answers = await Promise.all(
      this.sources.map((source) =>
        source.calendar
          ? heardInTime(
              answerInTime((call) => source.calendar!({ search, kind: 'flex' }, call), now),
              page.left,
            )
          : null,
      ),
    );
    const whole = answers.every((answer) => answer?.outcome !== 'unknown');
    const totalOf = fareTotals(search, rules);
    const lowest = new Map<string, Money | null>();
    // A place of several airports is told by its own code here: rules for one of them count in the list.
    const { from, to } = search.slices[0]!;
    for (const [at, answer] of answers.entries()) {
      const source = this.sources[at]!.code;
      for (const { date, returnDate, fares } of answer?.outcome === 'ok' ? answer.value : []) {
        const pair = pairKey(date, returnDate ?? '');
        let least = lowest.get(pair)?.amount ?? Infinity;
        for (const { validatingAirline: airline, country, family, fare } of fares) {
          const [index, families] = family ?? [0, 1];
          least = Math.min(least, totalOf({ airline, from, to, country, source, date }, fare, index, families));
        }
        lowest.set(pair, least === Infinity ? null : money(least, rules.currency));
      }
    }
    if (!whole) return { totals: new Map([...lowest].filter(([, total]) => total !== null)), whole };
    if (lowest.size > 0) this.#pairs.keep(key, lowest, now);
    return { totals: lowest, whole };
  }

  /**
   * The same for several searches of one page, which share its patience. One follows the other while answers come at
   * once, and other requests get their turn in between; what takes longer is waited for side by side.
   */
  async lowestOfEach(
    searches: readonly FlightSearch[],
    rules: PricingRules,
    now: number,
    page = new PagePatience(),
  ): Promise<(Money | null | undefined)[]> {
    const found = searches.map(() => undefined as Money | null | undefined);
    const open = new Set<Promise<void>>();
    for (const [at, search] of searches.entries()) {
      // A source that has rested is asked one question: the others wait for what comes of it.
      const alone = this.circuits.areTrying(now) && !page.isOver;
      const asked: Promise<void> = this.lowest(search, rules, now, page).then((lowest) => {
        found[at] = lowest;
        open.delete(asked);
      });
      open.add(asked);
      await (alone ? asked : inTime(asked, besideAfter));
      if (open.size >= mostAtOnce) await Promise.race(open);
      await new Promise((resume) => setImmediate(resume));
    }
    await Promise.all(open);
    return found;
  }
}

/** Undefined where it takes longer. */
async function inTime<T>(value: T | Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, milliseconds, undefined)));
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a source says before a page no longer waits for it; its circuit waits on. */
async function heardInTime<T>(answer: Promise<SupplierOutcome<T>>, milliseconds: number): Promise<SupplierOutcome<T>> {
  return (await inTime(answer, milliseconds)) ?? { outcome: 'unknown', reason: givenUp };
}

/** In the place of a source that a page waits for no more. */
function silenced(source: FlightShopping): FlightShopping {
  return { ...source, search: async () => ({ outcome: 'unknown', reason: givenUp }) };
}

/** Every source has said what it has, has said that it has nothing, or is being left alone and would say nothing now. */
function isComplete({ answered, asked }: MergedOffers): boolean {
  return answered.length === asked && answered.every(({ outcome, reason }) => outcome !== 'unknown' || reason === leftAlone);
}

/** Where the first direction begins and ends once it was chosen; null while it is the one being chosen. */
function firstEnds(offers: MergedOffers, search: FlightSearch): ChosenFirst | null {
  const option = offers.facts[0];
  if (!option || search.slices.length === 1) return null;
  const { slices, country } = offers.offer(option);
  const first = slices[0]!;
  const key = first.segments.map(({ airline, number, departs }) => ({ airline, number, date: departs.local.slice(0, 10) }));
  return formatSliceKey(key) === offers.sliceKey(option) ? null : { from: first.from, to: first.to, country, date: key[0]!.date };
}

function lowestOf(list: readonly PricedFacts[], rules: PricingRules): Money | null {
  let least = Infinity;
  for (const { price } of list) if (price < least) least = price;
  return least === Infinity ? null : money(least, rules.currency);
}
