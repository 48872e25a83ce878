import { readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money, type CurrencyCode } from '#app/values/money.ts';
import type { PassengerDetails } from '../booking-draft.ts';
import { feeNow, isUnsure, wholeUntil } from '../correct-names.server.ts';
import { findLivingChange } from '../flight-changes-store.server.ts';
import { getFlightOrder } from '../flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { beforeTickets, correctable, correctionCloses, correctionClosed, isOver } from '../name-correction-rules.ts';
import { findCorrections, isLiving } from '../name-corrections-store.server.ts';
import { changePurpose } from '../pay-change.server.ts';
import { sentName } from '../ticket-name.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';

/**
 * Everything the page of an order's names shows: whose names stand on the tickets, what their airlines write otherwise and for
 * what, until when, and what was asked for. The caller has judged access.
 */
export async function openNames(platform: Platform, flights: Pick<Flights, 'geography'>, order: Order) {
  const { db, crypto, clock } = platform;
  const now = clock.now();
  const [{ contracts }, people, corrections, change, payments] = await Promise.all([
    getFlightOrder(db, order.id),
    readTravellers<PassengerDetails>(db, crypto, order.id),
    findCorrections(db, crypto, order.id),
    findLivingChange(db, order.id),
    findPaymentsOfOrder(db, order.id),
  ]);
  const open = correctable(contracts, now);
  const airlines = [...new Set(open.map(({ offer }) => offer.validatingAirline))];
  const written = change?.correction ? change : null;
  const paid = payments.some(
    ({ purpose, status }) =>
      written && purpose === changePurpose(written) && ['processing', 'requires_capture', 'succeeded', 'stuck'].includes(status),
  );
  return {
    reference: order.reference,
    status: order.status,
    closed: correctionClosed(order.status, contracts, now),
    /** Nobody has tickets yet: it is simply put right. */
    before: beforeTickets.includes(order.status),
    /** Until when the tickets can be given back whole, which ends with a correction; null where it is over anyway. */
    voidUntil: wholeUntil(contracts, now),
    closes: open.length > 0 ? new Date(correctionCloses(open)).toISOString() : null,
    travellers: people.map((person, position) => ({
      position,
      type: person.type,
      name: sentName(person, null),
      title: person.title ?? '',
      given: person.givenNames,
      surname: person.surname,
      single: person.singleName,
      /** Something is asked for this name already. */
      asked: corrections.some((one) => one.traveller === position && isLiving(one)),
    })),
    airlines: airlines.map((code) => ({ code, name: flights.geography.airline(code), ...nameRulesOf(code) })),
    corrections: corrections.map((one) => ({
      id: one.id,
      status: one.status,
      was: sentName(one.was, null),
      wanted: sentName(one.wanted, null),
      kind: one.kind,
      letters: one.letters,
      fee: moneyOf(one.status === 'asked' ? feeNow({ contracts }, one, now) : one.fee, one.currency),
      wantsDocument: one.paper,
      documentSeen: one.documentSeenBy !== null,
      askedAt: one.askedAt.toISOString(),
      /** Ended before the airline had said anything. */
      unheard: one.status === 'ended' && one.offeredAt === null && !isOver(order.status),
      /** Ended with its order. */
      gone: one.status === 'ended' && isOver(order.status),
      /** The airline, or one of several, may have the name already. */
      unsure: one.status === 'asked' && beforeTickets.includes(order.status) && isUnsure(one),
      /** The rest of its tickets keep the old name. */
      part: one.status === 'done' && one.reason !== null,
      offerEndsAt: one.offerEndsAt?.toISOString() ?? null,
      over: (one.offerEndsAt?.getTime() ?? 0) <= now,
      reason: one.reason,
      why: one.why,
      /** Some of its tickets have the name already. */
      half: one.written.length > 0 && isLiving(one),
      /** What is to be paid before the airline is asked, and until when; null where nothing is. */
      pays:
        written?.correction === one.id && written.difference > 0 && !paid && written.attempt === null
          ? { amount: money(written.difference, written.currency), until: written.expiresAt.toISOString() }
          : null,
    })),
  };
}

const moneyOf = (fee: number | null, currency: CurrencyCode) => (fee === null ? null : money(fee, currency));

export type OpenedNames = Awaited<ReturnType<typeof openNames>>;
