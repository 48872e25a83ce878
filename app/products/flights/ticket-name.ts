import { machineReadable } from '#app/commerce/customers/name-rules.ts';
import type { PassengerDetails, Title } from './booking-draft.ts';

/** While a name is being typed, what cannot stand on a ticket is left out of its preview. */
const onlyLatin = (text: string) =>
  machineReadable(text)
    .replace(/[^A-Z ]/g, '')
    .trim();

/** How an airline wants a passport with a single name written. IndiGo repeats it; the others take FNU, "first name unknown". */
export function singleNameFiller(airline: string, name: string): string {
  return airline === '6E' ? name : 'FNU';
}

/** The name as it will stand on the ticket, such as `HADDAD/LAYLA MS`; parts not yet given are empty. */
export function ticketName(
  passenger: Pick<PassengerDetails, 'givenNames' | 'surname' | 'singleName' | 'title'> & { readonly title: Title | null },
  airline: string,
): string {
  const surname = onlyLatin(passenger.surname);
  const given = passenger.singleName ? singleNameFiller(airline, surname) : onlyLatin(passenger.givenNames);
  // The space keeps the title from growing into the name: AMR MR, never AMRMR.
  return `${surname}/${given}${passenger.title ? ` ${passenger.title}` : ''}`;
}
