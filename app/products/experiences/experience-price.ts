import { quote, type Charge, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import type { Money } from '#app/values/money.ts';
import { ageBandNames, type AgeBand, type AgeBandName, type ExperienceFacts } from './experience.ts';

/** How many persons of each age band. */
export type Party = Readonly<Partial<Record<AgeBandName, number>>>;

const bandsInOrder = (bands: readonly AgeBand[]) => bands.toSorted((a, b) => ageBandNames.indexOf(a.band) - ageBandNames.indexOf(b.band));

/** One charge per age band. Travellers stand in the order of the bands. */
export function experienceCharges(
  facts: Pick<ExperienceFacts, 'ageBands'>,
  party: Party,
): { travellers: AgeBandName[]; charges: Charge[] } {
  const travellers: AgeBandName[] = [];
  const charges: Charge[] = [];
  for (const { band, price } of bandsInOrder(facts.ageBands)) {
    const count = party[band] ?? 0;
    if (count === 0) continue;
    charges.push({
      kind: 'fare',
      code: band,
      nameKey: `experiences:bands.${band}`,
      travellers: Array.from({ length: count }, (_, index) => travellers.length + index),
      each: price,
    });
    travellers.push(...Array.from({ length: count }, () => band));
  }
  return { travellers, charges };
}

/** What a party pays in all, VAT included. `at` is the instant of asking, ISO. */
export function priceOfParty(facts: Pick<ExperienceFacts, 'ageBands' | 'country'>, party: Party, rules: PricingRules, at: string): Quote {
  return quote({
    ...experienceCharges(facts, party),
    rules,
    facts: { product: 'experience', country: facts.country },
    quotedAt: at,
    expiresAt: at,
  });
}

/** What one person of the first paying band pays: the price a card shows. */
export function priceFrom(facts: Pick<ExperienceFacts, 'ageBands' | 'country'>, rules: PricingRules, at: string): Money {
  const paying = bandsInOrder(facts.ageBands).find(({ price }) => price.amount > 0) ?? facts.ageBands[0]!;
  return priceOfParty(facts, { [paying.band]: 1 }, rules, at).total;
}
