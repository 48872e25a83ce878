/*
 * The number of an e-ticket: three digits of the airline and ten of its own stock (IATA Resolution 722). A ticket has four
 * coupons, one for each flight; more flights go on under the numbers that follow at once, which are tickets in conjunction.
 * They are written, exchanged, voided and given back together, so all of them are kept as one with the first number.
 */

export const couponsOfTicket = 4;
/** Tickets that one contract may ever run to: six directions of three flights. */
export const mostBooklets = 5;

/** A ticket, or several in conjunction. */
export interface NumberedTicket {
  /** The first one's. */
  readonly number: string;
  /** How many numbers it has; absent: one. */
  readonly booklets?: number;
}

/** The flights of a contract, direction by direction. */
export function flightsIn(slices: readonly { readonly segments: readonly unknown[] }[]): number {
  return slices.reduce((sum, { segments }) => sum + segments.length, 0);
}

/** How many tickets in conjunction so many flights need. */
export function bookletsFor(flights: number): number {
  return Math.max(1, Math.ceil(flights / couponsOfTicket));
}

/** All numbers of a ticket, the first one first. */
export function numbersOf({ number, booklets = 1 }: NumberedTicket): string[] {
  return Array.from({ length: booklets }, (_, at) => String(Number(number) + at).padStart(number.length, '0'));
}

/** First numbers of tickets that a number may be of: its own, and those of which it may be a later one. */
export function firstNumbersFor(number: string): string[] {
  return Array.from({ length: mostBooklets }, (_, at) => String(Number(number) - at).padStart(number.length, '0'));
}

/** A ticket as its thirteen digits and, of several in conjunction, the last two of the last one: `1762400000001-02`. */
export function ticketDigits(ticket: NumberedTicket): string {
  return (ticket.booklets ?? 1) > 1 ? `${ticket.number}-${numbersOf(ticket).at(-1)!.slice(-2)}` : ticket.number;
}

/** The same as it is read out, and any other document's: `176-2400000001-02`. What is no airline's number stays as it is. */
export function spokenTicket(digits: string): string {
  return /^\d{13}(-\d\d)?$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
}

/** Which flights of a contract are on which number; flights count from 1. */
export function couponsOf(
  ticket: NumberedTicket,
  flights: number,
): { readonly number: string; readonly from: number; readonly to: number }[] {
  const numbers = numbersOf(ticket);
  return numbers
    .map((number, at) => ({
      number,
      from: at * couponsOfTicket + 1,
      to: at === numbers.length - 1 ? flights : Math.min((at + 1) * couponsOfTicket, flights),
    }))
    .filter(({ from, to }) => from <= to);
}

/** Under which number and as which coupon the flight at a position of the contract is flown. */
export function couponAt(ticket: NumberedTicket, flight: number): { readonly number: string; readonly coupon: number } {
  const numbers = numbersOf(ticket);
  // A ticket whose airline wrote fewer numbers than its flights need: all the rest hangs on the last one.
  const book = Math.min(Math.floor(flight / couponsOfTicket), numbers.length - 1);
  return { number: numbers[book]!, coupon: flight - book * couponsOfTicket + 1 };
}

/** What is odd about a number that somebody typed; it is told and never in the way: sources disagree, and airlines issue for one another. */
export const numberDoubts = ['other-airline', 'check-digit'] as const;
export type NumberDoubt = (typeof numberDoubts)[number];

export interface TypedDocument {
  /** Thirteen digits. */
  readonly number: string;
  readonly doubts: readonly NumberDoubt[];
}

/**
 * A number of an airline's document as somebody typed it: thirteen digits, or fourteen with the check digit, which is the
 * rest of a division by seven; some take all thirteen digits for it and some the ten without the airline. Null: neither.
 */
export function readTypedDocument(typed: string, accounting: string | null): TypedDocument | null {
  const digits = typed.replace(/[\s-]/g, '');
  if (!/^\d{13,14}$/.test(digits)) return null;
  const number = digits.slice(0, 13);
  const check = digits.length === 14 ? Number(digits[13]) : null;
  const fits = check === null || check === Number(number) % 7 || check === Number(number.slice(3)) % 7;
  return {
    number,
    doubts: [
      ...(accounting !== null && !number.startsWith(accounting) ? (['other-airline'] as const) : []),
      ...(fits ? [] : (['check-digit'] as const)),
    ],
  };
}
