import { choiceKey } from '../booking/booking-draft.ts';
import { mealPrice, mealsFor } from './extras-price.ts';
import type { FlightContract } from '../flight-price.ts';
import type { PassengerType } from '../offer.ts';

/** A special meal that costs nothing, because meals are served on the flight: asked of the airline like assistance. */
export interface FreeMeal {
  readonly contract: number;
  readonly flight: string;
  readonly traveller: number;
  /** IATA special meal code. */
  readonly code: string;
}

/** The free ones among chosen meals (`segmentKey:passenger` to code); what is paid for goes to the airline with its document. */
export function freeMeals(
  contracts: readonly Pick<FlightContract, 'offer'>[],
  chosen: Readonly<Record<string, string>>,
  travellers: readonly PassengerType[],
): readonly FreeMeal[] {
  return contracts.flatMap(({ offer }, contract) =>
    offer.slices.flatMap(({ segments }) =>
      segments.flatMap((segment) =>
        travellers.flatMap((type, traveller) => {
          const code = chosen[choiceKey(segment, traveller)];
          const served = mealsFor({ type }).some((one) => one === code) && mealPrice(segment)?.amount === 0;
          return code && served ? [{ contract, flight: segment.flight, traveller, code }] : [];
        }),
      ),
    ),
  );
}

/** How a meal is named among what is asked of an airline: the same meal on two flights is asked for twice. */
export const mealRequest = ({ code, flight }: Pick<FreeMeal, 'code' | 'flight'>): string => `${code}.${flight}`;

/** The meal and its flight that a request names. */
export function readMealRequest(request: string): Pick<FreeMeal, 'code' | 'flight'> {
  const [code = '', flight = ''] = request.split('.');
  return { code, flight };
}
