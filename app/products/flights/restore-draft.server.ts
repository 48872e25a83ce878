import type { Platform } from '#app/platform/platform.server.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import { changeDraft } from './booking-draft-store.server.ts';
import { stepNumbers, type FlightBooking, type FlightDraft } from './booking-draft.ts';
import type { Flights } from './flights-context.ts';
import { readMirror } from './read-mirror.ts';
import { selectFlights, type SelectRefusal } from './select-flights.server.ts';

/**
 * Goes on with a booking that only a browser remembers: the flights are asked for again, names are taken as typed,
 * and the travellers' step is opened, since birth dates and passports were never in the copy.
 */
export async function restoreDraft(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  request: Request,
  text: string,
): Promise<Outcome<{ readonly draft: FlightDraft; readonly cookie: string | null }, SelectRefusal | 'not-a-booking'>> {
  const copy = readMirror(text);
  const outbound = copy?.selectedOutboundFlight;
  if (!copy?.searchParams || !outbound) return refuse('not-a-booking');
  const back = copy.selectedReturnFlight;
  const offerIds = back && back.offerId !== outbound.offerId ? [outbound.offerId, back.offerId] : [outbound.offerId];
  const selected = await selectFlights(platform, flights, request, {
    offerIds,
    brand: outbound.brand,
    passengers: copy.searchParams.passengers,
  });
  if (!selected.ok) return selected;
  const restored = (booking: FlightBooking): FlightBooking => ({
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
  });
  const draft = await changeDraft(platform, selected.value.draft.id, ({ booking, checkedBags }) => ({
    booking: restored(booking),
    checkedBags,
  }));
  return draft ? { ok: true, value: { draft, cookie: selected.value.cookie } } : refuse('not-a-booking');
}
