import type { Charge, PriceLine, Quote, VatRule } from '#app/commerce/pricing/quote.ts';
import { instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { minimumConnection } from '../engine/connection-rules.ts';
import type { FlightPurchase } from '../flight-price.ts';
import type { FareBrand, FareRule, Offer, Segment } from '../offer.ts';

/*
 * What changing the flights of a ticketed order costs (rules 38 and 45), and when it may be asked for: pure, from the fare
 * rules that were sold with it.
 */

/** A quote for a change is honoured this long, and this long the difference may be paid. */
export const changeQuoteMs = 15 * minuteMs;
export const changePayMs = 30 * minuteMs;
/** Airlines close their changes before the flight, and new flights must not leave sooner. */
export const changeClosesMs = 120 * minuteMs;
/**
 * Money and work may come this much after the time to pay; then the change is let be. With the life of a quote and the
 * time to pay it is less than `changeClosesMs`: no agreed flight has left by then.
 */
export const changeGraceMs = 60 * minuteMs;
/** Our own work on a change, for the whole order, VAT included. */
export const ourFee = money(5_000, 'AED');

export type ChangeClosed = 'not-ticketed' | 'too-late' | 'not-allowed' | 'unknown-rule';

/** Why this contract's flights cannot be changed now; null when they can. */
export function changeClosed(
  status: string,
  brand: Pick<FareBrand, 'changeBefore' | 'directions'>,
  departs: Instant,
  now: Instant,
): ChangeClosed | null {
  if (status !== 'ticketed' && status !== 'change_quoted') return 'not-ticketed';
  if (departs - now < changeClosesMs) return 'too-late';
  // One direction that may be changed is enough to ask.
  const refusals = (brand.directions ?? [brand]).map(({ changeBefore }) => refusedBy(changeBefore));
  return refusals.includes(null) ? null : refusals.includes('unknown-rule') ? 'unknown-rule' : 'not-allowed';
}

/** Why a rule does not let flights be changed; null when it does. */
export function refusedBy({ permission }: FareRule): Extract<ChangeClosed, 'not-allowed' | 'unknown-rule'> | null {
  if (permission === 'allowed') return null;
  return permission === 'unknown' ? 'unknown-rule' : 'not-allowed';
}

/** The rule a change goes by: that of the direction that changes where families differ, the whole ticket's when both do. */
export function ruleOfChange(brand: FareBrand, was: Pick<Offer, 'slices'>, wanted: Pick<Offer, 'slices'>): FareRule {
  if (!brand.directions) return brand.changeBefore;
  const flown = (offer: Pick<Offer, 'slices'>, at: number) => offer.slices[at]?.segments.map(nameOf).join();
  const changed = brand.directions.filter((_, at) => flown(was, at) !== flown(wanted, at));
  return changed.length === 1 ? changed[0]!.changeBefore : brand.changeBefore;
}

const segmentsIn = (offer: Pick<Offer, 'slices'>) => offer.slices.flatMap(({ segments }) => segments);
/** A flight keeps its name when the airline moves its times on the day. */
const nameOf = ({ flight, from, departs }: Pick<Segment, 'flight' | 'from' | 'departs'>) =>
  `${flight} ${from} ${departs.local.slice(0, 10)}`;

/** When the first of these flights leaves that had not left by a moment; null: all of them had. */
export function nextDeparture(offer: Pick<Offer, 'slices'>, by: Instant): Instant | null {
  const next = segmentsIn(offer).find(({ departs }) => Date.parse(departs.utc) > by);
  return next ? instant(Date.parse(next.departs.utc)) : null;
}

export type NotInstead = 'other-route' | 'other-airline' | 'same-flights' | 'too-soon' | 'overlaps' | 'too-tight';

/** When flights leave and arrive. */
interface Flown {
  readonly departs: string;
  readonly arrives: string;
}

/**
 * Why an offer cannot stand for the flights of a contract; null when it can. `around`: the order's other flights, those of
 * the contracts before it and after it. The directions stay in their order: who comes back before they went has no journey.
 */
export function notInstead(
  was: Offer,
  wanted: Offer,
  around: { readonly before: readonly Flown[]; readonly after: readonly Flown[] },
  now: Instant,
): NotInstead | null {
  const ends = (offer: Offer) => offer.slices.map(({ from, to }) => `${from}-${to}`).join(' ');
  if (ends(was) !== ends(wanted)) return 'other-route';
  if (was.validatingAirline !== wanted.validatingAirline || was.supplier !== wanted.supplier) return 'other-airline';
  // What was sold on one ticket is exchanged for one ticket, and what was sold on several for no more of them.
  if (wanted.tickets > was.tickets) return 'other-airline';
  if (segmentsIn(was).map(nameOf).join() === segmentsIn(wanted).map(nameOf).join()) return 'same-flights';
  return unfitTimes(segmentsIn(wanted), around, now);
}

/**
 * Why flights do not fit by their times; null when they do. Those of the first directions alone are judged as far as they go, so
 * that nobody chooses what is refused in the end.
 */
export function unfitTimes(
  segments: readonly Segment[],
  around: { readonly before: readonly Flown[]; readonly after: readonly Flown[] },
  now: Instant,
): Extract<NotInstead, 'too-soon' | 'overlaps' | 'too-tight'> | null {
  const [first, last] = [Date.parse(segments[0]!.departs.utc), Date.parse(segments.at(-1)!.arrives.utc)];
  if (first - now < changeClosesMs) return 'too-soon';
  const clashes = segments.some(
    ({ departs, arrives }, index) =>
      index > 0 && Date.parse(departs.utc) < Date.parse(segments[index - 1]!.arrives.utc) && arrives.utc !== '',
  );
  const crosses =
    around.before.some(({ arrives }) => Date.parse(arrives) > first) || around.after.some(({ departs }) => Date.parse(departs) < last);
  if (clashes || crosses) return 'overlaps';
  // Nobody waits for whoever comes with another ticket: bags come off the belt and are dropped again.
  const least = minimumConnection.selfTransfer * minuteMs;
  const tight =
    around.before.some(({ arrives }) => Date.parse(arrives) + least > first) ||
    around.after.some(({ departs }) => Date.parse(departs) - least < last);
  return tight ? 'too-tight' : null;
}

/**
 * What was bought with other flights in it. A seat stays where its flight does, under its new number; seats on flights that
 * are none any more fall away, and meals with them.
 * `seatsLost`: positions in the contract of flights on which the airline took the chosen seats away.
 */
export function purchaseAfter(
  purchase: FlightPurchase,
  contract: number,
  offer: Offer,
  brand: FareBrand,
  seatsLost: readonly number[] = [],
): FlightPurchase {
  const contracts = purchase.contracts.map((each, index) => (index === contract ? { offer, brand } : each));
  const was = purchase.contracts.flatMap((each, index) => segmentsIn(each.offer).map((segment) => ({ segment, index })));
  const is = contracts.flatMap((each, index) => segmentsIn(each.offer).map((segment) => ({ segment, index })));
  const first = is.findIndex(({ index }) => index === contract);
  const seats = purchase.seats.flatMap((seat) => {
    const old = was[seat.segment];
    const segment = is.findIndex(
      (one, at) =>
        !(one.index === contract && seatsLost.includes(at - first)) &&
        one.index === old?.index &&
        nameOf(one.segment) === nameOf(old.segment) &&
        one.segment.cabin === old.segment.cabin,
    );
    return segment < 0 ? [] : [{ ...seat, segment }];
  });
  return { ...purchase, contracts, seats };
}

/** The fees of a change: the airline's by the rule of the family that was sold, taxed as the carriage it is part of, and ours. */
export function changeFees(change: {
  number: number;
  rule: FareBrand['changeBefore'];
  travellers: readonly number[];
  carriage: VatRule;
}): Charge[] {
  const everybody = change.travellers;
  const penalty = change.rule.penalty;
  return [
    ...(penalty && penalty.amount > 0 ? [fee(`${change.number}.airline`, everybody, penalty, change.carriage)] : []),
    fee(`${change.number}.ours`, everybody.slice(0, 1), ourFee),
  ];
}

/** What earlier changes cost stays part of the price. */
export function earlierFees({ lines }: Pick<Quote, 'lines'>): Charge[] {
  return lines.filter(({ kind }) => kind === 'change-fee').map(feeAgain);
}

/** Of flights that cost less, what the airline keeps where its rule gives nothing back. */
export function keptFee(number: number, amount: Money, carriage: VatRule): Charge {
  return fee(`${number}.kept`, [0], amount, carriage);
}

function fee(code: string, travellers: readonly number[], each: Money, vat?: VatRule): Charge {
  const nameKey = `price:changeFee.${code.split('.')[1]}`;
  return { kind: 'change-fee', code, nameKey, travellers, each, ...(vat ? { vat } : {}) };
}

function feeAgain({ code, nameKey, travellers, each, vatCategory, vatBasisPoints, facts }: PriceLine): Charge {
  return { kind: 'change-fee', code, nameKey, travellers, each, facts, vat: { category: vatCategory, basisPoints: vatBasisPoints } };
}
