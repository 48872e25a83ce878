import { bagKey, choiceKey, needsFor, type AssistanceNeed, type FlightDraft, type PassengerDetails } from '../booking/booking-draft.ts';
import { insuranceRefusal, isMealCode, mealPrice, mealsFor, mostExtraBags, type InsuranceRefusal } from './extras-price.ts';
import type { JourneyFacts } from '../journey-facts.ts';
import type { Offer } from '../offer.ts';

/*
 * The extras form: selects `bag.0:1` (direction:traveller) and `meal.EK191-20261205:1` (segment:traveller), radios
 * `fastTrack` and `insurance` with `yes` or `no`, boxes `assist.1`. Whatever is not offered is not taken.
 */

export type ExtrasProblem = { readonly field: 'insurance'; readonly problem: InsuranceRefusal };

export interface ReadExtras {
  readonly draft: Pick<FlightDraft, 'booking' | 'checkedBags'>;
  readonly problems: readonly ExtrasProblem[];
}

/** The draft with what was chosen; nothing chosen is nothing bought. */
export function readExtras(form: FormData, draft: FlightDraft, offers: readonly Offer[], journey: JourneyFacts): ReadExtras {
  const passengers = draft.booking.passengerDetails;
  const slices = offers.flatMap((offer) => offer.slices);
  const checkedBags: Record<string, number> = {};
  slices.forEach((_, direction) => {
    passengers.forEach((passenger, traveller) => {
      const key = bagKey(direction, traveller);
      const pieces = Number(form.get(`bag.${key}`) ?? 0);
      if (passenger.type !== 'infant' && Number.isInteger(pieces) && pieces > 0) checkedBags[key] = Math.min(pieces, mostExtraBags);
    });
  });
  const mealPreferences: Record<string, string> = {};
  for (const segment of slices.flatMap((slice) => slice.segments)) {
    passengers.forEach((passenger, traveller) => {
      const key = choiceKey(segment, traveller);
      const meal = form.get(`meal.${key}`);
      if (typeof meal === 'string' && isMealCode(meal) && mealPrice(segment) && mealsFor(passenger).includes(meal))
        mealPreferences[key] = meal;
    });
  }
  const wantsInsurance = form.get('insurance') === 'yes';
  const refusal = wantsInsurance ? insuranceRefusal(passengers, journey.flights.first, journey.lastDay) : null;
  return {
    draft: {
      booking: {
        ...draft.booking,
        passengerDetails: passengers.map((passenger, traveller) =>
          form.has('assistShown') ? { ...passenger, assistance: readNeeds(form, passenger, traveller) } : passenger,
        ),
        extras: { mealPreferences, fastTrack: form.get('fastTrack') === 'yes', insurance: wantsInsurance && refusal === null },
      },
      checkedBags,
    },
    problems: refusal ? [{ field: 'insurance', problem: refusal }] : [],
  };
}

/** "Skip all": no extra is bought; assistance is free and stays. */
export function withoutExtras(draft: FlightDraft): Pick<FlightDraft, 'booking' | 'checkedBags'> {
  return { booking: { ...draft.booking, extras: { mealPreferences: {}, fastTrack: false, insurance: false } }, checkedBags: {} };
}

function readNeeds(form: FormData, passenger: PassengerDetails, traveller: number): AssistanceNeed[] {
  const given = form.getAll(`assist.${traveller}`);
  return needsFor(passenger).filter((need) => given.includes(need));
}
