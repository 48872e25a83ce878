import { dayNumber, type CalendarDate } from '#app/values/dates.ts';
import { foldText } from '#app/values/fold-text.ts';
import { parseReference } from '#app/values/ids.ts';
import type { CurrencyCode } from '#app/values/money.ts';

/** What a line, or a part of one, can be. */
export const partKinds = ['order', 'payout', 'refund', 'charge', 'to-return', 'returned'] as const;
export type PartKind = (typeof partKinds)[number];

export interface MatchPart {
  readonly kind: PartKind;
  /**
   * Of an order or a refund the order's reference, of a payout the provider, of money that went back to its payer the line with
   * which it had come. Of money to be returned the order that it was meant for, where one is known; a charge has none.
   */
  readonly about: string | null;
  /** Minor units with the sign of the line. */
  readonly amount: number;
}

/** A line as the matcher reads it. */
export interface LineToMatch {
  readonly bookedOn: CalendarDate;
  readonly amount: number;
  readonly currency: CurrencyCode;
  readonly named: readonly string[];
  readonly party: string;
  readonly text: string;
}

/** Something that money of a bank is waited for. */
export interface Expected {
  readonly kind: Exclude<PartKind, 'charge' | 'to-return'>;
  readonly about: string;
  /** References by which a text names it, where they are not what it is about. */
  readonly named?: readonly string[];
  readonly currency: CurrencyCode;
  /** Amounts that would explain a line; of a payout what each recent day brought and what is owed in all. */
  readonly amounts: readonly number[];
  /** By when it is waited for; null where no day is known. */
  readonly on: CalendarDate | null;
  /** The buyer, the provider, or the payer. */
  readonly who: string;
}

export const matchReasons = ['named', 'amount', 'day', 'who'] as const;
export type MatchReason = (typeof matchReasons)[number];
const points: Readonly<Record<MatchReason, number>> = { named: 50, amount: 30, day: 10, who: 10 };
/** Days before and after the day it was waited for. */
const nearDays = 5;

export interface Suggestion {
  readonly part: MatchPart;
  /** Of a hundred. */
  readonly score: number;
  readonly reasons: readonly MatchReason[];
}

/**
 * What a line may be, the likeliest first. A sum alone explains nothing: two travellers may owe the same, so an amount
 * needs its day or its payer beside it, or the reference.
 */
export function suggestionsFor(line: LineToMatch, expected: readonly Expected[], most = 3): Suggestion[] {
  const suggestions = expected.flatMap((one): Suggestion[] => {
    const outgoing = one.kind === 'refund' || one.kind === 'returned';
    if (one.currency !== line.currency || outgoing !== line.amount < 0) return [];
    const holds: Readonly<Record<MatchReason, boolean>> = {
      named:
        one.kind === 'payout'
          ? namesOf(line.text).includes(foldText(one.who))
          : (one.named ?? [one.about]).some((name) => line.named.includes(name)),
      amount: one.amounts.includes(Math.abs(line.amount)),
      day: one.on !== null && Math.abs(dayNumber(one.on) - dayNumber(line.bookedOn)) <= nearDays,
      who: sameName(line.party, one.who),
    };
    const reasons = matchReasons.filter((reason) => holds[reason]);
    const score = reasons.reduce((sum, reason) => sum + points[reason], 0);
    return score > points.amount && holds.amount
      ? [{ part: { kind: one.kind, about: one.about, amount: line.amount }, score, reasons }]
      : [];
  });
  return suggestions.toSorted((a, b) => b.score - a.score || (a.part.about! < b.part.about! ? -1 : 1)).slice(0, most);
}

/**
 * References of orders in what somebody wrote, with or without the dash. Two that overlap are one and something beside it: the one
 * that is written as a reference is, and its second half with the payer's name is none.
 */
export function referencesIn(text: string): string[] {
  // Looked for from every word on, so that the word before a reference does not swallow its first half.
  const found = [...text.matchAll(/(?<![0-9A-Za-z])(?=([0-9A-Za-z]{5}[- ]?[0-9A-Za-z]{5})(?![0-9A-Za-z]|-[0-9A-Za-z]))/g)]
    .map(({ 1: word, index }) => ({ word: word!, from: index, until: index + word!.length, written: writtenAs(word!) }))
    // A word of ten letters is a word. One reference in forty has no figure in it either: then it is known by its dash, and
    // by having none of the letters that no reference has.
    .filter(({ word }) => /\d/.test(word) || (word.includes('-') && !/[ilou]/i.test(word)));
  const kept = found.filter(({ from, until, written }) =>
    found.every((other) => other.written <= written || other.until <= from || other.from >= until),
  );
  const references = kept.map(({ word }) => parseReference(word));
  return [...new Set(references.filter((one) => one !== null))].slice(0, 8);
}

/** Numbers of our invoices in what somebody wrote, such as INV-2026-000042: companies pay by what our paper says. */
export function documentsIn(text: string): string[] {
  const found = text.toUpperCase().matchAll(/(?<![0-9A-Z])([A-Z]{2,4})[- ]?(\d{4})[- ]?(\d{6})(?![0-9A-Z])/g);
  return [...new Set([...found].map(([, prefix, year, number]) => `${prefix}-${year}-${number}`))].slice(0, 8);
}

/** How much what was written looks like a reference: with its dash or in one piece, as two halves with figures, as two words. */
function writtenAs(word: string): number {
  if (!word.includes(' ')) return 2;
  return word.split(' ').every((half) => /\d/.test(half)) ? 1 : 0;
}

const namesOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);

/** Every word of the shorter name stands in the other, and there are two of them or it is the whole name. */
function sameName(one: string, other: string): boolean {
  const [a, b] = [namesOf(one), namesOf(other)].toSorted((x, y) => x.length - y.length) as [string[], string[]];
  return a.length > 0 && (a.length > 1 || b.length === 1) && a.every((word) => b.includes(word));
}

/** What is moved for a line: parts that cancel each other out are money all the same. */
export function movedBy(parts: readonly MatchPart[]): number {
  return parts.reduce((sum, part) => sum + Math.abs(part.amount), 0);
}

/**
 * Whether somebody may post these parts alone, as far as a limit in AED allows. In another currency a second person looks;
 * so they do at a part that goes against its line, unless it was kept off a payout, and at all that went back to a payer.
 */
export function mayStandAlone(line: Pick<LineToMatch, 'amount' | 'currency'>, parts: readonly MatchPart[]): boolean {
  if (line.currency !== 'AED' || parts.some(({ kind }) => kind === 'returned')) return false;
  if (parts.every((part) => Math.sign(part.amount) === Math.sign(line.amount))) return true;
  return parts.some(({ kind }) => kind === 'payout') && parts.every(({ kind }) => kind === 'payout' || kind === 'charge');
}

/** Whether the parts explain the line to the last unit, each with its sign. */
export function addsUp(amount: number, parts: readonly MatchPart[]): boolean {
  return parts.length > 0 && parts.reduce((sum, part) => sum + part.amount, 0) === amount;
}

/** What is still to be returned of a line once these parts are posted on it. */
export function keptOf(parts: readonly MatchPart[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'to-return' ? part.amount : 0), 0);
}

/** What a choice of the form says of a part: its kind, and with it whatever is chosen and not typed. */
export function choiceOf({ kind, about }: Pick<MatchPart, 'kind' | 'about'>): string {
  return kind === 'payout' || kind === 'returned' ? `${kind}:${about}` : kind;
}
