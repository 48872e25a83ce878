import { firstCardPurpose } from './two-card-rules.ts';

/** With what the price of an order is reserved or paid, in the words of its traveller. `both`: a card and credit of the house. */
export type WayPaid = 'card' | 'two-cards' | 'four' | 'both' | 'credit';

interface Told {
  readonly purpose: string;
  readonly status: string;
  readonly method: string;
  readonly fate: 'take' | 'leave' | null;
  readonly amount: number;
}

/** `payments`: those of banks alone; `total`: its price in minor units. What no bank has of it is credit of the house. */
export function wayPaid(payments: readonly Told[], total: number): WayPaid {
  const byBank = payments.filter(({ status }) => status === 'requires_capture' || status === 'succeeded' || status === 'processing');
  const price = byBank.find(({ purpose }) => purpose === 'order');
  if (!price) return 'credit';
  if (price.method === 'four') return 'four';
  if (byBank.some(({ purpose, fate }) => purpose === firstCardPurpose && fate === 'take')) return 'two-cards';
  return price.amount < total ? 'both' : 'card';
}
