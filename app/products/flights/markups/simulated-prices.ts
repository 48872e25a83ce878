import type { SimulatedSearch, Simulation } from '#app/commerce/pricing/pricing-drafts.tables.ts';
import { roundHalfUp } from '#app/values/money.ts';

/** One price by the live rules and by the draft, and what the suppliers ask of it; minor units. */
export interface TwicePriced {
  readonly live: number;
  readonly draft: number;
  readonly net: number;
}

/** From here on a rise is one that customers notice; minor units of AED. */
export const bigRise = 3_000;

/** What a search would cost after a change. */
export function simulatedSearch(id: string, prices: readonly TwicePriced[]): SimulatedSearch {
  const mean = (of: (price: TwicePriced) => number) =>
    prices.length === 0 ? 0 : roundHalfUp(prices.reduce((sum, price) => sum + of(price), 0) / prices.length);
  const least = (of: (price: TwicePriced) => number) => prices.reduce((low, price) => Math.min(low, of(price)), Infinity);
  return {
    id,
    prices: prices.length,
    changed: prices.filter(({ live, draft }) => live !== draft).length,
    lowest: prices.length === 0 ? null : [least(({ live }) => live), least(({ draft }) => draft)],
    mean: [mean(({ live }) => live), mean(({ draft }) => draft)],
    margin: [mean(({ live, net }) => live - net), mean(({ draft, net }) => draft - net)],
  };
}

/** All searches drawn together. */
export function summedUp(
  searches: readonly { readonly id: string; readonly prices: readonly TwicePriced[] }[],
  made: { readonly at: string; readonly by: string; readonly used: readonly string[] },
): Simulation {
  const all = searches.flatMap(({ prices }) => prices);
  return {
    ...made,
    prices: all.length,
    changed: all.filter(({ live, draft }) => live !== draft).length,
    risesBig: all.filter(({ live, draft }) => draft - live >= bigRise).length,
    difference: all.reduce((sum, { live, draft }) => sum + draft - live, 0),
    searches: searches.map(({ id, prices }) => simulatedSearch(id, prices)),
  };
}
