import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { answersSearch } from '../search/answers-search.ts';
import { changeDraft, createDraft, findDraft, ownerOf } from './booking-draft-store.server.ts';
import { chosenOffers, emptyBooking, stepNumbers, withFlights, type ChosenTicket, type FlightBooking } from './booking-draft.ts';
import { brandOf } from '../fares/fare-rules.ts';
import type { Flights } from '../flights-context.ts';
import { priceTickets } from './price-tickets.server.ts';
import { untieDraft } from '../quotes/flight-quotes-store.server.ts';
import { readMirror } from './read-mirror.ts';

export type RestoreRefusal = 'not-a-booking' | 'offer-gone' | 'supplier-silent';

/**
 * Goes on with a booking that only a browser remembers. The flights are priced again by their source, names are taken
 * as typed, and the travellers' step is opened: birth dates and passports were never in the copy. `cookie` is the
 * Set-Cookie line of a new draft; null when the visitor already had one.
 */
export async function restoreDraft(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf' | 'world'>,
  request: Request,
  viewer: Viewer,
  text: string,
): Promise<Outcome<{ readonly cookie: string | null }, RestoreRefusal>> {
  const copy = readMirror(text);
  const chosen = copy ? chosenOffers(copy) : [];
  if (!copy?.searchParams || chosen.length === 0) return refuse('not-a-booking');
  const { searchParams } = copy;
  const before = await findDraft(platform, request, viewer);
  // The server still has it, and knows more of it than the browser.
  if (before && sameOffers(chosenOffers(before.booking), chosen)) return done({ cookie: null });
  const priced = await priceTickets(flights, chosen, searchParams.passengers, platform.clock.now());
  if (!priced.ok) return refuse(priced.refused === 'supplier-silent' ? 'supplier-silent' : 'offer-gone');
  const offers = priced.value;
  if (!answersSearch(offers, searchParams, flights)) return refuse('not-a-booking');
  const brands = offers.map((offer, at) => brandOf(offer, chosen[at]!.brand).code);
  const change = (before: FlightBooking): FlightBooking => {
    const booking = withFlights(before, searchParams, offers, ...brands);
    return {
      ...booking,
      passengerDetails: booking.passengerDetails.map((passenger, index) => ({
        ...passenger,
        ...copy.passengerDetails[index],
        type: passenger.type,
      })),
      contactInfo: copy.contactInfo ?? booking.contactInfo,
      extras: copy.extras,
      seatSelections: copy.seatSelections,
      currentStep: stepNumbers.passengers,
    };
  };
  if (before && (await changeDraft(platform, before.id, (draft) => ({ booking: change(draft.booking), checkedBags: {}, typed: null })))) {
    // What a browser kept is none of a quote's flights.
    await untieDraft(platform.db, before.id);
    return done({ cookie: null });
  }
  const { cookie } = await createDraft(platform, { booking: change(emptyBooking), checkedBags: {} }, ownerOf(viewer));
  return done({ cookie });
}

function sameOffers(a: readonly ChosenTicket[], b: readonly ChosenTicket[]): boolean {
  return a.length === b.length && a.every((each, index) => each.offerId === b[index]!.offerId);
}
