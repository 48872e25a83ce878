import { findOrderAsSystem, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import type { RenewalRefusal, Renewals } from '#app/commerce/product-counter.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { refuse } from '#app/values/outcome.ts';
import {
  choiceKey,
  emptyBooking,
  selectedFlights,
  stepNumbers,
  type ContactInfo,
  type FlightDraft,
  type PassengerDetails,
} from '../booking/booking-draft.ts';
import { ticketTypeOf } from '../fares/fare-rules.ts';
import type { PlaceRefusal } from './flight-order.ts';
import { segmentsOf } from '../flight-price.ts';
import { findFlightOrder, type FlightOrder } from './flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { joinTickets } from '../join-tickets.ts';
import { placeFlightOrder, salesCloseMs } from './place-flight-order.server.ts';
import { priceDraft } from '../booking/price-draft.server.ts';
import { findDeclarations } from '../extras/traveller-requests-store.server.ts';

const refusals: Readonly<Record<PlaceRefusal | 'price-changed', RenewalRefusal>> = {
  'draft-incomplete': 'not-ready',
  'passenger-data': 'not-ready',
  'departs-too-soon': 'gone',
  'offer-gone': 'gone',
  'sold-out': 'sold-out',
  'seat-taken': 'seat-taken',
  'seat-not-allowed': 'seat-taken',
  'duplicate-booking': 'duplicate',
  'too-many-holds': 'too-many-holds',
  'network-full': 'network-full',
  'promo-used-up': 'promo-used-up',
  'supplier-silent': 'supplier-silent',
  'quote-closed': 'duplicate',
  'in-progress': 'in-progress',
  'form-reused': 'form-reused',
  'price-changed': 'price-changed',
};

/** Renewals of flights: what was chosen is read back from the order, priced by its sources and held with them anew. */
export function renewFlights(platform: Platform, flights: Flights): Renewals {
  return {
    async read(orderId) {
      const draft = await draftOfOrder(platform, orderId);
      if (!draft) return 'gone';
      const priced = await priceDraft(platform, flights, draft);
      // Nobody answered: whether it can be had is not known.
      if (!priced.ok) return priced.refused === 'supplier-silent' ? null : 'gone';
      const departs = Date.parse(segmentsOf(priced.value.contracts)[0]!.departs.utc);
      return departs - platform.clock.now() < salesCloseMs ? 'gone' : priced.value.quote;
    },
    async place(orderId, toRenew) {
      const draft = await draftOfOrder(platform, orderId);
      if (!draft) return refuse('gone');
      const placed = await placeFlightOrder(platform, flights, { ...toRenew, draft, instead: orderId });
      return placed.ok ? placed : refuse(refusals[placed.refused]);
    },
  };
}

/** A draft that asks for just what an order was for. It is written nowhere; holds count with those of the order's own. */
async function draftOfOrder({ db, crypto }: Platform, orderId: string): Promise<FlightDraft | null> {
  const [order, flightOrder] = await Promise.all([findOrderAsSystem(db, orderId), findFlightOrder(db, orderId)]);
  if (!order || !flightOrder) return null;
  const { contact, travellers } = await readPeople<PassengerDetails>(db, crypto, order);
  const { contracts, choices, passengers } = flightOrder;
  const segments = segmentsOf(contracts);
  const { seats, checkedBags, meals, fastTrack, insurance } = choices;
  const declared = await findDeclarations(db, orderId);
  return {
    id: order.actor.startsWith('guest:') ? order.actor.slice('guest:'.length) : orderId,
    version: order.version,
    booking: {
      ...emptyBooking,
      searchParams: {
        slices: slicesOf(flightOrder).map(({ from, to, segments: flown }) => ({ from, to, date: flown[0]!.departs.local.slice(0, 10) })),
        passengers,
        cabin: segments[0]!.cabin,
        maxStops: 2,
      },
      ...selectedFlights(
        contracts.map(({ offer, offerId }) => ({ ...offer, id: offerId })),
        contracts.map(({ brand }) => brand),
      ),
      passengerDetails: travellers,
      contactInfo: { email: contact.email, phone: contact.phone, secondPhone: contact.secondPhone ?? '' } satisfies ContactInfo,
      ticketType: ticketTypeOf(contracts[0]!.offer.brands, contracts[0]!.brand),
      extras: { mealPreferences: meals, fastTrack, insurance },
      seatSelections: Object.fromEntries(seats.map(({ key, designator }) => [key, designator])),
      currentStep: stepNumbers.checkout,
    },
    checkedBags,
    exitDeclarations: Object.fromEntries(
      declared.map(({ segment, traveller, seat, wording, declaredAt }) => [
        choiceKey(segments[segment]!, traveller),
        { seat, wording, at: declaredAt.toISOString() },
      ]),
    ),
  };
}

const slicesOf = ({ contracts }: FlightOrder) => joinTickets(contracts.map(({ offer }) => offer));
