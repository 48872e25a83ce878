import type { Instant } from '#app/values/dates.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const flightQuoteStates = ['draft', 'sent', 'seen', 'accepted', 'withdrawn'] as const;
export type FlightQuoteState = (typeof flightQuoteStates)[number];
export type FlightQuoteEvent = 'send' | 'see' | 'accept' | 'withdraw';

/** A quote to a caller. That it has expired is read off its end and is no move. */
export const flightQuoteMachine: StatusTable<FlightQuoteState, FlightQuoteEvent, 'staff' | 'customer'> = {
  name: 'flight-quote',
  states: flightQuoteStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'send', to: 'sent', by: ['staff'] },
    { from: 'sent', event: 'see', to: 'seen', by: ['customer'] },
    // Whoever is still on the telephone may say yes before anything was sent.
    { from: 'draft', event: 'accept', to: 'accepted', by: ['staff'] },
    { from: ['sent', 'seen'], event: 'accept', to: 'accepted', by: ['customer', 'staff'] },
    { from: ['draft', 'sent', 'seen'], event: 'withdraw', to: 'withdrawn', by: ['staff'] },
  ],
};

/** How a quote stands for whoever looks at it. */
export const quoteStandings = ['draft', 'sent', 'seen', 'accepted', 'expired', 'withdrawn'] as const;
export type QuoteStanding = (typeof quoteStandings)[number];

/** `orderStands`: the order it became is not over; one that was not paid in time leaves the quote as open as its time. */
export function standingOf(
  quote: { readonly status: FlightQuoteState; readonly expiresAt: Date; readonly seenAt: Date | null },
  now: Instant,
  orderStands = true,
): QuoteStanding {
  if (quote.status === 'withdrawn' || (quote.status === 'accepted' && orderStands)) return quote.status;
  if (quote.expiresAt.getTime() <= now) return 'expired';
  return quote.status === 'accepted' ? (quote.seenAt ? 'seen' : 'sent') : quote.status;
}

/** Whether one of its options can be taken. */
export const isOpenQuote = (standing: QuoteStanding) => standing === 'sent' || standing === 'seen';
