import type { Translate } from '#app/ui/translate.ts';
import { comma, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { BaggageAllowance, FareRule, Layover, Passengers } from '../offer.ts';

/** Words for flights; each takes the translate function of the `flights` catalogue. */

export function durationWords(t: Translate, minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t('duration.short', { minutes: rest });
  return rest === 0 ? t('duration.whole', { hours }) : t('duration.long', { hours, minutes: String(rest).padStart(2, '0') });
}

/** "AED 3,280", or with its fils where there are any: always the exact amount. */
export function moneyWords(value: Money, language: LanguageCode): string {
  return value.amount % 100 === 0 ? `${value.currency}\u00A0${formatNumber(value.amount / 100, language)}` : formatMoney(value, language);
}

/** The figure alone, for columns whose currency is said once. */
export function figureWords(value: Money, language: LanguageCode): string {
  return formatNumber(Math.round(value.amount / 100), language);
}

export function bagWords(t: Translate, bag: BaggageAllowance): string {
  if (bag.pieces !== null && bag.kilograms !== null) {
    return bag.pieces === 1
      ? t('card.bag.kilograms', { kilograms: bag.kilograms })
      : t('card.bag.pieces', { pieces: bag.pieces, kilograms: bag.kilograms });
  }
  if (bag.kilograms !== null) return t('card.bag.kilograms', { kilograms: bag.kilograms });
  return bag.pieces === null ? t('card.bag.unsaid') : t('card.bag.piecesOnly', { count: bag.pieces });
}

export function bagsWords(t: Translate, cabin: BaggageAllowance | null, checked: BaggageAllowance | null): string {
  if (cabin && checked) return t('card.bags.both', { cabin: bagWords(t, cabin), checked: bagWords(t, checked) });
  if (cabin) return t('card.bags.cabinOnly', { cabin: bagWords(t, cabin) });
  return checked ? t('card.bags.checkedOnly', { checked: bagWords(t, checked) }) : t('card.bags.none');
}

/** Allowed (free or less an amount), not allowed, and unknown are three answers. */
export function ruleWords(t: Translate, name: 'refund' | 'change', rule: FareRule, language: LanguageCode): string {
  if (rule.permission === 'unknown') return t(`card.${name}.unknown`);
  if (rule.permission === 'not-allowed') return t(`card.${name}.none`);
  if (rule.penalty === null || rule.penalty.amount === 0) return t(`card.${name}.free`);
  return t(`card.${name}.fee`, { amount: moneyWords(rule.penalty, language) });
}

/** "2 adults, 1 child"; takes the translate function of `flight-search`. */
export function whoWords(t: Translate, passengers: Passengers): string {
  return [
    t('count.adults', { count: passengers.adults }),
    passengers.children > 0 && t('count.children', { count: passengers.children }),
    passengers.infants > 0 && t('count.infants', { count: passengers.infants }),
  ]
    .filter(Boolean)
    .join(t('listComma'));
}

/** 07:05 of minutes after midnight. */
export function clockWords(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The name of a fare family or a tax; keys say the catalogue they stand in, `fares` is the one translated by. */
export function fareName(fares: Translate, nameKey: string): string {
  return fares(nameKey.replace(/^fares:/, ''));
}

/** Where one changes, in flying order. */
export function stopWords(layovers: readonly Pick<Layover, 'airport' | 'departsFrom' | 'airportChange'>[], language: LanguageCode): string {
  return layovers.map(stopPlace).join(comma(language));
}

/** One stop by its airport; by both where one lands at one and goes on from another. */
export function stopPlace({ airport, departsFrom, airportChange }: Pick<Layover, 'airport' | 'departsFrom' | 'airportChange'>): string {
  return airportChange ? `${airport} → ${departsFrom}` : airport;
}
