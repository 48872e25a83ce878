import type { CancelTerms } from '#app/commerce/product-contract.ts';
import { keptAs, vatWithin, type PriceLine, type Quote } from '#app/commerce/pricing/quote.ts';
import type { Instant } from '#app/values/dates.ts';
import { money, roundHalfUp, type Money } from '#app/values/money.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { cancelTermsOf, type CancelCase } from '../refunds/cancel-rules.ts';
import type { FlightPurchase } from '../flight-price.ts';
import type { Passengers } from '../offer.ts';
import { checkCompanions, checkCounts, lapsOf, type PartyProblem, type TravelDates } from '../booking/passenger-eligibility.ts';
import { ticketsClosedBy, type TicketsClosed } from '../tickets/tickets-closed.ts';

/*
 * Some of the travellers of an order with tickets leave it, and the rest fly as booked: who may, what goes back of the price
 * for them, and what the price of the rest is. Pure, by the rules by which a whole order is cancelled.
 */

export type LeaveClosed = TicketsClosed | 'departed' | 'alone';

/** Why nobody can leave an order now; null when somebody can. `quoted`: it is asked about already, and may be asked about again. */
export function leaveClosed(
  order: { readonly status: string; readonly quoted: boolean; readonly flying: number },
  departs: Instant,
  now: Instant,
): LeaveClosed | null {
  if (order.status === 'change_quoted' && !order.quoted) return 'being-changed';
  if (order.status !== 'ticketed' && order.status !== 'change_quoted') return ticketsClosedBy(order.status);
  if (departs <= now) return 'departed';
  return order.flying < 2 ? 'alone' : null;
}

export type LeaveProblem = 'nobody-chosen' | 'all-leave' | 'no-adult-stays' | Exclude<PartyProblem, 'party-empty' | 'party-too-large'>;

/** Somebody who flies, by their place in the order. */
export type Flying = Pick<PassengerDetails, 'type' | 'birthDate'> & { readonly traveller: number };

export interface Leaving {
  /** Everybody who leaves, in their order: those who were chosen, and infants whose lap leaves. */
  readonly leaves: readonly number[];
  /** Infants among them who were not chosen. */
  readonly along: readonly number[];
}

/** Who leaves where these are chosen; the problem in words where the rest could not fly so. */
export function whoLeaves(flying: readonly Flying[], chosen: readonly number[], dates: TravelDates): Leaving | LeaveProblem {
  const named = flying.filter(({ traveller }) => chosen.includes(traveller)).map(({ traveller }) => traveller);
  if (named.length === 0) return 'nobody-chosen';
  const along = [...lapsOf(flying, dates)]
    .filter(([, adult]) => named.includes(flying[adult]!.traveller))
    .map(([infant]) => flying[infant]!.traveller)
    .filter((traveller) => !named.includes(traveller));
  const leaves = [...named, ...along].toSorted((a, b) => a - b);
  const stay = flying.filter(({ traveller }) => !leaves.includes(traveller));
  if (stay.length === 0) return 'all-leave';
  if (!stay.some(({ type }) => type === 'adult')) return 'no-adult-stays';
  const problem = checkCounts(countsOf(stay)) ?? checkCompanions(stay, dates);
  if (problem === 'party-empty' || problem === 'party-too-large') return 'all-leave';
  return problem ?? { leaves, along };
}

/** How many of each fly. */
export function countsOf(flying: readonly Pick<Flying, 'type'>[]): Passengers {
  const of = (type: Flying['type']) => flying.filter((one) => one.type === type).length;
  return { adults: of('adult'), children: of('child'), infants: of('infant') };
}

type Choices = Omit<FlightPurchase, 'contracts' | 'travellers' | 'left'>;

/** What was chosen for those who stay. */
export function choicesOfRest(choices: Choices, leaves: readonly number[]): Choices {
  const stays = (traveller: number) => !leaves.includes(traveller);
  const of = <Value>(record: Readonly<Record<string, Value>>, travellerOf: (key: string) => number) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => stays(travellerOf(key))));
  return {
    seats: choices.seats.filter(({ passenger }) => stays(passenger)),
    // `slice:passenger`, and `slice:passenger:piece` of those that were added.
    checkedBags: of(choices.checkedBags, (key) => Number(key.split(':')[1])),
    meals: of(choices.meals, (key) => Number(key.slice(key.lastIndexOf(':') + 1))),
    fastTrack: choices.fastTrack,
    insurance: choices.insurance,
  };
}

/** Phases of a policy whose lines are of the order as a whole, with whoever stands first in it. */
const ofTheOrder: readonly string[] = ['fee', 'tax', 'rounding'];

/** Off the whole order, shared by everybody by what they pay. */
const isShared = ({ kind, amount, each, travellers }: PriceLine) =>
  kind === 'absorbed' || (amount.amount < 0 && travellers.length > 1 && each.amount === amount.amount);

/** Off a kind of line, as `cancel-rules.ts` knows it. */
const isTakenOff = ({ kind, facts }: PriceLine) => kind === 'discount' && facts['on'] !== undefined;

