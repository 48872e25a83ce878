import { findTripAsStaff } from '#app/commerce/baskets/trip-of-order.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import { parseReference } from '#app/values/ids.ts';
import { plainText } from '#app/values/plain-text.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { readRecordDisputes } from '../../disputes/staff/read-record-disputes.server.ts';
import { moneyPosition } from '../../ledger/ledger-store.server.ts';
import { confirmCancel, keepOrder, quoteCancel } from '../../orders/cancel-order.server.ts';
import { findLinkedAsStaff } from '../../orders/find-linked.server.ts';
import { givenUp } from '../../orders/linked-rules.ts';
import { findByReference, findCancelQuote, readPeople } from '../../orders/orders-store.server.ts';
import type { Order } from '../../orders/orders.tables.ts';
import { owedOf } from '../../orders/owed-price.ts';
import { readRecordCheck } from '../../orders/staff/read-record-check.server.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '../../payments/payments-store.server.ts';
import { cardOf } from '../../payments/two-card-rules.ts';
import { openNotes } from '../../record-notes/open-notes.server.ts';
import { deskRecord, type RecordKind } from '../../record-notes/record-kinds.ts';
import type { ProductKind } from '../../product-contract.ts';
import type { ProductCounters } from '../../product-counter.ts';
import { bookingMachine } from '../booking-status.ts';
import { findBookings, findInstalments } from '../bookings-store.server.ts';
import { deskZone } from '../work-bookings.server.ts';
import { deadlineOf } from './booking-deadline.ts';
import { findWorkDue } from './booking-desk-store.server.ts';
import { readBookingLine } from './read-booking-line.server.ts';
import { cancelByOperator, refundCancelledByOperator } from '../operator-cancel.server.ts';

/** Bookings have the record of their kind; no other kind of order has bookings. */
function recordKindOf(kind: ProductKind): RecordKind {
  if (kind === 'holiday' || kind === 'experience' || kind === 'staycation' || kind === 'tailor-made') return kind;
  throw new Error(`No record of bookings for ${kind}`);
}

/** What the desk does with one order of a booking. */
export const bookingWorks = ['operator-cancel', 'refund', 'quote', 'cancel', 'keep'] as const;
export type BookingWork = (typeof bookingWorks)[number];

/** The order of a reference, if it is of this kind. */
export async function findBookingOrder(platform: Pick<Platform, 'db'>, kind: ProductKind, reference: string): Promise<Order | null> {
  const order = await findByReference(platform.db, parseReference(reference) ?? '-');
  return order?.kind === kind ? order : null;
}

