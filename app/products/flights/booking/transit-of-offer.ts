import type { PassportChoice } from '#app/commerce/customers/passport-choice.ts';
import type { AnswerTransit, TransitAnswer, TransitNeed } from '#app/commerce/trip-line/transit-rules-context.ts';
import type { OfferFacts } from '../search/offer-facts.ts';
import type { Layover } from '../offer.ts';

/*
 * What changes of flights ask of one passport. Facts of a list know only that some stop is left for the country, not
 * which: then each of them counts by the graver of its two answers.
 */

/** Judges stops for a passport, by the countries of airports. */
export interface TransitJudge {
  /** Null: nothing to pass through, as in the country one flies to. */
  layover(stop: Pick<Layover, 'airport' | 'airportChange' | 'selfTransfer'>, ends: Ends): TransitAnswer | null;
  /** Of all stops of a direction together; a direct flight is free. */
  offer(facts: Pick<OfferFacts, 'via' | 'airportChange' | 'selfTransfer' | 'from' | 'to'>): TransitNeed;
}

interface Ends {
  readonly from: string;
  readonly to: string;
}

const gravity: readonly TransitNeed[] = ['free', 'unknown', 'needed'];
const gravest = (needs: readonly TransitNeed[]): TransitNeed => gravity.findLast((need) => needs.includes(need)) ?? 'free';
const unread: TransitAnswer = { need: 'unknown', because: null, source: null, checkedOn: null };

export function transitJudge(
  answer: AnswerTransit,
  whom: PassportChoice,
  countryOf: (airport: string) => string | null,
): TransitJudge | null {
  const { nationality: passport, residence } = whom;
  if (!passport) return null;
  const ask = (airport: string, ends: Ends, enters: boolean): TransitAnswer | null => {
    const [country, from, to] = [countryOf(airport), countryOf(ends.from), countryOf(ends.to)];
    return country && from && to ? answer({ passport, residence, country, from, to, enters }) : unread;
  };
  return {
    layover: ({ airport, airportChange, selfTransfer }, ends) => ask(airport, ends, airportChange || selfTransfer),
    offer: ({ via, airportChange, selfTransfer, from, to }) =>
      gravest(
        via.flatMap((airport) =>
          (airportChange || selfTransfer ? [false, true] : [false]).map((enters) => ask(airport, { from, to }, enters)?.need ?? 'free'),
        ),
      ),
  };
}
