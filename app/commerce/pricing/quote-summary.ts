import { addMoney, type Money } from '#app/values/money.ts';
import type { PriceLine, PriceLineKind, Quote } from './quote.ts';

/** Lines of one kind (and, for fares, one type of traveller; for lines with words of their own, each) as a traveller reads them; their sum is the quote's total. */
export interface SummaryLine {
  readonly kind: PriceLineKind;
  /** Traveller type of a fare; null otherwise. */
  readonly traveller: string | null;
  /** How many travellers it concerns. */
  readonly travellers: number;
  readonly amount: Money;
  readonly vat: Money;
  /** Seats, meal codes or airports, in the order of the lines. */
  readonly marks: readonly string[];
}

/** A quote with its many lines drawn together for a narrow panel. Adds up to the same total. */
export function summarise(quote: Pick<Quote, 'lines'>): SummaryLine[] {
  const groups = new Map<string, { first: PriceLine; amount: Money; vat: Money; whom: Set<number>; marks: string[] }>();
  for (const line of quote.lines) {
    const traveller = line.kind === 'fare' ? (line.facts.traveller ?? null) : null;
    const key = `${line.kind}|${traveller ?? ''}|${line.facts.words ?? ''}`;
    const group = groups.get(key);
    const mark = line.facts.seat ?? line.facts.meal ?? line.facts.airport ?? line.facts.words;
    if (!group) {
      groups.set(key, { first: line, amount: line.amount, vat: line.vat, whom: new Set(line.travellers), marks: mark ? [mark] : [] });
      continue;
    }
    group.amount = addMoney(group.amount, line.amount);
    group.vat = addMoney(group.vat, line.vat);
    for (const one of line.travellers) group.whom.add(one);
    if (mark && !group.marks.includes(mark)) group.marks.push(mark);
  }
  return [...groups.values()].map(({ first, amount, vat, whom, marks }) => ({
    kind: first.kind,
    traveller: first.kind === 'fare' ? (first.facts.traveller ?? null) : null,
    travellers: whom.size,
    amount,
    vat,
    marks,
  }));
}
