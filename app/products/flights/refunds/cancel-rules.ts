import type { CancelLine, CancelTerms } from '#app/commerce/product-contract.ts';
import type { PriceLine, Quote } from '#app/commerce/pricing/quote.ts';
import { instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { money, roundHalfUp, sumMoney, zero, type Money } from '#app/values/money.ts';
import type { FareBrand, FareRule } from '../offer.ts';
import { comesBack } from './tax-refunds.ts';

/*
 * What cancelling a flight order gives back (rules 38, 39 and 42), or what was never flown: pure, from the price that was paid and the fare rules
 * that were sold with it.
 */

/** After ticketing the traveller may change their mind for an hour and gets everything back, our fee too. */
export const regretMs = 60 * minuteMs;
/** A cancellation quote is honoured this long. */
const quoteLifeMs = 30 * minuteMs;

export interface CancelCase {
  readonly quote: Quote;
  readonly snapshot: number;
  /** By contract: its fare family, when it departs, and until when its tickets can be voided. */
  readonly contracts: readonly { readonly brand: FareBrand; readonly departs: Instant; readonly voidUntil: Instant | null }[];
  /** Null: not ticketed, nothing paid. */
  readonly ticketedAt: Instant | null;
  /** The airline changed its schedule so far that everything goes back, our fees too. */
  readonly airlineChanged?: boolean;
  /** The airline says that nobody of it boarded. */
  readonly noShow?: boolean;
}

export function cancelTermsOf(order: CancelCase, now: Instant): CancelTerms {
  const window = windowOf(order, now);
  const plain = order.quote.lines.map((line) => (isTakenOff(line) ? null : refundOf(line, window, order, now)));
  const lines = order.quote.lines.map((line, index): CancelLine & { unknown: boolean } => {
    const back = isTakenOff(line) ? takenBack(line, order.quote.lines, plain) : plain[index]!;
    return { line: index, nameKey: line.nameKey, paid: line.amount, refunded: back ?? zero(line.amount.currency), unknown: back === null };
  });
  const sum = sumMoney(
    lines.map((line) => line.refunded),
    order.quote.currency,
  );
  const unknown = lines.some((line) => line.unknown);
  // A rise the house carried, or a discount, may outweigh what little a fare gives back.
  const floored = sum.amount < 0 ? lines.map((line) => ({ ...line, refunded: zero(line.paid.currency) })) : lines;
  return {
    window,
    snapshot: order.snapshot,
    lines: floored.map(({ unknown: _unknown, ...line }) => line),
    refund: unknown ? null : money(Math.max(0, sum.amount), sum.currency),
    quotedAt: new Date(now).toISOString(),
    expiresAt: new Date(endOf(window, order, now)).toISOString(),
  };
}

function windowOf(order: Pick<CancelCase, 'contracts' | 'ticketedAt' | 'airlineChanged' | 'noShow'>, now: Instant): CancelTerms['window'] {
  if (order.ticketedAt === null) return 'unpaid';
  if (order.noShow) return 'no-show';
  if (order.airlineChanged) return 'airline-changed';
  const departed = order.contracts.some(({ departs }) => departs <= now);
  const voidable = !departed && order.contracts.every(({ voidUntil }) => voidUntil !== null && now < voidUntil);
  if (!voidable) return 'fare-rules';
  return now < order.ticketedAt + regretMs ? 'regret' : 'void';
}

/** Until when everything comes back (`regret`), or all but our fee (`void`), as things stand; null where the fare's rules count. */
export function freeToCancel(
  order: Pick<CancelCase, 'contracts' | 'ticketedAt'>,
  now: Instant,
): { readonly window: 'regret' | 'void'; readonly until: Instant } | null {
  const window = windowOf(order, now);
  if (window !== 'regret' && window !== 'void') return null;
  const ends = order.contracts.map(({ voidUntil }) => voidUntil as number);
  return { window, until: instant(window === 'regret' ? Math.min(order.ticketedAt! + regretMs, ...ends) : Math.min(...ends)) };
}

/** The quote ends no later than the window it was made for. */
function endOf(window: CancelTerms['window'], order: CancelCase, now: Instant): number {
  const usual = now + quoteLifeMs;
  if (window === 'no-show') return usual;
  if (window === 'unpaid' || window === 'fare-rules' || window === 'airline-changed') {
    const next = order.contracts.map(({ departs }) => departs as number).filter((departs) => departs > now);
    return Math.min(usual, ...next);
  }
  const voids = order.contracts.map(({ voidUntil }) => voidUntil as number);
  return window === 'regret' ? Math.min(usual, order.ticketedAt! + regretMs, ...voids) : Math.min(usual, ...voids);
}

/** Null: the airline has not said. */
function refundOf(line: PriceLine, window: CancelTerms['window'], order: CancelCase, now: Instant): Money | null {
  const nothing = zero(line.amount.currency);
  // What was kept of somebody who left stays kept, whatever becomes of the rest.
  if (line.facts['left'] !== undefined) return nothing;
  if (window === 'unpaid') return nothing;
  if (window === 'regret' || window === 'airline-changed') return line.amount;
  if (window === 'void') return line.kind === 'service-fee' ? nothing : line.amount;
  const contract = order.contracts[Number(line.facts['contract'] ?? 0)] ?? order.contracts[0]!;
  const missed = window === 'no-show';
  const departed = contract.departs <= now;
  const flown = departed && !missed;
  const rule = missed ? contract.brand.noShow : departed ? contract.brand.refundAfter : contract.brand.refundBefore;
  switch (line.kind) {
    case 'fare':
      return fareBack(line, rule);
    case 'tax':
      // Airport taxes of flights not flown are owed back on every fare; after departure only the airline can tell which.
      if (!comesBack(line.facts['taxCode'] ?? '')) return rule.permission === 'allowed' ? line.amount : nothing;
      return flown ? (rule.permission === 'allowed' ? line.amount : nothing) : line.amount;
    case 'seat':
    case 'bag':
    case 'meal':
      return rule.permission === 'allowed' && !departed ? line.amount : nothing;
    case 'fast-track':
    case 'insurance':
      return departed ? nothing : line.amount;
    case 'discount':
    case 'absorbed':
      return line.amount;
    case 'markup':
    case 'service-fee':
    case 'change-fee':
    // Of other products, which no flight order holds.
    case 'government-fee':
    case 'centre-fee':
    case 'visa-fee':
    case 'courier':
    case 'tour':
    case 'room':
    case 'activity':
    case 'stay':
    case 'tailor-made':
    case 'extra':
    case 'service-charge':
    case 'municipality-fee':
    case 'tourism-fee':
      return nothing;
  }
}

/** Off a kind of line, by a rule of ours. */
const isTakenOff = ({ kind, facts }: PriceLine) => kind === 'discount' && facts['on'] !== undefined;

/** A discount follows what it was taken off: of a fare that gives back half, half of it comes off what goes back. */
function takenBack(discount: PriceLine, lines: readonly PriceLine[], back: readonly (Money | null)[]): Money {
  const off = lines.flatMap((line, index) =>
    line.kind === discount.facts['on'] && !isTakenOff(line) && line.vatBasisPoints === discount.vatBasisPoints ? [index] : [],
  );
  const paid = off.reduce((sum, index) => sum + lines[index]!.amount.amount, 0);
  const returned = off.reduce((sum, index) => sum + (back[index]?.amount ?? 0), 0);
  const { amount, currency } = discount.amount;
  return paid <= 0 || returned <= 0 ? zero(currency) : money(-roundHalfUp((-amount * returned) / paid), currency);
}

/** The penalty is per traveller and never eats more than the fare. */
function fareBack(line: PriceLine, rule: FareRule): Money | null {
  if (rule.permission === 'unknown') return null;
  if (rule.permission === 'not-allowed') return zero(line.amount.currency);
  const each = Math.max(0, line.each.amount - (rule.penalty?.amount ?? 0));
  return money(each * line.travellers.length, line.amount.currency);
}
