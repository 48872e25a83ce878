import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { money, type Money } from '#app/values/money.ts';
import { findTextsOfOrder } from '#app/platform/mail-log-list-store.server.ts';
import { findLedgerLines } from '../../ledger/ledger-store.server.ts';
import { withoutUsedPromises } from '../../ledger/money-lines.ts';
import { findSentMessages } from '../../messages/messages-store.server.ts';
import { findHistory } from '../../orders/orders-store.server.ts';
import type { NotedCall } from '../../record-notes/call-rules.ts';
import { newestFirst, noteEntries } from '../../orders/staff/order-line.ts';
import type { OpenNotes } from '../../record-notes/open-notes.server.ts';
import { findBookingEvents } from '../bookings-store.server.ts';
import type { Booking } from '../bookings.tables.ts';

export interface BookingEntry {
  readonly at: string;
  readonly kind: 'event' | 'note' | 'mail' | 'money';
  /** Tells entries of one moment apart. */
  readonly id: string;
  /** What happened, by the name of its table; the words of a note. */
  readonly what: string;
  /** A colleague's name, or who among customer, operator, system and provider; null where it goes without saying. */
  readonly by: string | null;
  readonly byName: boolean;
  readonly reason: string | null;
  readonly amount: Money | null;
  /** Of a note that is of a telephone call. */
  readonly rang?: NotedCall | null;
}

/** What an order tells and nobody asks of it: the money says it, or nothing came of it. */
const untold: readonly string[] = ['pay', 'keep-hold', 'keep-tickets'];

/** What finance took off moves neither the order nor money, and is told all the same. */
const reduced = 'noted-reduced';

/** What happened to a booked order, its letters, its money and what colleagues wrote, in one line of time. */
export async function readBookingLine(
  db: Db,
  orderId: string,
  booked: readonly Booking[],
  notes: OpenNotes['notes'],
): Promise<BookingEntry[]> {
  const [events, history, mails, texts, ledger] = await Promise.all([
    Promise.all(booked.map(({ id }) => findBookingEvents(db, id))),
    findHistory(db, orderId),
    findSentMessages(db, orderId),
    findTextsOfOrder(db, orderId),
    findLedgerLines(db, orderId),
  ]);
  // What a booking and its order tell both is said once, in the words of the booking.
  const ofBooking = new Set<string>(events.flat().map(({ event }) => event));
  const moves = [
    ...events.flat().map((event) => ({
      ...event,
      key: `booking-${event.bookingId}-${event.version}`,
      what: `booking.${event.event}`,
      reason: typeof event.detail['reason'] === 'string' ? event.detail['reason'] : null,
    })),
    ...history
      .filter(
        ({ event, fromStatus, toStatus }) =>
          (fromStatus !== toStatus && !untold.includes(event) && !ofBooking.has(event)) || event === reduced,
      )
      .map((event) => ({ ...event, key: `order-${event.version}`, what: `order.${event.event}` })),
  ];
  const names = await findStaffNames(db, [
    ...new Set(moves.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice('staff:'.length)] : []))),
  ]);
  const by = (actor: string) => {
    const [who = '', id = ''] = actor.split(':');
    return who === 'staff' ? { by: names.get(id) ?? '–', byName: true } : { by: who === 'user' ? 'customer' : who, byName: false };
  };
  const quiet = { by: null, byName: false, reason: null, amount: null };
  return newestFirst<BookingEntry>([
    ...moves.map(({ key, at, what, actor, reason, detail }) => ({
      at: at.toISOString(),
      kind: 'event' as const,
      id: key,
      what,
      ...by(actor),
      reason,
      amount: what === `order.${reduced}` ? money(Number(detail['amount']), 'AED') : null,
    })),
    ...mails.map((mail) => ({ ...quiet, at: mail.sentAt.toISOString(), kind: 'mail' as const, id: mail.messageId, what: mail.template })),
    ...texts.map(({ id, kind, changedAt }) => ({
      ...quiet,
      at: changedAt.toISOString(),
      kind: 'mail' as const,
      id,
      what: `text:${kind.split('.')[1]}`,
    })),
    ...withoutUsedPromises(ledger).map((line, index) => ({
      ...quiet,
      at: line.postedAt.toISOString(),
      kind: 'money' as const,
      id: `money-${index}`,
      what: line.kind,
      amount: line.amount,
    })),
    ...noteEntries(notes).map((note) => ({ ...note, reason: null, amount: null })),
  ]);
}
