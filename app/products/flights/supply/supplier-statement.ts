import type { CancelTerms } from '#app/commerce/product-contract.ts';
import type { PriceLine, PriceLineKind } from '#app/commerce/pricing/quote.ts';
import { addDays, addMonths, calendarDate, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { money, sumMoney, type CurrencyCode, type Money } from '#app/values/money.ts';

/*
 * What we owe a supplier: the net of every ticketed order whose money the ledger shows as taken, on the day it was
 * taken; and back from it what an airline returns of an order that ended, on the day it ended.
 */

/** One order as the books hold it; instants are ISO in UTC. */
export interface BookedOrder {
  readonly reference: string;
  readonly currency: CurrencyCode;
  readonly lines: readonly PriceLine[];
  /** By position. */
  readonly contracts: readonly { readonly supplier: string; readonly locator: string | null }[];
  readonly capturedAt: string;
  /** Null while it stands. */
  readonly endedAt: string | null;
  /** Its tickets were taken back inside the void window: everything comes back. */
  readonly voided: boolean;
  /** Of the cancellation it ended by; null without one. */
  readonly terms: CancelTerms | null;
  /** What was sold to those who left it before, and what of that came back; absent where nobody did. */
  readonly left?: readonly LeftPart[];
}

/** What those who left at one moment had of a supplier. */
export interface LeftPart {
  readonly at: string;
  readonly lines: readonly PriceLine[];
  readonly voided: boolean;
  readonly terms: CancelTerms;
}

export interface StatementLine {
  readonly at: string;
  readonly reference: string;
  readonly locator: string | null;
  readonly kind: 'sale' | 'return';
  readonly fares: Money;
  readonly taxes: Money;
  readonly extras: Money;
  /** The sum of the three; negative for a return. */
  readonly owed: Money;
}

const extras: readonly PriceLineKind[] = ['seat', 'bag', 'meal'];
/** What is bought of a supplier; every other line is ours. */
const bought: readonly PriceLineKind[] = ['fare', 'tax', ...extras];

/** Lines of one supplier from `from` (included) to `until` (not), oldest first. */
export function statementOf(supplier: string, orders: readonly BookedOrder[], from: string, until: string): StatementLine[] {
  const within = (at: string | null) => at !== null && at >= from && at < until;
  return orders
    .flatMap((order): StatementLine[] => [
      ...(within(order.capturedAt)
        ? [lineOf(supplier, withThoseWhoLeft(order), 'sale', order.capturedAt, ({ amount }) => amount.amount)]
        : []),
      ...(order.left ?? [])
        .filter(({ at }) => within(at))
        .map((part) => lineOf(supplier, { ...order, lines: part.lines }, 'return', part.at, (line, at) => -returned(part, line, at)))
        .filter(({ owed }) => owed.amount !== 0),
      ...(within(order.endedAt)
        ? [lineOf(supplier, order, 'return', order.endedAt!, (line, at) => -returned(order, line, at))].filter(
            ({ owed }) => owed.amount !== 0,
          )
        : []),
    ])
    .toSorted((a, b) => (a.at === b.at ? (a.reference < b.reference ? -1 : 1) : a.at < b.at ? -1 : 1));
}

/** It was sold to everybody. */
const withThoseWhoLeft = (order: BookedOrder): BookedOrder => ({
  ...order,
  lines: [...order.lines, ...(order.left ?? []).flatMap(({ lines }) => lines)],
});

/** What an order that ended brings back from the supplier of each of its contracts, minor units, as its statement will have it. */
export function returnsOf(order: Pick<BookedOrder, 'lines' | 'contracts' | 'voided' | 'terms'>): number[] {
  const back = order.contracts.map(() => 0);
  for (const [at, line] of order.lines.entries()) {
    const contract = Number(line.facts['contract'] ?? 0);
    if (bought.includes(line.kind) && contract < back.length) back[contract]! += returned(order, line, at);
  }
  return back;
}

/** The sums of a statement, one for each currency. */
export function owedOf(lines: readonly StatementLine[]): Money[] {
  return [...Map.groupBy(lines, ({ owed }) => owed.currency)].map(([currency, those]) =>
    sumMoney(
      those.map(({ owed }) => owed),
      currency,
    ),
  );
}

/** Minor units of a line that come back from the airline. */
function returned({ voided, terms }: Pick<BookedOrder, 'voided' | 'terms'>, line: PriceLine, at: number): number {
  return voided ? line.amount.amount : (terms?.lines.find((each) => each.line === at)?.refunded.amount ?? 0);
}

function lineOf(
  supplier: string,
  order: BookedOrder,
  kind: StatementLine['kind'],
  at: string,
  amountOf: (line: PriceLine, at: number) => number,
): StatementLine {
  const sum = (kinds: readonly PriceLineKind[]) => {
    let all = 0;
    order.lines.forEach((line, position) => {
      // Extras sold before they named their contract count to the first of a journey bought in two.
      const contract = order.contracts[Number(line.facts['contract'] ?? 0)];
      if (kinds.includes(line.kind) && contract?.supplier === supplier) all += amountOf(line, position);
    });
    return money(all, order.currency);
  };
  const [fares, taxes, more] = [sum(['fare']), sum(['tax']), sum(extras)];
  return {
    at,
    reference: order.reference,
    locator: order.contracts.find((contract) => contract.supplier === supplier)?.locator ?? null,
    kind,
    fares,
    taxes,
    extras: more,
    owed: sumMoney([fares, taxes, more], order.currency),
  };
}

export interface StatementMonth {
  /** YYYY-MM, as calendars in Dubai have it. */
  readonly month: string;
  /** Instants, ISO in UTC; the second is not included. */
  readonly from: string;
  readonly until: string;
  readonly before: string;
  /** Null for the month that is running. */
  readonly next: string | null;
}

/** A month by its name; the one that is running for anything that is not a past month. */
export function statementMonth(asked: string | null, today: CalendarDate): StatementMonth {
  const named = /^\d{4}-\d{2}$/.test(asked ?? '') ? parseCalendarDate(`${asked}-01`) : null;
  const first = named !== null && named >= '2020-01-01' && named <= today ? named : calendarDate(`${today.slice(0, 7)}-01`);
  const next = addMonths(first, 1);
  // The Emirates keep no summer time.
  const begins = (day: string) => new Date(`${day}T00:00:00+04:00`).toISOString();
  return {
    month: first.slice(0, 7),
    from: begins(first),
    until: begins(next),
    before: addMonths(first, -1).slice(0, 7),
    next: next <= today ? next.slice(0, 7) : null,
  };
}

/** By when a statement is paid: so many days after its month. */
export function payBy({ month }: StatementMonth, paymentDays: number): CalendarDate {
  return addDays(addMonths(calendarDate(`${month}-01`), 1), paymentDays - 1);
}
