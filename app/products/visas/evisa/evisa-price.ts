import { saleFacts, type SaleFacts } from '#app/commerce/pricing/policy.ts';
import { quote, type Charge, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import { money } from '#app/values/money.ts';
import type { VisaCountry, VisaSpeed, VisaType } from './evisa-offer.ts';

/** A printed copy brought to an address in the Emirates; fils, VAT included. */
export const courierFee = 3500;

export interface EvisaPurchase {
  readonly country: Pick<VisaCountry, 'code'>;
  readonly type: VisaType;
  readonly speed: VisaSpeed;
  /** The type of each traveller, by position. */
  readonly travellers: readonly string[];
  readonly courier: boolean;
}

/** What the authority gets and what is ours, each a line of its own. Nothing is hidden in the other. */
export function evisaCharges({ country, type, speed, travellers, courier }: EvisaPurchase): Charge[] {
  const everyone = travellers.map((_, index) => index);
  const facts = { visa: `${country.code} ${type.code} ${speed.code}`, country: country.code };
  const government = type.governmentFee + speed.governmentExtra;
  const service = type.serviceFee + speed.serviceExtra;
  const code = `${country.code}/${type.code}/${speed.code}`;
  return [
    { kind: 'government-fee', code, nameKey: 'price:line.government-fee', travellers: everyone, each: money(government, 'AED'), facts },
    { kind: 'visa-fee', code, nameKey: 'price:line.visa-fee', travellers: everyone, each: money(service, 'AED'), facts },
    ...(courier
      ? [{ kind: 'courier', code: country.code, nameKey: 'price:line.courier', travellers: [0], each: money(courierFee, 'AED') } as const]
      : []),
  ];
}

export function quoteEvisa(
  purchase: EvisaPurchase,
  rules: PricingRules,
  times: { quotedAt: string; expiresAt: string },
  known: SaleFacts = {},
): Quote {
  return quote({
    charges: evisaCharges(purchase),
    travellers: purchase.travellers,
    rules,
    facts: saleFacts('evisa', { country: purchase.country.code, item: purchase.type.code, ...known }),
    ...times,
  });
}
