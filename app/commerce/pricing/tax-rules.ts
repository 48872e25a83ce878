import type { CalendarDate } from '#app/values/dates.ts';
import { priceLineKinds, type PriceLineKind, type PricingRules, type VatCategory } from './quote.ts';
import { standardRate } from './vat-of-place.ts';

/** What says its own treatment on each line, by where it is enjoyed: of these the setting gives the rate alone. */
const saidByLine = ['activity', 'stay', 'service-charge', 'tailor-made'] as const;
export type TaxedKind = Exclude<PriceLineKind, (typeof saidByLine)[number]>;
export const taxedKinds = priceLineKinds.filter((kind): kind is TaxedKind => !(saidByLine as readonly string[]).includes(kind));

/** How what is sold is taxed in the Emirates. */
export interface TaxTreatment {
  /** The standard rate; 500 is 5 %. */
  readonly standard: number;
  readonly kinds: Readonly<Record<TaxedKind, VatCategory>>;
}

/** What holds, and what will hold from a day of sale on, where a change is known ahead. */
export interface TaxSetting {
  readonly now: TaxTreatment;
  readonly next: (TaxTreatment & { readonly from: CalendarDate }) | null;
}

/** No rate of the Emirates is as high; documents from before places stood on their lines are told apart by it. */
export const highestRate = 1499;

export function treatmentOn({ now, next }: TaxSetting, day: CalendarDate): TaxTreatment {
  return next && next.from <= day ? next : now;
}

/** The same setting with a change that has begun standing as what holds now. */
export function withBegun({ now, next }: TaxSetting, today: CalendarDate): TaxSetting {
  if (!next || next.from > today) return { now, next };
  const { from: _, ...begun } = next;
  return { now: begun, next: null };
}

/** As the house was delivered: what the published rules say of each kind. */
export function deliveredTaxes(vat: PricingRules['vat']): TaxSetting {
  const kinds = Object.fromEntries(taxedKinds.map((kind) => [kind, vat[kind].category])) as Record<TaxedKind, VatCategory>;
  return { now: { standard: standardRate, kinds }, next: null };
}

/** The treatment of every kind of line; kinds that came later than the setting stay as the published rules have them. */
export function vatUnder(treatment: TaxTreatment, published: PricingRules['vat']): PricingRules['vat'] {
  const kinds: Partial<Record<PriceLineKind, VatCategory>> = treatment.kinds;
  return Object.fromEntries(
    priceLineKinds.map((kind) => {
      const category = kinds[kind] ?? published[kind].category;
      return [kind, { category, basisPoints: category === 'standard' ? treatment.standard : 0 }];
    }),
  ) as unknown as PricingRules['vat'];
}
