import type { CalendarDate } from '#app/values/dates.ts';
import { choiceKey, type FlightBooking } from '../booking/booking-draft.ts';
import type { JourneyFacts } from '../journey-facts.ts';
import type { Segment } from '../offer.ts';
import { lapsOf } from '../booking/passenger-eligibility.ts';
import { checkSeats, type SeatedPassenger, type SeatPlan, type SeatProblem } from './seat-rules.ts';

/** The travellers as the seat rules see them. */
export function seatedPassengers(booking: FlightBooking, journey: JourneyFacts): SeatedPassenger[] {
  const laps = new Set(lapsOf(booking.passengerDetails, journey.flights).values());
  return booking.passengerDetails.map(({ type, birthDate, assistance }, index) => ({
    index,
    type,
    birthDate,
    assistance,
    hasLapInfant: laps.has(index),
  }));
}

/** Seats chosen on one segment, by traveller. */
export function seatsOn(booking: Pick<FlightBooking, 'seatSelections' | 'passengerDetails'>, segment: Segment): Map<number, string> {
  const chosen = new Map<number, string>();
  booking.passengerDetails.forEach((_, index) => {
    const seat = booking.seatSelections[choiceKey(segment, index)];
    if (seat !== undefined) chosen.set(index, seat);
  });
  return chosen;
}

/** Problems of the seats chosen on a segment, by traveller. Whoever sits in an exit row has declared to be fit when it was chosen. */
export function checkSegmentSeats(
  booking: FlightBooking,
  journey: JourneyFacts,
  segment: Segment,
  plan: SeatPlan,
  exitDeclared: boolean,
): Map<number, SeatProblem> {
  return checkSeats({
    plan,
    cabin: segment.cabin,
    date: segment.departs.local.slice(0, 10) as CalendarDate,
    passengers: seatedPassengers(booking, journey),
    chosen: seatsOn(booking, segment),
    exitDeclared,
  });
}

/** The booking with one traveller's seat on one segment set, or given back to the airline with null. */
export function withSeat(booking: FlightBooking, segment: Segment, passenger: number, seat: string | null): FlightBooking {
  const { [choiceKey(segment, passenger)]: _before, ...others } = booking.seatSelections;
  return { ...booking, seatSelections: seat === null ? others : { ...others, [choiceKey(segment, passenger)]: seat } };
}

/** Only the seats of these segments; those of flights no longer chosen fall away. */
export function withSeatsOf(booking: FlightBooking, segments: readonly Segment[]): FlightBooking {
  const keys = new Set(segments.flatMap((segment) => booking.passengerDetails.map((_, index) => choiceKey(segment, index))));
  return { ...booking, seatSelections: Object.fromEntries(Object.entries(booking.seatSelections).filter(([key]) => keys.has(key))) };
}
