import type { DescribedExtra } from '#app/commerce/orders/order-description.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { FlightExtra } from '../flight.tables.ts';
import { spokenTicket } from '../tickets/ticket-number.ts';

/** What was bought beside the fare, in words: "Seat 12A, flight EK332". */
export function extraWords({ kind, facts }: Pick<FlightExtra, 'kind' | 'facts'>, language: LanguageCode): string {
  const { t } = textsFor(language);
  const flight = facts['flight'] ?? facts['segment']?.split('-')[0] ?? '';
  const meal = facts['meal'] ? t(`booking:meals.${facts['meal']}`) : '';
  return t(`orders:travellers.extra.${kind}`, { ...facts, flight, meal });
}

export function describedExtra(extra: FlightExtra, language: LanguageCode): DescribedExtra {
  const { t } = textsFor(language);
  const shown = extra.status === 'exchanged' ? 'void' : extra.status;
  const number = extra.document ? spokenTicket(extra.document) : '';
  return {
    words: extraWords(extra, language),
    state: t(`orders:travellers.extraState.${shown}`, { number }),
    coming: extra.status === 'requested',
  };
}

/** By traveller, from 0. */
export function describedExtras(extras: readonly FlightExtra[], language: LanguageCode): Map<number, DescribedExtra[]> {
  const described = new Map<number, DescribedExtra[]>();
  for (const extra of extras) described.set(extra.traveller, [...(described.get(extra.traveller) ?? []), describedExtra(extra, language)]);
  return described;
}
