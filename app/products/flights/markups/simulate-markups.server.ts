import { rulesOn } from '#app/commerce/pricing/kept-rules.ts';
import { findOpenDraft } from '#app/commerce/pricing/pricing-draft-store.server.ts';
import { findLiveVersion, getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { winners, type PricingRules } from '#app/commerce/pricing/quote.ts';
import { asksFor, saleChannels } from '#app/commerce/pricing/rule-scope.ts';
import { keepSimulation, type DraftRefusal } from '#app/commerce/pricing/work-pricing-draft.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import { soldFacts, priceFacts } from '../search/facts-price.ts';
import { ticketTypeAt } from '../fares/fare-rules.ts';
import type { Flights } from '../flights-context.ts';
import type { PricedFacts } from '../search/offer-facts.ts';
import type { FlightSearch } from '../offer.ts';
import type { FlightSample } from './flight-samples.tables.ts';
import { listSamples } from './flight-samples-store.server.ts';
import { summedUp, type TwicePriced } from './simulated-prices.ts';

/** The best of each list; the rest is hardly ever looked at. */
const mostPrices = 60;

/**
 * Prices the saved searches by the live rules and by the open draft, on the flights that are for sale now. The draft
 * is judged as of today: rules dated for later count when their day has come.
 */
export async function simulateMarkups(
  platform: Pick<Platform, 'db' | 'clock'>,
  flights: Flights,
  staffId: string,
): Promise<Outcome<string, DraftRefusal>> {
  const { db, clock } = platform;
  const draft = await findOpenDraft(db, 'flight');
  if (!draft) return refuse('no-draft');
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const [live, kept, samples] = await Promise.all([getPricingRules(db, now), findLiveVersion(db, now), listSamples(db)]);
  const others = kept.rules.filter((rule) => rule.scope.product !== 'flight');
  const next: PricingRules = { ...live, rules: rulesOn([...others, ...draft.rules], today) };
  // Where nothing depends on the channel, the prices of one are those of all.
  const channels = asksFor([...live.rules, ...next.rules], 'channel') ? saleChannels : (['web'] as const);
  const used = new Set<string>();
  const searches: { id: string; prices: TwicePriced[] }[] = [];
  for (const sample of samples) {
    const search = searchOf(sample, today);
    const asked = await flights.desk.ask(search, [], now);
    const offers = asked.rest ? await asked.rest : asked.offers;
    const best = offers.facts.toSorted((a, b) => a.score - b.score).slice(0, mostPrices);
    const prices = channels.flatMap((channel) => {
      const after = priceFacts(best, search, { ...next, channel });
      return priceFacts(best, search, { ...live, channel }).map((facts, at): TwicePriced => {
        for (const id of rulesOf(facts, search, { ...next, channel })) used.add(id);
        return { live: facts.price, draft: after[at]!.price, net: facts.fares[facts.shown]!.party };
      });
    });
    searches.push({ id: sample.id, prices });
    // Customers' requests get their turn between two searches.
    await new Promise((resume) => setImmediate(resume));
  }
  const made = { at: new Date(now).toISOString(), by: `staff:${staffId}`, used: [...used].toSorted() };
  return keepSimulation(platform, { draft, simulation: summedUp(searches, made) });
}

function rulesOf(
  { validatingAirline: airline, from, to, country, supplier: source, shown, fares }: PricedFacts,
  search: FlightSearch,
  rules: PricingRules,
): string[] {
  const journey = { airline, from, to, country, source, date: search.slices[0]!.date };
  const facts = soldFacts(journey, search.cabin, rules, ticketTypeAt(shown, fares.length));
  return (['adult', 'child', 'infant'] as const).flatMap((traveller) =>
    (['markup', 'service-fee'] as const).flatMap((kind) => winners(rules.rules, kind, { ...facts, traveller }).map(({ id }) => id)),
  );
}

function searchOf(sample: FlightSample, today: CalendarDate): FlightSearch {
  const { fromCode: from, toCode: to, nights, cabin, adults, children } = sample;
  const date = addDays(today, sample.daysAhead);
  const back = nights === null ? [] : [{ from: to, to: from, date: addDays(date, nights) }];
  return { slices: [{ from, to, date }, ...back], passengers: { adults, children, infants: 0 }, cabin, maxStops: 2 };
}
