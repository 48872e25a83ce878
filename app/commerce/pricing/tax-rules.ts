import type { CalendarDate } from '#app/values/dates.ts';
import { sumMoney } from '#app/values/money.ts';
import { isShareOf, vatOf } from './kept-taxes.ts';
import {
  priceLineKinds,
  vatWithin,
  type PriceLine,
  type PriceLineKind,
  type PricingRules,
  type Quote,
  type VatCategory,
  type VatRule,
} from './quote.ts';
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

/** The same price for the same things, taxed otherwise; the quote itself where nothing of it is. */
export function taxedBy(agreed: Quote, treatment: TaxTreatment): Quote {
  const kinds: Partial<Record<PriceLineKind, VatCategory>> = treatment.kinds;
  const ofOwn = (line: PriceLine): VatRule => {
    // What another country taxes it goes on taxing.
    if (line.vatPlace) return vatOf(line);
    const category = kinds[line.kind] ?? line.vatCategory;
    return { category, basisPoints: category === 'standard' ? treatment.standard : 0 };
  };
  const ofShare = (line: PriceLine): VatRule => {
    const whole = agreed.lines.find((one) => !isShareOf(one) && one.kind === line.facts['on'] && sameVat(vatOf(one), vatOf(line)));
    return whole ? ofOwn(whole) : vatOf(line);
  };
  const lines = agreed.lines.map((line): PriceLine => {
    const { category, basisPoints } = isShareOf(line) ? ofShare(line) : ofOwn(line);
    if (category === line.vatCategory && basisPoints === line.vatBasisPoints) return line;
    return { ...line, vat: vatWithin(line.amount, basisPoints), vatCategory: category, vatBasisPoints: basisPoints };
  });
  if (lines.every((line, at) => line === agreed.lines[at])) return agreed;
  return {
    ...agreed,
    lines,
    vatTotal: sumMoney(
      lines.map(({ vat }) => vat),
      agreed.currency,
    ),
  };
}

const sameVat = (one: VatRule, other: VatRule) =>
  one.category === other.category && one.basisPoints === other.basisPoints && one.place === other.place;
