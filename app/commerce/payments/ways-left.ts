import { refusedWay, type OfferedWays, type WayRefusal } from './payment-ways.ts';
import type { ProductKind } from '../product-contract.ts';

/**
 * What somebody can do where a way of paying is not offered: `credit-first` holds it and then uses credit, `credit-whole`
 * uses credit that covers it, `credit-account` needs an account with credit, `leave-credit` pays by card after all, `four` pays
 * it in four parts, `later` keeps it for days, `ask` writes to us.
 */
export type WayLeft = 'credit-first' | 'credit-whole' | 'credit-account' | 'leave-credit' | 'four' | 'later' | 'ask';

export interface WaysLeftFacts {
  readonly unoffered: WayRefusal;
  readonly order: { readonly kind: ProductKind; /** Minor units of AED. */ readonly total: number };
  /** Credit can be used on an order that is placed, by its owner's account: whether it covers what is due; null without an account. */
  readonly credit: { readonly covers: boolean } | 'not-placed' | null;
  /** It can be paid in four now. */
  readonly four: boolean;
  /** It can be kept for days now. */
  readonly later: boolean;
}

/** The ways that are left, the nearest first; writing to us is always one. */
export function waysLeft(ways: OfferedWays, { unoffered, order, credit, four, later }: WaysLeftFacts): readonly WayLeft[] {
  const left: WayLeft[] = [];
  if (unoffered === 'credit-off' || unoffered === 'credit-other-size') {
    if (!refusedWay(ways, 'card', order)) left.push('leave-credit');
  } else if (!refusedWay(ways, 'credit', order)) {
    if (credit === 'not-placed') left.push('credit-first');
    else if (credit === null) left.push('credit-account');
    else if (credit.covers) left.push('credit-whole');
  }
  if (four && (unoffered === 'card-off' || unoffered === 'card-other-size')) left.push('four');
  if (later) left.push('later');
  return [...left, 'ask'];
}
