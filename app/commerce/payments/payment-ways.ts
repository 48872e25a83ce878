import { productKinds, type ProductKind } from '../product-contract.ts';

/**
 * How an order that is not paid yet can be paid: on the bank's page, with credit of the house, later (kept for days first),
 * in parts where the traveller may choose them, with two cards, or in four parts that the provider collects while it owes us
 * the whole. What is owed on an order that stands is taken whatever is offered now.
 */
export const paymentWays = ['card', 'credit', 'later', 'parts', 'two-cards', 'four'] as const;
export type PaymentWay = (typeof paymentWays)[number];

/** What each way exists for; the shop offers it for these or for fewer. */
export const kindsOfWay: Readonly<Record<PaymentWay, readonly ProductKind[]>> = {
  card: productKinds,
  credit: productKinds,
  later: ['flight'],
  parts: ['holiday'],
  'two-cards': productKinds,
  four: productKinds,
};

export interface OfferedWay {
  /** What it is offered for, in the order of `productKinds`; empty: switched off. */
  readonly kinds: readonly ProductKind[];
  /** The smallest and the largest order it pays, minor units of AED; null where any will do. */
  readonly least: number | null;
  readonly most: number | null;
}
export type OfferedWays = Readonly<Record<PaymentWay, OfferedWay>>;

/** As the house is delivered: everything that exists, within what who collects in four parts lends as a rule. */
export const deliveredWays: OfferedWays = {
  card: { kinds: kindsOfWay.card, least: null, most: null },
  credit: { kinds: kindsOfWay.credit, least: null, most: null },
  later: { kinds: kindsOfWay.later, least: null, most: null },
  parts: { kinds: kindsOfWay.parts, least: null, most: null },
  'two-cards': { kinds: kindsOfWay['two-cards'], least: null, most: null },
  four: { kinds: kindsOfWay.four, least: 1_000, most: 500_000 },
};

/** Ways that end with the money here: what is sold keeps one of them. Four parts need the agreement of who collects them. */
const endingWays = ['card', 'credit'] as const satisfies readonly PaymentWay[];

/** What could not be paid in any way. */
export function kindsWithoutWay(ways: OfferedWays): readonly ProductKind[] {
  return productKinds.filter((kind) => !endingWays.some((way) => ways[way].kinds.includes(kind)));
}

export type WayRefusal<Way extends PaymentWay = PaymentWay> = `${Way}-off` | `${Way}-other-size`;

/** Why an order is not paid this way: not offered for what it is, or not for its price. Null: it is. */
export function refusedWay<Way extends PaymentWay>(
  ways: OfferedWays,
  way: Way,
  order: { readonly kind: ProductKind; /** Minor units of AED. */ readonly total: number },
): WayRefusal<Way> | null {
  const { kinds, least, most } = ways[way];
  if (!kinds.includes(order.kind)) return `${way}-off`;
  return order.total < (least ?? 0) || order.total > (most ?? Infinity) ? `${way}-other-size` : null;
}
