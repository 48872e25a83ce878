import type { Viewer } from '#app/platform/access.ts';
import type { RequestFacts } from '#app/platform/request-context.ts';
import { money, type Money } from '#app/values/money.ts';
import { changeDraft, keepAgreedPrice } from './booking-draft-store.server.ts';
import { choiceKey } from './booking-draft.ts';
import type { PriceChangeView } from './booking-view.ts';
import type { OpenBooking } from './open-booking.server.ts';
import { agreedTo } from './price-rise-rules.ts';
import { shownChanges } from './price-rise.tsx';
import { checkSegmentSeats, seatsOn, withSeat } from '../seats/choose-seats.ts';
import type { PlaceRefusal } from '../order/flight-order.ts';
import { quoteContracts, segmentsOf } from '../flight-price.ts';
import { placeFlightOrder } from '../order/place-flight-order.server.ts';
import type { SeatProblem } from '../seats/seat-rules.ts';

/** How the last step ended, as its page shows it. */
export type FinishOutcome =
  | { readonly kind: 'placed'; readonly orderId: string; readonly reference: string }
  /** What was chosen with this very press costs more than the page said: show the new total first. */
  | { readonly kind: 'look-again' }
  | {
      readonly kind: 'seats';
      readonly problems: readonly { readonly passenger: number; readonly seat: string; readonly problem: SeatProblem }[];
    }
  | { readonly kind: 'dearer'; readonly before: number; readonly total: Money; readonly changes: readonly PriceChangeView[] }
  | {
      readonly kind: 'refused';
      readonly refused: Exclude<PlaceRefusal, 'seat-taken' | 'seat-not-allowed'>;
      readonly reference: string | null;
    };

export interface SentForm {
  /** Minor units, as the page said; -1 when it said nothing that can be read. */
  readonly seenTotal: number;
  /** The draft is still the one the page showed: nothing was chosen with this press. */
  readonly unchanged: boolean;
  /** The dearer price that was agreed to, minor units; null where none was asked. */
  readonly agreed: number | null;
  readonly key: string;
}

/** Turns the opened draft into an order. Seats that cannot be had are given back, and said. */
export async function finishBooking(booking: OpenBooking, viewer: Viewer, facts: RequestFacts, sent: SentForm): Promise<FinishOutcome> {
  const { platform, flights, draft, priced, rise, language } = booking;
  const problems = seatProblems(booking);
  if (problems.length > 0) return { kind: 'seats', problems };
  if (!sent.unchanged && priced.quote.total.amount > sent.seenTotal && sent.seenTotal >= 0) return { kind: 'look-again' };
  if (rise) {
    const { total } = priced.quote;
    // The price of the page is no consent to it: it was drawn there without a question.
    if (sent.agreed === null || sent.agreed < total.amount)
      return { kind: 'dearer', before: total.amount - rise.by, total, changes: shownChanges(rise.changes) };
    await keepAgreedPrice(
      platform,
      draft.id,
      agreedTo(priced.contracts, quoteContracts(priced.contracts, priced.rules, priced.terms(priced.contracts))),
    );
  }
  const outcome = await placeFlightOrder(platform, flights, {
    viewer,
    draft,
    language,
    seenTotal: money(Math.max(sent.seenTotal, 0), priced.quote.currency),
    key: sent.key,
    address: facts.address,
    requestId: facts.requestId,
  });
  if (outcome.ok) return { kind: 'placed', orderId: outcome.value.orderId, reference: outcome.value.reference };
  if (outcome.refused === 'price-changed') {
    const { before, quote, changes } = outcome.rise;
    return { kind: 'dearer', before, total: quote.total, changes: shownChanges(changes) };
  }
  if (outcome.refused === 'seat-taken' || outcome.refused === 'seat-not-allowed') {
    return {
      kind: 'seats',
      problems: await giveBack(booking, outcome.seats ?? [], outcome.refused === 'seat-taken' ? 'seat-not-available' : 'seat-unknown'),
    };
  }
  return { kind: 'refused', refused: outcome.refused, reference: outcome.reference ?? null };
}

/** Every chosen seat against its map; a map that cannot be read is left to the supplier. Declarations were made when seats were chosen. */
function seatProblems({ draft, journey, priced }: OpenBooking) {
  return segmentsOf(priced.contracts).flatMap((segment, index) => {
    const map = priced.seatMaps.get(index);
    if (!map) return [];
    const chosen = seatsOn(draft.booking, segment);
    return [...checkSegmentSeats(draft.booking, journey, segment, map, true)].map(([passenger, problem]) => ({
      passenger,
      seat: chosen.get(passenger)!,
      problem,
    }));
  });
}

async function giveBack(booking: OpenBooking, lost: readonly string[], problem: SeatProblem) {
  const segments = segmentsOf(booking.priced.contracts);
  const { passengerDetails, seatSelections } = booking.draft.booking;
  const hit = segments.flatMap((segment) =>
    passengerDetails.flatMap((_, passenger) => {
      const seat = seatSelections[choiceKey(segment, passenger)];
      return seat !== undefined && lost.includes(seat) ? [{ segment, passenger, seat }] : [];
    }),
  );
  await changeDraft(booking.platform, booking.draft.id, (draft) => ({
    ...draft,
    booking: hit.reduce((before, { segment, passenger }) => withSeat(before, segment, passenger, null), draft.booking),
  }));
  return hit.map(({ passenger, seat }) => ({ passenger, seat, problem }));
}