/** Who of a line leaves. What is of the order as a whole stays with it, and so do the fees of changes that were made. */
function leaversOf(line: PriceLine, leaves: readonly number[]): number[] {
  const whole = ofTheOrder.includes(line.facts['phase'] ?? '') && line.travellers.length === 1;
  return whole || line.kind === 'change-fee' ? [] : line.travellers.filter((traveller) => leaves.includes(traveller));
}

/** The part of each line that is of those who leave, line by line; what nobody of them has is nothing. */
export function partOf(quote: Pick<Quote, 'lines' | 'perTraveller'>, leaves: readonly number[]): PriceLine[] {
  const own = quote.lines.map((line): PriceLine => {
    const travellers = leaversOf(line, leaves);
    return { ...line, travellers, amount: money(line.each.amount * travellers.length, line.each.currency) };
  });
  const charged = (lines: readonly PriceLine[]) => lines.reduce((sum, { amount }) => sum + Math.max(0, amount.amount), 0);
  const [ofThem, ofAll] = [charged(own), charged(quote.lines)];
  return quote.lines.map((line, index) => {
    const share = (part: number, whole: number): PriceLine => {
      const amount = money(whole > 0 ? -roundHalfUp((-line.amount.amount * part) / whole) : 0, line.amount.currency);
      return { ...line, travellers: [], each: amount, amount };
    };
    if (isTakenOff(line)) {
      const [part, whole] = [own, quote.lines].map((lines) =>
        lines
          .filter((one) => one.kind === line.facts['on'] && !isTakenOff(one) && one.vatBasisPoints === line.vatBasisPoints)
          .reduce((sum, { amount }) => sum + amount.amount, 0),
      ) as [number, number];
      return share(part, whole);
    }
    return isShared(line) ? share(ofThem, ofAll) : own[index]!;
  });
}

/** What goes back for those who leave, line by line of the price in force, by the rules of a whole cancellation. */
export function leaveTermsOf(order: CancelCase, leaves: readonly number[], now: Instant): CancelTerms {
  return cancelTermsOf({ ...order, quote: { ...order.quote, lines: partOf(order.quote, leaves) } }, now);
}

/**
 * The price of those who stay: every line of theirs as it was agreed, and what is kept of those who left, which is never given
 * back again. It is lower by exactly what goes back. `number`: of the change that it is.
 */
export function priceOfRest(before: Quote, leaves: readonly number[], terms: CancelTerms, number: number): Quote {
  const parts = partOf(before, leaves);
  const back = new Map(terms.lines.map((line) => [line.line, line.refunded.amount]));
  const rest = before.lines.flatMap((line, index): PriceLine[] => {
    const part = parts[index]!;
    const amount = money(line.amount.amount - part.amount.amount, line.amount.currency);
    if (isTakenOff(line) || isShared(line))
      return amount.amount === 0 ? [] : [{ ...withAmount(line, amount), travellers: [], each: amount }];
    const travellers = line.travellers.filter((traveller) => !part.travellers.includes(traveller));
    return travellers.length === 0 && line.travellers.length > 0 ? [] : [{ ...withAmount(line, amount), travellers }];
  });
  const kept = keptOf(before, parts, back).map(({ line, amount }, at): PriceLine => ({
    ...withAmount(line, amount),
    kind: 'change-fee',
    code: `left.${number}.${at}`,
    nameKey: 'price:changeFee.left',
    travellers: [leaves[0]!],
    each: amount,
    ruleId: null,
    facts: { left: String(number) },
  }));
  const left = [...new Set([...(before.left ?? []), ...leaves])].toSorted((a, b) => a - b);
  return { ...keptAs(before, [...rest, ...kept], { quotedAt: terms.quotedAt, expiresAt: terms.expiresAt }), left };
}

const withAmount = (line: PriceLine, amount: Money): PriceLine => ({ ...line, amount, vat: vatWithin(amount, line.vatBasisPoints) });

/** What is kept of the lines of those who leave, as it was taxed; what a discount took off is off it too. */
function keptOf(before: Quote, parts: readonly PriceLine[], back: ReadonlyMap<number, number>) {
  const groups = new Map<string, { readonly line: PriceLine; sum: number }>();
  for (const [index, part] of parts.entries()) {
    const kept = part.amount.amount - (back.get(index) ?? 0);
    if (kept === 0) continue;
    const key = `${part.vatCategory} ${part.vatBasisPoints} ${part.vatPlace ?? ''}`;
    const group = groups.get(key) ?? { line: part, sum: 0 };
    group.sum += kept;
    groups.set(key, group);
  }
  const largest = [...groups.values()].toSorted((a, b) => b.sum - a.sum);
  // What came off another kind of line than anything is kept of comes off the largest of it.
  for (const group of largest.slice(1))
    if (group.sum < 0) {
      largest[0]!.sum += group.sum;
      group.sum = 0;
    }
  return largest.filter(({ sum }) => sum !== 0).map(({ line, sum }) => ({ line, amount: money(sum, before.currency) }));
}
