import type { DescribedRequest } from '#app/commerce/orders/order-description.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { readMealRequest } from './meal-wishes.ts';
import type { FlightOrder } from '../order/flight-store.server.ts';
import type { TravellerRequest } from '../flight.tables.ts';

/** What was asked of an airline, in words; of which airline only where there are several. */
export function requestWords(
  { kind, code, contract, traveller }: Pick<TravellerRequest, 'kind' | 'code' | 'contract' | 'traveller'>,
  order: FlightOrder,
  people: readonly PassengerDetails[],
  language: LanguageCode,
): string {
  const { t } = textsFor(language);
  const number = people[traveller]?.frequentFlyer?.number ?? '';
  const meal = readMealRequest(code);
  const what =
    kind === 'meal'
      ? t('orders:travellers.extra.meal', { meal: t(`booking:meals.${meal.code}`), flight: meal.flight })
      : kind === 'assistance'
        ? t(`booking:assist.${code}`)
        : t('orders:travellers.flyer', { airline: code, digits: number.slice(-4) });
  return order.contracts.length > 1 && kind !== 'meal' ? `${what} · ${order.contracts[contract]!.offer.validatingAirline}` : what;
}

/** By traveller, from 0. */
export function describedRequests(
  requests: readonly TravellerRequest[],
  order: FlightOrder,
  people: readonly PassengerDetails[],
  language: LanguageCode,
): Map<number, DescribedRequest[]> {
  const described = new Map<number, DescribedRequest[]>();
  for (const request of requests) {
    const { traveller, status } = request;
    const words = requestWords(request, order, people, language);
    described.set(traveller, [...(described.get(traveller) ?? []), { words, state: status }]);
  }
  return described;
}
