import { deskDiscountOf, voucherOf } from '#app/commerce/pricing/apply-policy.ts';
import { getPricingVersion, keepingTaxes } from '#app/commerce/pricing/pricing-store.server.ts';
import type { PricingRules, Quote } from '#app/commerce/pricing/quote.ts';
import { saleChannels } from '#app/commerce/pricing/rule-scope.ts';
import type { Db } from '#app/platform/database.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import type { SaleTerms } from '../flight-price.ts';

/** The rules that a price was made by, with its policy, and what counts in it besides. */
export async function rulesOfQuote(db: Db, agreed: Quote): Promise<{ readonly rules: PricingRules; readonly terms: SaleTerms }> {
  const at = instant(Date.parse(agreed.quotedAt));
  const channel = saleChannels.find((one) => one === agreed.facts?.['channel']);
  const rules = await getPricingVersion(db, agreed.rulesVersion, at, agreed.policy?.number, channel);
  return {
    rules,
    terms: { promo: agreed.facts?.['promo'] ?? null, discount: deskDiscountOf(agreed.lines), voucher: voucherOf(agreed.lines) },
  };
}

/** The same for an order that was sold and is changed: its lines keep how they are taxed, what is added is taxed as of today. */
export async function rulesToChange(db: Db, now: Instant, sold: Quote): ReturnType<typeof rulesOfQuote> {
  const { rules, terms } = await rulesOfQuote(db, sold);
  return { rules: await keepingTaxes(db, now, rules, sold), terms };
}
