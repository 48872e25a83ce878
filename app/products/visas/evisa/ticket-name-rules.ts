import { zoneName } from './evisa-mrz-rules.ts';

/** A name as it stands on a ticket of the same account. */
export interface TicketName {
  /** Of its order. */
  readonly reference: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly birthDate: string;
}

/**
 * The ticket of the same traveller that is written otherwise than the visa will be; null where none is. Who was born the
 * same day and bears one of the names is taken for the same; twins who both have a ticket are each found by their own.
 */
export function otherNameOnTicket(form: Omit<TicketName, 'reference'>, tickets: readonly TicketName[]): TicketName | null {
  const same = (a: string, b: string) => zoneName(a) === zoneName(b);
  const born = tickets.filter(({ birthDate }) => birthDate === form.birthDate);
  if (born.some((ticket) => same(ticket.surname, form.surname) && same(ticket.givenNames, form.givenNames))) return null;
  return born.find((ticket) => same(ticket.surname, form.surname) || same(ticket.givenNames, form.givenNames)) ?? null;
}
