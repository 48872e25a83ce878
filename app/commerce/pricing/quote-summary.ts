import { addMoney, sumMoney, type CurrencyCode, type Money } from '#app/values/money.ts';
import type { PriceLine, PriceLineKind, Quote } from './quote.ts';

/** Lines of one kind (and, for fares, one type of traveller; for lines with words of their own, each) as a traveller reads them; their sum is the quote's total. */
export interface SummaryLine {
  readonly kind: PriceLineKind;
  /**
   * What it is called: its kind, but for a tax of our own rules, which is no airline's, for what a voucher took off, and for the
   * fees of a change, each by whose it is and what for.
   */
  readonly words: LineWord;
  /** Traveller type of a fare; null otherwise. */
  readonly traveller: string | null;
  /** How many travellers it concerns. */
  readonly travellers: number;
  readonly amount: Money;
  readonly vat: Money;
  /** Seats, meal codes or airports, in the order of the lines. */
  readonly marks: readonly string[];
}

export type LineWord = Exclude<PriceLineKind, 'change-fee'> | 'levy' | 'voucher' | `fee-${string}`;

/** The name of a line in a catalogue of lines. */
export function wordOfLine({ kind, facts, nameKey }: Pick<PriceLine, 'kind' | 'facts' | 'nameKey'>): LineWord {
  if (kind === 'tax' && facts.phase !== undefined) return 'levy';
  if (kind === 'discount' && facts.voucher !== undefined) return 'voucher';
  // `price:changeFee.left` is `fee-left`.
  return kind === 'change-fee' ? `fee-${nameKey.split('.').at(-1)!}` : kind;
}

/** What is ours of the fees of a change; the rest is kept or taken by airlines. */
export const ownFeeWords: readonly LineWord[] = ['fee-ours', 'fee-stays'];

/** A quote with its many lines drawn together for a narrow panel. Adds up to the same total. */
export function summarise(quote: Pick<Quote, 'lines'>): SummaryLine[] {
  const groups = new Map<string, { first: PriceLine; amount: Money; vat: Money; whom: Set<number>; marks: string[] }>();
  for (const line of quote.lines) {
    const traveller = line.kind === 'fare' ? (line.facts.traveller ?? null) : null;
    const key = `${wordOfLine(line)}|${traveller ?? ''}|${line.facts.words ?? ''}`;
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
    words: wordOfLine(first),
    traveller: first.kind === 'fare' ? (first.facts.traveller ?? null) : null,
    travellers: whom.size,
    amount,
    vat,
    marks,
  }));
}

/** The VAT in all of them, less what discounts take off it; as on the tax invoice. */
export function vatIn(lines: readonly Pick<SummaryLine, 'vat'>[], currency: CurrencyCode): Money {
  return sumMoney(
    lines.map(({ vat }) => vat),
    currency,
  );
}

/** Lines that a policy makes, as a traveller is told of them. */
export const addedKinds = ['markup', 'discount', 'service-fee', 'tax', 'rounding'] as const;
export type AddedKind = (typeof addedKinds)[number];

export interface AddedLine {
  readonly added: AddedKind;
  /** The code a promotion was given for. */
  readonly mark: string | null;
  readonly amount: Money;
}

/** What a policy added and took off, a line for each kind and code. */
export function addedLines(lines: readonly PriceLine[]): AddedLine[] {
  const found = new Map<string, AddedLine>();
  for (const line of lines) {
    const { phase, words } = line.facts;
    if (phase === undefined) continue;
    const added = phase === 'rounding' ? 'rounding' : (line.kind as AddedKind);
    const key = `${added}|${words ?? ''}`;
    const known = found.get(key);
    found.set(key, { added, mark: words ?? null, amount: known ? addMoney(known.amount, line.amount) : line.amount });
  }
  return [...found.values()];
}
