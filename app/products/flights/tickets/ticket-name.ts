import { longestNamePart, machineReadable } from '#app/commerce/customers/name-rules.ts';
import type { PassengerDetails, Title } from '../booking/booking-draft.ts';
import type { Filler, NameRules } from '../world/name-rules.ts';

/** While a name is being typed, what cannot stand on a ticket is left out of its preview. */
const onlyLatin = (text: string) =>
  machineReadable(text)
    .replace(/[^A-Z ]/g, '')
    .trim();

type Named = Pick<PassengerDetails, 'givenNames' | 'surname' | 'singleName'> & { readonly title: Title | null };

/** What stands in place of given names for a passport with a single name; where a father's name is wanted it was not given. */
function singleNameFiller(filler: Filler, name: string): string {
  return filler === 'repeat' ? name : 'FNU';
}

/** Given names as the airline gets them; a single name without a filler has none. */
export function givenForTicket(passenger: Pick<Named, 'givenNames' | 'surname' | 'singleName'>, filler: Filler | null): string {
  if (!passenger.singleName) return passenger.givenNames;
  return filler === null ? '' : singleNameFiller(filler, passenger.surname);
}

/** The name that a ticket was written under, such as `HADDAD / LAYLA MS`. */
export function sentName(passenger: Named, filler: Filler | null): string {
  const given = givenForTicket(passenger, filler);
  return `${passenger.surname}${given ? ` / ${given}` : ''}${passenger.title ? ` ${passenger.title}` : ''}`;
}

/** The name as it will stand on the ticket, such as `HADDAD/LAYLA MS`; parts not yet given are empty. */
export function ticketName(passenger: Named, rules: Pick<NameRules, 'filler'>): string {
  const surname = onlyLatin(passenger.surname);
  const given = passenger.singleName ? singleNameFiller(rules.filler, surname) : onlyLatin(passenger.givenNames);
  // The space keeps the title from growing into the name: AMR MR, never AMRMR.
  return `${surname}/${given}${passenger.title ? ` ${passenger.title}` : ''}`;
}

/** Letters and spaces of a name with its title, as airlines count them: without the stroke. */
export function lettersOnTicket(passenger: Named, rules: Pick<NameRules, 'filler'>): number {
  return ticketName(passenger, rules).replace('/', '').length;
}

/**
 * Letters that one part of a name may have: as many as everybody takes, unless each airline of the journey says how many it takes
 * of all parts together, which `overTogether` then judges.
 */
export function longestPart(issuers: readonly Pick<NameRules, 'together'>[]): number {
  return issuers.length > 0 && issuers.every(({ together }) => together !== null) ? Infinity : longestNamePart;
}

/** The limit of an airline that all parts of a name together go over; null: none. */
export function overTogether(passenger: Named, issuers: readonly NameRules[]): number | null {
  const limits = issuers.flatMap((rules) =>
    rules.together !== null && lettersOnTicket(passenger, rules) > rules.together ? [rules.together] : [],
  );
  return limits.length > 0 ? Math.min(...limits) : null;
}

/** Whether some airline keeps too few letters of a grown-up and the baby on their lap: it shortens a name or leaves a title out. */
export function isShortenedWithInfant(adult: Named, infant: Named, issuers: readonly NameRules[]): boolean {
  return issuers.some(
    (rules) => rules.withInfant !== null && lettersOnTicket(adult, rules) + lettersOnTicket(infant, rules) >= rules.withInfant,
  );
}
