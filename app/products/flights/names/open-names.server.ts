import { findStaffNames } from '#app/platform/access-store.server.ts';
import { readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money, type CurrencyCode, type Money } from '#app/values/money.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { feeNow, findHolders, isUnsure, restOf, wholeUntil } from './correct-names.server.ts';
import { findChanges } from '../change/flight-changes-store.server.ts';
import { flyingOf, getFlightOrder, type FlightOrder } from '../order/flight-store.server.ts';
import type { FlightChange } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import {
  correctable,
  correctionCloses,
  correctionClosed,
  feeOf,
  isOver,
  settlesBefore,
  shortOf,
  sumOfTakes,
  untouchedBy,
} from './name-correction-rules.ts';
import { findCorrections, isLiving, type NameCorrection } from './name-corrections-store.server.ts';
import { changePurpose } from '../change/change-purpose.ts';
import { sentName } from '../tickets/ticket-name.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';

/**
 * Everything the page of an order's names shows: whose names stand on the tickets, what their airlines write otherwise and for
 * what, until when, and what was asked for. The caller has judged access.
 */
export async function openNames(platform: Platform, flights: Pick<Flights, 'geography'>, order: Order, clerk: NameClerk | null = null) {
  const { db, crypto, clock } = platform;
  const now = clock.now();
  const [flightOrder, people, corrections, changes, payments] = await Promise.all([
    getFlightOrder(db, order.id),
    readTravellers<PassengerDetails>(db, crypto, order.id),
    findCorrections(db, crypto, order.id),
    findChanges(db, order.id),
    findPaymentsOfOrder(db, order.id),
  ]);
  const { contracts } = flightOrder;
  const change = changes.find(({ status }) => status === 'quoted' || status === 'accepted') ?? null;
  const writers =
    clerk === null
      ? new Map<string, string>()
      : await findStaffNames(
          db,
          corrections.flatMap(({ feeBy }) => (feeBy ? [staffIdOf(feeBy)] : [])),
        );
  const before = settlesBefore(order.status);
  const backBegun = new Set<string>();
  if (before)
    for (const { id } of corrections.filter(({ status }) => status === 'asked'))
      if ((await findHolders(db, order.id, id)).backBegun) backBegun.add(id);
  const closed = correctionClosed(order.status, contracts, now);
  /** Of which tickets an earlier correction can be asked for again. */
  const againOf = (one: NameCorrection): readonly number[] => {
    const ofTheirs = corrections.filter(({ traveller }) => traveller === one.traveller);
    const newest = ofTheirs.find(({ status, written: has }) => status === 'done' && has.length > 0);
    if (closed !== null || newest !== one || ofTheirs.some(isLiving)) return [];
    const person = people[one.traveller]!;
    return restOf(person, person, ofTheirs, contracts, now)?.left ?? [];
  };
  const airlineOf = ({ offer }: FlightOrder['contracts'][number]) => flights.geography.airline(offer.validatingAirline);
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
    closed,
    /** Nobody has tickets yet: it is simply put right. */
    before,
    /** Until when the tickets can be given back whole, which ends with a correction; null where it is over anyway. */
    voidUntil: wholeUntil(contracts, now),
    closes: open.length > 0 ? new Date(correctionCloses(open)).toISOString() : null,
    travellers: flyingOf(flightOrder).map((position) => {
      const person = people[position]!;
      return {
        position,
        type: person.type,
        name: sentName(person, null),
        title: person.title ?? '',
        given: person.givenNames,
        surname: person.surname,
        single: person.singleName,
        /** Something is asked for this name already. */
        asked: corrections.some((one) => one.traveller === position && isLiving(one)),
      };
    }),
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
      unsure: one.status === 'asked' && before && isUnsure(one),
      /** The name before is being put back, and the new one does not go out again. */
      backBegun: backBegun.has(one.id),
      /** The rest of its tickets keep the old name. */
      part: one.status === 'done' && (one.reason !== null || one.leftOut.length > 0),
      /** How it stands with each of several airlines; none where there is only one. */
      airlines:
        contracts.length < 2
          ? []
          : contracts.map((contract) => ({
              position: contract.position,
              airline: airlineOf(contract),
              flights: contract.offer.slices.flatMap(({ segments }) => segments.map(({ flight }) => flight)),
              ...standingOf(contract.position, one, changes, correctable(contracts, now), before, paid),
            })),
      /** Of what the desk writes down an answer: those that have not the name, with what their rules name. */
      asks: untouchedBy(correctable(contracts, now), one)
        .filter(({ position }) => one.written.length === 0 || !one.leftOut.includes(position))
        .map((contract) => ({
          position: contract.position,
          airline: airlineOf(contract),
          rule: moneyOf(feeOf(one, nameRulesOf(contract.offer.validatingAirline).correction), one.currency),
        })),
      /** What was paid for tickets that keep the old name, and goes back. */
      returned: moneyOf(
        one.written.length === 0
          ? null
          : sumOfTakes(one.takes.filter(({ contract, whole }) => !whole && one.leftOut.includes(contract))) || null,
        one.currency,
      ),
      again: againOf(one).map((position) => airlineOf(contracts[position]!)),
      /** What waits for a second person, for the desk alone. */
      second:
        clerk !== null && one.feeWaits
          ? {
              seen: one.feeAt!.toISOString(),
              by: writers.get(staffIdOf(one.feeBy!)) ?? '–',
              own: one.feeBy === clerk.who,
              mayDecide: one.feeBy !== clerk.who && clerk.decides,
              reason: one.feeReason!,
              short: money(shortOf(one.takes), one.currency),
              takes: one.takes.map(({ contract, fee, rule }) => ({
                airline: airlineOf(contracts[contract]!),
                fee: money(fee, one.currency),
                rule: moneyOf(rule, one.currency),
              })),
              leftOut: one.leftOut.map((position) => airlineOf(contracts[position]!)),
            }
          : null,
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

/** A colleague who looks at the page, as the audit names them, and whether they are a second person for a fee. */
export interface NameClerk {
  readonly who: string;
  readonly decides: boolean;
}

const staffIdOf = (who: string) => who.slice('staff:'.length);

/** `has`: its tickets have the name; `left`: its airline does not do it; `failed`: it did not the last time. */
export type AirlineStanding = 'has' | 'writing' | 'pays' | 'left' | 'failed' | 'late' | 'waits' | 'keeps';

function standingOf(
  position: number,
  one: NameCorrection,
  changes: readonly FlightChange[],
  open: readonly { readonly position: number }[],
  before: boolean,
  paid: boolean,
): { readonly standing: AirlineStanding; readonly fee: Money | null; readonly why: string | null } {
  const take = one.takes.find(({ contract }) => contract === position);
  const fee = take && !one.feeWaits ? money(take.fee, one.currency) : null;
  const say = (standing: AirlineStanding, why: string | null = null) => ({ standing, fee, why });
  // Before there were tickets everybody was told.
  if (one.status === 'done' && one.written.length === 0) return say('has');
  if (one.written.includes(position) || one.told.includes(position)) return say('has');
  if (one.leftOut.includes(position) && !one.feeWaits) return say('left');
  if (!isLiving(one)) return say('keeps');
  const own = changes.filter((each) => each.correction === one.id && each.contract === position);
  const living = own.find(({ status }) => status === 'accepted');
  if (living) return say(living.difference > 0 && living.attempt === null && !paid ? 'pays' : 'writing');
  if (!open.some((each) => each.position === position)) return say('late');
  const last = own[0];
  if (one.status === 'asked' && last?.status === 'failed') return say('failed', last.why);
  if (before && one.status === 'asked' && one.told.length === position) return say('failed', one.why);
  return say('waits');
}

const moneyOf = (fee: number | null, currency: CurrencyCode) => (fee === null ? null : money(fee, currency));

export type OpenedNames = Awaited<ReturnType<typeof openNames>>;
