import { randomBytes } from 'node:crypto';
import type { Lines } from '../lines.ts';
import type { AskedExtra, ExchangeTerms, Fact, HoldTerms, IssuedExtra, IssuedTicket, Line, Refusal, Rules } from './facts.ts';

/** A booking as the supplier has it; also what its API answers. */
export interface Booking extends Omit<HoldTerms, 'departs'> {
  readonly locator: string;
  readonly status: 'held' | 'ticketing' | 'ticketed' | 'cancelled' | 'voided';
  /** Of every call that touched it. */
  readonly attempts: readonly string[];
  /** Milliseconds since 1970. */
  readonly pay_by: number;
  readonly ticket_by: number;
  readonly tickets: readonly IssuedTicket[];
  readonly documents: readonly (IssuedExtra & { readonly attempt: string })[];
  readonly void_until: number | null;
  readonly changed_at: number;
}

export type Answer = { readonly booking: Booking } | { readonly refused: Refusal };

const minuteMs = 60_000;
/** The seats and their price stand for so long. */
const holdMs = 30 * minuteMs;
/** Tickets within a day, and an hour before the first flight at the latest. */
const ticketingMs = 24 * 60 * minuteMs;
const ticketingEndsMs = 60 * minuteMs;
/** The office's clock is four hours ahead all year; tickets may be voided until its day is over. */
const officeAheadMs = 4 * 60 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

/** Letters and digits that cannot be taken for one another. */
const locatorAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** More go on under the next number. */
const flightsOfTicket = 4;
/** Far from the numbers of tickets that the store's own twin issues. */
const firstSerial = 5_100_000_000;

/** The supplier itself: every change is a journal line first, and its state is nothing but the lines read in order. */
export function openAirline(journal: Lines<Fact>, now: () => number) {
  const bookings = new Map<string, Booking>();
  const byAttempt = new Map<string, string>();
  const serials = new Map<string, number>();
  let rules: Rules = {};

  function apply(line: Line): void {
    if (line.type === 'control') {
      rules = line.rules;
      return;
    }
    const before = bookings.get(line.locator);
    const booking = next(before, line);
    bookings.set(line.locator, { ...booking, attempts: [...new Set([...booking.attempts, line.attempt])], changed_at: line.at });
    byAttempt.set(line.attempt, line.locator);
    if (line.type === 'booking.ticketed' || line.type === 'booking.exchanged') count(booking, line.tickets);
    if (line.type === 'booking.extras-written') count(booking, line.documents);
  }
  function count({ accounting }: Booking, issued: readonly { readonly number: string; readonly booklets?: number }[]): void {
    serials.set(accounting, Math.max(serials.get(accounting) ?? firstSerial, ...issued.map(lastSerialOf)));
  }
  for (const line of journal.lines) apply(line);

  function record(fact: Fact): void {
    apply(journal.append(fact, now()));
  }
  const found = (locator: string): Answer => {
    const booking = bookings.get(locator);
    return booking ? { booking } : { refused: 'not-found' };
  };
  const freshTickets = (booking: Booking, flights = 1, travellers = booking.travellers): IssuedTicket[] => {
    const first = (serials.get(booking.accounting) ?? firstSerial) + 1;
    const booklets = Math.ceil(flights / flightsOfTicket);
    return travellers.map((traveller, at) => ({
      traveller,
      airline: booking.airline,
      number: booking.accounting + String(first + at * booklets).padStart(10, '0'),
      ...(booklets > 1 && { booklets }),
    }));
  };
  const issue = (booking: Booking, attempt: string): void => {
    record({
      type: 'booking.ticketed',
      locator: booking.locator,
      attempt,
      tickets: freshTickets(booking, booking.flights),
      void_until: (Math.floor((now() + officeAheadMs) / dayMs) + 1) * dayMs - officeAheadMs,
    });
  };

  return {
    /** The same attempt twice is the same hold. */
    hold(attempt: string, terms: HoldTerms): Answer {
      const known = byAttempt.get(attempt);
      if (known) return bookings.get(known)!.status === 'held' ? found(known) : { refused: 'already-cancelled' };
      const ticketBy = Math.min(now() + ticketingMs, terms.departs - ticketingEndsMs);
      if (ticketBy <= now()) return { refused: 'offer-expired' };
      let locator = newLocator();
      while (bookings.has(locator)) locator = newLocator();
      record({ type: 'booking.held', locator, attempt, terms, pay_by: now() + holdMs, ticket_by: ticketBy });
      return found(locator);
    },
    /** `late`: accepted now, done when it is asked about. */
    ticket(attempt: string, locator: string, late = false): Answer {
      const booking = bookings.get(locator);
      if (!booking) return { refused: 'not-found' };
      if (booking.status === 'ticketed' || booking.status === 'ticketing') return { booking };
      if (booking.status !== 'held') return { refused: 'already-cancelled' };
      if (booking.ticket_by < now()) return { refused: 'hold-expired' };
      if (late) record({ type: 'booking.ticketing', locator, attempt });
      else issue(booking, attempt);
      return found(locator);
    },
    /** Asked about, what was put off is done. */
    lookUp(attempt: string): Answer {
      const booking = bookings.get(byAttempt.get(attempt) ?? '');
      if (!booking) return { refused: 'not-found' };
      if (booking.status === 'ticketing') issue(booking, booking.attempts.at(-1)!);
      return found(booking.locator);
    },
    /** A hold is given up; tickets are taken back under the rules of their fare, which the store has reckoned. */
    cancel(attempt: string, locator: string): Answer {
      const booking = bookings.get(locator);
      if (!booking) return { refused: 'not-found' };
      if (booking.status === 'voided') return { refused: 'already-cancelled' };
      if (booking.status !== 'cancelled') record({ type: 'booking.cancelled', locator, attempt });
      return found(locator);
    },
    /** The same attempt twice is the same exchange. */
    exchange(attempt: string, locator: string, terms: ExchangeTerms): Answer {
      const booking = bookings.get(locator);
      if (!booking) return { refused: 'not-found' };
      if (booking.attempts.includes(attempt)) return { booking };
      const { only } = terms;
      if (only !== undefined && !booking.travellers.includes(only)) return { refused: 'bad-request' };
      // Of a hold no names are kept here: there is nothing to write anew.
      if (only !== undefined && booking.status === 'held') {
        record({ type: 'booking.exchanged', locator, attempt, terms, tickets: [] });
        return found(locator);
      }
      if (booking.status !== 'ticketed') return { refused: 'already-cancelled' };
      if (terms.departs - ticketingEndsMs <= now()) return { refused: 'departed' };
      const [mine] = only === undefined ? [] : freshTickets(booking, terms.flights, [only]);
      const tickets = mine
        ? booking.tickets.map((ticket) => (ticket.traveller === only ? mine : ticket))
        : freshTickets(booking, terms.flights);
      record({ type: 'booking.exchanged', locator, attempt, terms, tickets });
      return found(locator);
    },
    /** Those named leave a ticketed booking and their tickets are taken back. The same attempt twice is the same division. */
    divide(attempt: string, locator: string, travellers: readonly string[], as: 'void' | 'cancel'): Answer {
      const booking = bookings.get(locator);
      if (!booking) return { refused: 'not-found' };
      if (booking.attempts.includes(attempt)) return { booking };
      if (booking.status !== 'ticketed') return { refused: 'already-cancelled' };
      const known = travellers.every((traveller) => booking.travellers.includes(traveller));
      if (!known || booking.travellers.every((traveller) => travellers.includes(traveller))) return { refused: 'bad-request' };
      if (as === 'void' && (booking.void_until === null || booking.void_until < now())) return { refused: 'void-window-closed' };
      const tickets = booking.tickets.filter(({ traveller }) => !travellers.includes(traveller));
      record({ type: 'booking.divided', locator, attempt, left: travellers, tickets });
      return found(locator);
    },
    /** The same attempt twice is the same documents. The value of a document is taken over once. */
    writeExtras(attempt: string, locator: string, extras: readonly AskedExtra[]): Answer {
      const booking = bookings.get(locator);
      if (!booking) return { refused: 'not-found' };
      if (booking.attempts.includes(attempt)) return { booking };
      if (booking.status !== 'ticketed') return { refused: 'already-cancelled' };
      const given = extras.flatMap(({ replaces }) => replaces ?? []);
      if (new Set(given).size < given.length || booking.documents.some(({ replaces }) => replaces && given.includes(replaces)))
        return { refused: 'already-cancelled' };
      const first = (serials.get(booking.accounting) ?? firstSerial) + 1;
      const documents = extras.map((asked, at) => ({ ...asked, number: booking.accounting + String(first + at).padStart(10, '0') }));
      record({ type: 'booking.extras-written', locator, attempt, documents });
      return found(locator);
    },
    void(attempt: string, locator: string): Answer {
      const booking = bookings.get(locator);
      if (!booking) return { refused: 'not-found' };
      if (booking.status === 'voided') return { booking };
      if (booking.status !== 'ticketed') return { refused: 'already-cancelled' };
      if (booking.void_until === null || booking.void_until < now()) return { refused: 'void-window-closed' };
      record({ type: 'booking.voided', locator, attempt });
      return found(locator);
    },
    /** Somebody else's booking, for an answer that went to the wrong place; null while there is none. */
    anotherThan: (locator: string | null): Booking | null => [...bookings.values()].find((booking) => booking.locator !== locator) ?? null,
    changedSince: (since: number) => [...bookings.values()].filter((booking) => booking.changed_at >= since),
    rules: () => rules,
    control: (change: Rules) => record({ type: 'control', rules: change }),
  };
}

