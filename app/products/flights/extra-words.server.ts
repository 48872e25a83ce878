import type { DescribedExtra } from '#app/commerce/orders/order-description.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { FlightExtra } from './flight.tables.ts';

/** What was bought beside the fare, in words: "Seat 12A, flight EK332". */
export function extraWords({ kind, facts }: Pick<FlightExtra, 'kind' | 'facts'>, language: LanguageCode): string {
  const { t } = textsFor(language);
  const flight = facts['flight'] ?? facts['segment']?.split('-')[0] ?? '';
  const meal = facts['meal'] ? t(`booking:meals.${facts['meal']}`) : '';
  return t(`orders:travellers.extra.${kind}`, { ...facts, flight, meal });
}

/** The document's number as it is read out: 176-2400000001, or the house's own as it is. */
export const spokenNumber = (document: string): string =>
  /^\d{13}$/.test(document) ? `${document.slice(0, 3)}-${document.slice(3)}` : document;

export function describedExtra(extra: FlightExtra, language: LanguageCode): DescribedExtra {
  const { t } = textsFor(language);
  const shown = extra.status === 'exchanged' ? 'void' : extra.status;
  const number = extra.document ? spokenNumber(extra.document) : '';
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
