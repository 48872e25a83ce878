import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { Money } from '#app/values/money.ts';
import type { Passengers } from '../offer.ts';

export interface EachTraveller {
  readonly traveller: 'adult' | 'child' | 'infant';
  readonly count: number;
  readonly amount: Money;
}

/** The quote says what each traveller pays; those of one kind pay the same, adults first. */
export function perTraveller(price: Pick<Quote, 'perTraveller'>, { adults, children, infants }: Passengers): EachTraveller[] {
  const first = { adult: 0, child: adults, infant: adults + children };
  return (
    [
      ['adult', adults],
      ['child', children],
      ['infant', infants],
    ] as const
  ).flatMap(([traveller, count]) => (count > 0 ? [{ traveller, count, amount: price.perTraveller[first[traveller]]! }] : []));
}
