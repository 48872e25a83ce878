import { quote, type Charge, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import { saleFacts, type SaleFacts } from '#app/commerce/pricing/policy.ts';
import { vatOfPlace } from '#app/commerce/pricing/vat-of-place.ts';
import { money, roundHalfUp, type Money } from '#app/values/money.ts';
import { ageBandNames, type AgeBand, type AgeBandName, type ExperienceFacts, type Party } from './experience.ts';
import type { ExperienceOption } from './slot-rules.ts';

const bandsInOrder = (bands: readonly AgeBand[]) => bands.toSorted((a, b) => ageBandNames.indexOf(a.band) - ageBandNames.indexOf(b.band));

/** What of the usual price a place costs: by the option, and by the start. */
export interface PriceShare {
  readonly option: Pick<ExperienceOption, 'key' | 'unit' | 'pricePercent'>;
  /** Of the option's price; 100 is as usual. */
  readonly slotPercent: number;
}

const usualShare: PriceShare = { option: { key: 'standard', unit: 'person', pricePercent: 100 }, slotPercent: 100 };

/** One charge per age band, or one for a whole group. Travellers stand in the order of the bands. */
export function experienceCharges(
  facts: Pick<ExperienceFacts, 'ageBands' | 'country'>,
  party: Party,
  { option, slotPercent }: PriceShare = usualShare,
  standardVat?: number,
): { travellers: AgeBandName[]; charges: Charge[] } {
  const travellers: AgeBandName[] = [];
  const charges: Charge[] = [];
  const share = (price: Money) => money(roundHalfUp((price.amount * option.pricePercent * slotPercent) / 10_000), price.currency);
  const vat = vatOfPlace(facts.country, standardVat);
  for (const { band, price } of bandsInOrder(facts.ageBands)) {
    const count = party[band] ?? 0;
    if (count === 0) continue;
    if (option.unit === 'person')
      charges.push({
        kind: 'activity',
        code: band,
        nameKey: `experiences:bands.${band}`,
        travellers: Array.from({ length: count }, (_, index) => travellers.length + index),
        each: share(price),
        facts: { traveller: band },
        vat,
      });
    travellers.push(...Array.from({ length: count }, () => band));
  }
  if (option.unit === 'group' && travellers.length > 0)
    charges.push({
      kind: 'activity',
      code: option.key,
      nameKey: `experiences:option.${option.key}`,
      travellers: [0],
      each: share(payingBand(facts).price),
      facts: { traveller: 'group' },
      vat,
    });
  return { travellers, charges };
}

/** `id` where it is known which one it is: rules may name it. */
type Priced = Pick<ExperienceFacts, 'ageBands' | 'country'> & { readonly id?: string };

/** What a party pays in all, VAT included. `at` and `until` are instants, ISO: of asking, and of the end of the price. */
export function priceOfParty(
  facts: Priced,
  party: Party,
  rules: PricingRules,
  at: string,
  share: PriceShare = usualShare,
  until: string = at,
  known: SaleFacts = {},
): Quote {
  return quote({
    ...experienceCharges(facts, party, share, rules.standardVat),
    rules,
    facts: saleFacts('experience', { country: facts.country, item: facts.id ?? null, ...known }),
    quotedAt: at,
    expiresAt: until,
  });
}

/** What one person of the first paying band pays: the price a card shows. */
export function priceFrom(facts: Priced, rules: PricingRules, at: string): Money {
  return priceOfParty(facts, { [payingBand(facts).band]: 1 }, rules, at).total;
}

function payingBand({ ageBands }: Pick<ExperienceFacts, 'ageBands'>): AgeBand {
  const inOrder = bandsInOrder(ageBands);
  return inOrder.find(({ price }) => price.amount > 0) ?? inOrder[0]!;
}