function next(before: Booking | undefined, line: Exclude<Line, { type: 'control' }>): Booking {
  if (line.type === 'booking.held') {
    const { departs: _, ...terms } = line.terms;
    const { locator, pay_by, ticket_by } = line;
    return {
      ...terms,
      locator,
      pay_by,
      ticket_by,
      status: 'held',
      attempts: [],
      tickets: [],
      documents: [],
      void_until: null,
      changed_at: line.at,
    };
  }
  if (!before) throw new Error(`Journal line ${line.seq} is about a booking that was never made`);
  switch (line.type) {
    case 'booking.ticketing':
      return { ...before, status: 'ticketing' };
    case 'booking.ticketed':
      return { ...before, status: 'ticketed', tickets: line.tickets, void_until: line.void_until };
    case 'booking.exchanged': {
      // A name of a hold: what is held stays as it was.
      if (before.status === 'held') return before;
      const { departs: _, only: __, ...terms } = line.terms;
      return { ...before, ...terms, tickets: line.tickets, void_until: null };
    }
    case 'booking.divided':
      return {
        ...before,
        travellers: before.travellers.filter((traveller) => !line.left.includes(traveller)),
        tickets: line.tickets,
      };
    case 'booking.extras-written':
      return { ...before, documents: [...before.documents, ...line.documents.map((one) => ({ ...one, attempt: line.attempt }))] };
    case 'booking.cancelled':
      return { ...before, status: 'cancelled' };
    case 'booking.voided':
      return { ...before, status: 'voided' };
  }
}

const lastSerialOf = ({ number, booklets = 1 }: { readonly number: string; readonly booklets?: number }) =>
  Number(number.slice(3)) + booklets - 1;

function newLocator(): string {
  return [...randomBytes(6)].map((byte) => locatorAlphabet[byte & 31]).join('');
}
