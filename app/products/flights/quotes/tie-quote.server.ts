import type { Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { FlightDraft } from '../booking/booking-draft.ts';
import { offerIdsOf } from '../booking/split-tickets.ts';
import { isOpenQuote } from './flight-quote-status.ts';
import {
  findFlightQuoteAsSystem,
  findTiedOption,
  lockFlightQuote,
  moveFlightQuote,
  noteOnFlightQuote,
  type FlightQuote,
} from './flight-quotes-store.server.ts';
import { lapseDiscounts } from './lapse-discounts.server.ts';
import { findStanding, moveInquiryOfQuote } from './work-flight-quote.server.ts';

/** The option of a quote that an order is placed for. */
export interface TiedQuote {
  readonly quoteId: string;
  readonly option: number;
}

export type TieRefusal = { readonly kind: 'closed' };

interface Tie {
  readonly kind: 'tie';
  readonly quote: FlightQuote;
  readonly option: number;
}

/**
 * Locks the quote that a booking was begun from: one order for each. Null: it was begun from none, or from one that is
 * over, and then it is an order like any other. `desk`: the clerk keeps the flights for the caller, sent or not.
 */
export async function lockTiedQuote(
  tx: Tx,
  platform: Pick<Platform, 'crypto' | 'clock'>,
  draft: Pick<FlightDraft, 'id' | 'booking'>,
  desk: TiedQuote | null,
): Promise<Tie | TieRefusal | null> {
  const option = desk ? null : await findTiedOption(tx, draft.id, offerIdsOf(draft.booking));
  const asked = desk ?? (option && { quoteId: option.quoteId, option: option.number });
  if (!asked) return null;
  const read = guardIsOff('quote-lock') ? findFlightQuoteAsSystem : lockFlightQuote;
  const quote = await read(tx, platform.crypto, asked.quoteId);
  if (!quote) return null;
  const standing = await findStanding(tx, quote, platform.clock.now());
  if (standing === 'accepted') return { kind: 'closed' };
  if (isOpenQuote(standing) || (desk && standing === 'draft')) return { kind: 'tie', quote, option: asked.option };
  return desk ? { kind: 'closed' } : null;
}

/** The quote has its order, and the inquiry it answers is won. */
export async function tieOrder(
  tx: Tx,
  platform: Pick<Platform, 'crypto' | 'clock' | 'jobs'>,
  { quote, option }: Tie,
  order: { readonly orderId: string; readonly reference: string },
  by: { readonly actor: 'staff' | 'customer'; readonly who: string },
): Promise<void> {
  const now = platform.clock.now();
  const told = { quote, who: by.who, with: { orderId: order.orderId, taken: option }, detail: order.reference };
  if (quote.status === 'accepted') await noteOnFlightQuote(tx, now, { ...told, event: 'accept-again' });
  else {
    const moved = await moveFlightQuote(tx, now, { ...told, event: 'accept', by: by.actor });
    if (!moved.ok) throw new Error(`Flight quote ${quote.id} was not accepted: ${moved.refused}`);
  }
  await lapseDiscounts(tx, now, quote, by.who, 'waiting');
  await moveInquiryOfQuote(tx, platform, quote, { event: 'win', by: by.actor, actor: by.who, detail: order.reference });
}
