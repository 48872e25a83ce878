import { zoneName } from './evisa-mrz-rules.ts';

/** A name as it stands on a ticket of the same account, or of a booking that was named. */
export interface TicketName {
  /** Of its order. */
  readonly reference: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly birthDate: string;
  /** By its reference: then it is said that it differs, not how it is written. */
  readonly isNamed: boolean;
}

/**
 * The ticket of the same traveller that is written otherwise than the visa will be; null where none is. Who was born the
 * same day and bears one of the names is taken for the same; twins who both have a ticket are each found by their own.
 * A ticket that was named by its reference is compared by names alone: whoever knows a name on it must not try days of birth.
 */
export function otherNameOnTicket(
  form: Pick<TicketName, 'surname' | 'givenNames' | 'birthDate'>,
  tickets: readonly TicketName[],
): TicketName | null {
  const same = (a: string, b: string) => zoneName(a) === zoneName(b);
  const born = tickets.filter(({ birthDate, isNamed }) => isNamed || birthDate === form.birthDate);
  if (born.some((ticket) => same(ticket.surname, form.surname) && same(ticket.givenNames, form.givenNames))) return null;
  return born.find((ticket) => same(ticket.surname, form.surname) || same(ticket.givenNames, form.givenNames)) ?? null;
}
