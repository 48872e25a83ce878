import type { StatusTable } from '#app/values/status-table.ts';

export const quoteDiscountStates = ['asked', 'granted', 'refused', 'withdrawn', 'lapsed'] as const;
export type QuoteDiscountState = (typeof quoteDiscountStates)[number];
export type QuoteDiscountEvent = 'grant' | 'refuse' | 'withdraw' | 'lapse';

/** A discount on an option. `system` grants what is within the limit of whoever asks, and ends what its quote outlived. */
export const quoteDiscountMachine: StatusTable<QuoteDiscountState, QuoteDiscountEvent, 'clerk' | 'approver' | 'system'> = {
  name: 'quote-discount',
  states: quoteDiscountStates,
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'grant', to: 'granted', by: ['approver', 'system'] },
    { from: 'asked', event: 'refuse', to: 'refused', by: ['approver'] },
    { from: ['asked', 'granted'], event: 'withdraw', to: 'withdrawn', by: ['clerk'] },
    { from: ['asked', 'granted'], event: 'lapse', to: 'lapsed', by: ['system'] },
  ],
};
