/** The purpose of a payment that is what a first card pays of an order: reserved alone, and taken only together with the rest. */
export const firstCardPurpose = 'first-card';

/** A card pays no less than this of an order, minor units, and no less than a tenth of it. */
const leastOnCard = 5_000;

/** The least that either of two cards pays; null where the sum is too small to be divided. Minor units. */
export function leastOf(due: number): number | null {
  const least = Math.max(leastOnCard, Math.ceil(due / 10));
  return due >= 2 * least ? least : null;
}

export type FirstCardFault = 'two-cards-amount' | 'two-cards-too-little' | 'two-cards-too-much' | 'two-cards-too-small';

/** What is wrong with a sum for the first card; null: the rest is for the second. Minor units. */
export function faultOfFirst(due: number, first: number | null): FirstCardFault | null {
  const least = leastOf(due);
  if (least === null) return 'two-cards-too-small';
  if (first === null || !Number.isSafeInteger(first)) return 'two-cards-amount';
  if (first < least) return 'two-cards-too-little';
  return first > due - least ? 'two-cards-too-much' : null;
}

/** Of a payment. */
interface Told {
  readonly purpose: string;
  readonly status: string;
  readonly fate: 'take' | 'leave' | null;
}

/** A first card's money that the bank holds while the rest is awaited. */
export function isWaitingForRest({ purpose, status, fate }: Told): boolean {
  return purpose === firstCardPurpose && status === 'requires_capture' && fate === null;
}

/** Pays the price of an order, or a part of it together with another card; money that only waits for the rest pays nothing yet. */
export function paysThePrice({ purpose, fate }: Omit<Told, 'status'>): boolean {
  return purpose === 'order' || (purpose === firstCardPurpose && fate === 'take');
}

/** Which of two cards a payment is of, or that it is paid in four, as the desk reads it; null where one card pays all of it. */
export function cardOf(payment: Told & { readonly method: string }): 'waiting' | 'first' | 'four' | null {
  if (payment.method === 'four') return 'four';
  return isWaitingForRest(payment) ? 'waiting' : payment.purpose === firstCardPurpose ? 'first' : null;
}

export interface Arrived {
  /** What the order asks for now. */
  readonly due: number;
  /** What the bank holds for it, on the page that just was paid. */
  readonly amount: number;
  /** What a first card holds; null where none does, or it is going back. */
  readonly first: number | null;
  /** What is put aside of the traveller's credit and can be spent. */
  readonly credit: number;
}

/**
 * Of what an order is paid when a bank holds money for it: by this payment alone, with credit, with the first card, or with
 * both. Null: it does not add up, and the money goes back.
 */
export function howPaid({ due, amount, first, credit }: Arrived): { readonly first: boolean; readonly credit: number } | null {
  const gap = due - amount;
  if (gap === 0) return { first: false, credit: 0 };
  if (first !== null && gap >= first && gap - first <= credit) return { first: true, credit: gap - first };
  return gap > 0 && gap <= credit ? { first: false, credit: gap } : null;
}