/** One booked order for its desk: where it stands, who travels, what is paid, and what may be done now. */
export async function openBookingOrder(
  platform: Platform,
  counters: ProductCounters,
  viewer: Viewer,
  order: Order,
  language: LanguageCode,
) {
  const { db, crypto } = platform;
  const booked = await findBookings(db, order.id);
  const [booking] = booked;
  const desk = await openNotes(
    platform,
    viewer,
    deskRecord(recordKindOf(order.kind), {
      id: order.id,
      handle: order.reference,
      parts: booked.map(({ id }) => `bookings:${id}`),
    }),
  );
  const total = money(order.total, order.currency);
  const [description, parts, people, line, quoted, trip, disputes, check, position, owners, workDue, payments, refunds] = await Promise.all(
    [
      counters.of(order.kind).describe(order.id, language),
      findInstalments(db, order.id),
      readPeople(db, crypto, order),
      readBookingLine(db, order.id, booked, desk.notes),
      order.status === 'cancel_quoted' ? findCancelQuote(db, order.id) : null,
      findTripAsStaff(db, order.id),
      readRecordDisputes(db, viewer, order.id),
      readRecordCheck(db, viewer, order),
      moneyPosition(db, order.id, owedOf(order)),
      findStaffNames(db, order.assignedTo === null ? [] : [order.assignedTo]),
      booking ? findWorkDue(db, booking.id) : null,
      findPaymentsOfOrder(db, order.id),
      findRefundsOfOrder(db, order.id),
    ],
  );
  const deadline = deadlineOf(order, booking ?? null, { parts, quotedUntil: quoted?.expiresAt ?? null, workDue, zone: deskZone });
  const mayWork = may(viewer, 'products:edit');
  // Given back by its owner, or called off by us while its owner has yet to choose.
  const left = givenUp.includes(order.status) || booking?.status === 'operator_cancelled';
  const linked = left ? await findLinkedAsStaff(platform, counters, { viewer, language }, order) : [];
  const operator =
    booking && order.status === 'confirmed' && movesFrom(bookingMachine, booking.status, 'staff').includes('operator-cancel');
  return {
    title: description.title,
    trip,
    stillBooked: linked.map(({ reference, title }) => ({ reference, title })),
    disputes,
    check,
    reference: order.reference,
    status: order.status,
    standing: booking?.status ?? 'expired',
    facts: description.parts[0]?.facts ?? [],
    total,
    reduced: money(order.reduction, order.currency),
    bar: {
      now: platform.clock.now(),
      deadline: { kind: deadline.kind, at: deadline.at === null ? null : new Date(deadline.at).toISOString() },
      owner:
        order.assignedTo === null
          ? null
          : {
              name: owners.get(order.assignedTo) ?? '–',
              mine: viewer.kind === 'staff' && order.assignedTo === viewer.user.id,
            },
      position: position.position,
      termsEdition: order.termsEdition,
    },
    // Only where two cards pay it, or who collects it in four: what one card pays is told by the plan.
    cards: payments.some((payment) => cardOf(payment) !== null)
      ? payments.map((payment) => ({
          card: cardOf(payment),
          ending: payment.cardEnding,
          status: payment.status,
          amount: money(payment.amount, payment.currency),
        }))
      : [],
    refunds: refunds.map((refund) => ({
      id: refund.id,
      ending: payments.find(({ id }) => id === refund.paymentId)?.cardEnding ?? null,
      status: refund.status,
      amount: money(refund.amount, refund.currency),
      at: refund.createdAt.toISOString(),
    })),
    parts: parts.map(({ amount, dueOn, paidAt }) => ({ amount: money(amount, order.currency), dueOn, paid: paidAt !== null })),
    people: people.travellers.map((person) => `${person.givenNames} ${person.surname}`),
    desk,
    line,
    back: quoted?.terms.refund ?? null,
    moves: mayWork
      ? bookingWorks.filter((work) =>
          work === 'operator-cancel'
            ? operator
            : work === 'refund'
              ? booking?.status === 'operator_cancelled'
              : work === 'quote'
                ? order.status === 'confirmed' && booking?.status !== 'operator_cancelled'
                : order.status === 'cancel_quoted',
        )
      : [],
  };
}
export type BookingRecord = Awaited<ReturnType<typeof openBookingOrder>>;

interface AskedWork {
  readonly work: BookingWork;
  readonly reason: string;
  readonly sure: boolean;
}

/** What a form lacks, so that it is answered beside its fields: cancelling for the operator needs a reason and a second yes. */
export function missingOf({ work, reason, sure }: AskedWork): readonly ('reason' | 'sure')[] {
  if (work !== 'operator-cancel') return [];
  return [...(plainText(reason, 300).trim() === '' ? ['reason' as const] : []), ...(sure ? [] : ['sure' as const])];
}

/** Does what a form of the desk asks; false when it is refused. */
export async function workBookingOrder(
  platform: Platform,
  counters: ProductCounters,
  order: Order,
  asked: AskedWork & { readonly staffId: string },
): Promise<boolean> {
  const product = counters.product(order.kind);
  const ask = { orderId: order.id, by: 'staff', who: `staff:${asked.staffId}` } as const;
  const reason = plainText(asked.reason, 300).slice(0, 300);
  switch (asked.work) {
    case 'operator-cancel':
      return missingOf(asked).length === 0 && (await cancelByOperator(platform, product, { ...ask, reason })).ok;
    case 'refund':
      return (await refundCancelledByOperator(platform, product, ask)).ok;
    case 'quote':
      return (await quoteCancel(platform, product, ask)).ok;
    case 'keep':
      return (await keepOrder(platform, product, ask)).ok;
    case 'cancel':
      return (await confirmCancel(platform, product, { ...ask, ...(reason === '' ? {} : { reason }) })).ok;
  }
}
