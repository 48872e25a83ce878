import { money, type CurrencyCode, type Money } from '#app/values/money.ts';

/** The price of an order without what finance took off it: what its traveller pays in all. */
export function owedOf(order: { readonly total: number; readonly reduction: number; readonly currency: CurrencyCode }): Money {
  return money(order.total - order.reduction, order.currency);
}
