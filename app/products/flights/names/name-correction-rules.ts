import { dayMs, instant, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { changeClosesMs } from '../change/change-rules.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import type { Offer } from '../offer.ts';
import type { NameCorrection } from '../world/name-rules.ts';

/*
 * What of a name may be written otherwise after it was booked (rule 10 of the flight rules): a mistake in the name of the
 * same person, never another person. Pure, from the two names and from what their airlines say.
 */

export type Named = Pick<PassengerDetails, 'title' | 'givenNames' | 'surname' | 'singleName'>;

/**
 * `title`: the letters stay; `order`: the same words, standing elsewhere; `spelling`: some letters differ; `completed`: words
 * were left out or are too many; `family-name`: another family name with the same given names, as after a marriage.
 */
export const correctionKinds = ['title', 'order', 'spelling', 'completed', 'family-name'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

export interface Correction {
  readonly kind: CorrectionKind;
  /** How many of them differ. */
  readonly letters: number;
  /** Letters alone do not say that it is the same person: a paper that shows who it is is looked at. */
  readonly paper: boolean;
}

/** So many letters at most are a slip of the pen: as many as airlines name that name a number. More of them are another name. */
export const mostLetters = 3;
/** A clerk's offer stands this long, and no longer than its airlines write names anew. */
const offerStandsMs = 3 * dayMs;

const wordsOf = (name: string) => name.split(' ').filter(Boolean);
const isWithin = (few: readonly string[], many: readonly string[]): boolean => {
  let from = 0;
  return few.every((word) => {
    const at = many.indexOf(word, from);
    from = at + 1;
    return at >= 0;
  });
};
const sameWords = (a: readonly string[], b: readonly string[]) => a.toSorted().join(' ') === b.toSorted().join(' ');
const lettersOf = (words: readonly string[]) => words.join('').length;

/** What a new name is to the one on the ticket. Both are of A to Z, in capitals; what a single name lacks of given names is empty. */
export function judgeNames(was: Named, wanted: Named): Correction | 'same-name' | 'another-person' {
  const [before, after] = [partsOf(was), partsOf(wanted)];
  const titled = was.title !== wanted.title;
  if (before.surname === after.surname && before.given === after.given)
    return titled ? { kind: 'title', letters: 0, paper: false } : 'same-name';
  const [old, fresh] = [before, after].map(({ surname, given }) => [...wordsOf(given), ...wordsOf(surname)]) as [string[], string[]];
  if (sameWords(old, fresh)) return { kind: 'order', letters: 0, paper: titled };
  const parts = [
    [before.surname, after.surname],
    [before.given, after.given],
  ] as const;
  const slips = parts.map(([a, b]) => ({ letters: slipsBetween(a, b), longer: Math.max(a.length, b.length) }));
  const letters = slips.reduce((sum, slip) => sum + slip.letters, 0);
  // More than a third of a part is no slip any more, however few letters that is.
  if (letters <= mostLetters && slips.every((slip) => slip.letters <= Math.ceil(slip.longer / 3))) {
    // Another title beside another spelling is how one of a family becomes another.
    const plain = !titled && slips.every((slip) => slip.letters <= Math.max(1, Math.floor(slip.longer / 3)));
    return { kind: 'spelling', letters, paper: !plain };
  }
  if (isWithin(old, fresh) || isWithin(fresh, old)) {
    const [few, many] = [Math.min(old.length, fresh.length), Math.max(old.length, fresh.length)];
    return { kind: 'completed', letters: Math.abs(lettersOf(old) - lettersOf(fresh)), paper: titled || few * 2 < many };
  }
  if (before.given !== '' && before.given === after.given) return { kind: 'family-name', letters: slips[0]!.letters, paper: true };
  return 'another-person';
}

const partsOf = ({ surname, givenNames, singleName }: Named) => ({ surname, given: singleName ? '' : givenNames });

/** How many letters differ: one too few, too many, another one, or two that changed places. Spaces do not count. */
function slipsBetween(first: string, second: string): number {
  const [a, b] = [first, second].map((text) => text.replaceAll(' ', '')) as [string, string];
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}

/**
 * The same, where a name was corrected before: what it was sold under counts too, so that small steps lead to nobody else. Of the
 * two judgements the graver one holds. `first`: the name before the first correction; null where there was none.
 */
export function judgeFromFirst(first: Named | null, was: Named, wanted: Named): Correction | 'same-name' | 'another-person' {
  const now = judgeNames(was, wanted);
  const since = first === null ? now : judgeNames(first, wanted);
  if (typeof now === 'string' || since === 'same-name') return now;
  if (since === 'another-person') return since;
  const graver = correctionKinds.indexOf(since.kind) > correctionKinds.indexOf(now.kind) ? since : now;
  return { kind: graver.kind, letters: Math.max(now.letters, since.letters), paper: now.paper || since.paper };
}

/** The dirham has had this price in dollars since 1997. */
const filsPerCent = 3.6725;
const inDirhams = (fee: Money): number => (fee.currency === 'USD' ? Math.round(fee.amount * filsPerCent) : fee.amount);

/** What one airline takes for it, minor units of AED; null: it has not said. */
export function feeOf({ kind, letters }: Pick<Correction, 'kind' | 'letters'>, rule: NameCorrection | null): number | null {
  if (rule === null) return null;
  // Letters that are counted are those of a word that stays: other words, and words elsewhere, are more than letters.
  const free = kind === 'title' || (kind === 'spelling' && letters <= rule.freeLetters);
  return free ? 0 : inDirhams(rule.fee);
}

/** What one airline takes for a name; minor units. `rule`: what its own rule names, null where it names nothing. */
export interface NameTake {
  readonly contract: number;
  readonly fee: number;
  readonly rule: number | null;
  /** One sum for all of its airlines, as it was before each had its own. */
  readonly whole?: boolean;
}

/** What the desk writes down of one airline: its fee in minor units, that it does not do it, or nothing, where its rule counts. */
export type AirlineAnswer = number | 'no' | null;

/**
 * The answers of several airlines, contract by contract, laid over what their rules name. What is left of a correction was
 * paid for with its first ticket (`paid`).
 */
export function laidOver(
  correction: Pick<Correction, 'kind' | 'letters'>,
  contracts: readonly { readonly position: number; readonly rule: NameCorrection | null }[],
  answers: Readonly<Record<number, AirlineAnswer>>,
  paid: boolean,
): { readonly takes: readonly NameTake[]; readonly leftOut: readonly number[] } | 'fee-missing' {
  const takes: NameTake[] = [];
  const leftOut: number[] = [];
  for (const { position, rule } of contracts) {
    const answer = answers[position] ?? null;
    if (answer === 'no') {
      leftOut.push(position);
      continue;
    }
    const named = paid ? 0 : feeOf(correction, rule);
    const fee = paid ? 0 : (answer ?? named);
    if (fee === null) return 'fee-missing';
    takes.push({ contract: position, fee, rule: named });
  }
  return { takes, leftOut };
}

/** Paid as one sum for all of its airlines, as it was before each had its own: what of it goes back, a person says. */
export const isOneSum = ({ takes, fee }: { readonly takes: readonly NameTake[]; readonly fee: number | null }): boolean =>
  takes.length === 0 ? (fee ?? 0) > 0 : takes.some(({ whole }) => whole);

/** Whether a fee was taken for a contract, alone or as part of a sum. */
export const mayBePaid = (
  correction: { readonly takes: readonly NameTake[]; readonly fee: number | null; readonly leftOut: readonly number[] },
  position: number,
): boolean =>
  isOneSum(correction) ||
  (!correction.leftOut.includes(position) && correction.takes.some(({ contract, fee }) => contract === position && fee > 0));

export const sumOfTakes = (takes: readonly Pick<NameTake, 'fee'>[]): number => takes.reduce((sum, { fee }) => sum + fee, 0);

/** By how much what is written down is below what the airlines' rules name, airline by airline: one that takes more makes up for none. */
export const shortOf = (takes: readonly NameTake[]): number =>
  takes.reduce((sum, { fee, rule }) => sum + Math.max(0, (rule ?? fee) - fee), 0);

/** Which contracts of an order a correction leaves as they are, or has not come to. */
export const untouchedBy = <Contract extends { readonly position: number }>(
  contracts: readonly Contract[],
  { written, told }: { readonly written: readonly number[]; readonly told: readonly number[] },
): readonly Contract[] => contracts.filter(({ position }) => !written.includes(position) && !told.includes(position));

/** What all of them take together; null while one of them has not said. */
export function feeOfAll(correction: Pick<Correction, 'kind' | 'letters'>, rules: readonly (NameCorrection | null)[]): number | null {
  const fees = rules.map((rule) => feeOf(correction, rule));
  return fees.includes(null) ? null : fees.reduce<number>((sum, fee) => sum + fee!, 0);
}

/** An airline that writes a name anew once has done so already; for `title` it has its rule for nothing. */
export const isUsedUp = (
  contracts: readonly { readonly position: number; readonly rule: NameCorrection | null }[],
  earlier: readonly { readonly kind: CorrectionKind; readonly written: readonly number[] }[],
): boolean =>
  contracts.some(({ position, rule }) => rule?.once && earlier.some(({ kind, written }) => kind !== 'title' && written.includes(position)));

/** When the first flight of a contract leaves, from which on its names stay as they are. */
const beginsOf = ({ slices }: Pick<Offer, 'slices'>): Instant => instant(Date.parse(slices[0]!.segments[0]!.departs.utc));

/** Contracts whose names can still be written anew: none of their flights leaves within the time that airlines want for it. */
export function correctable<Contract extends { readonly position: number; readonly offer: Pick<Offer, 'slices'> }>(
  contracts: readonly Contract[],
  now: Instant,
): readonly Contract[] {
  return contracts.filter(({ offer }) => beginsOf(offer) - now >= changeClosesMs);
}

/** Until when names of a contract are written anew; of several, the earliest. */
export function correctionCloses(contracts: readonly { readonly offer: Pick<Offer, 'slices'> }[]): Instant {
  return instant(Math.min(...contracts.map(({ offer }) => beginsOf(offer))) - changeClosesMs);
}

/** Until when an offer of the desk may be agreed to. */
export const offerEnds = (closes: Instant, now: Instant): Instant => instant(Math.min(closes, now + offerStandsMs));

/** States of an order whose tickets are not written and whose names are simply put right. */
export const beforeTickets: readonly string[] = ['held'];

/**
 * States in which a name that was asked for before the tickets is settled: what was paid meanwhile, on a page that stood open,
 * waits for it.
 */
export const settlesBefore = (status: string): boolean => beforeTickets.includes(status) || status === 'paid';

/** Orders that are over: nothing of their names comes about any more. */
const over: readonly string[] = ['expired', 'cancelled', 'refund_due', 'refunded', 'voided', 'flown', 'no_show'];
export const isOver = (status: string): boolean => over.includes(status);

export type CorrectionClosed = 'not-now' | 'under-way' | 'too-late' | 'disputed';

/** Why no name of an order can be corrected now; null when one can. */
export function correctionClosed(
  status: string,
  contracts: readonly { readonly position: number; readonly offer: Pick<Offer, 'slices'> }[],
  now: Instant,
): CorrectionClosed | null {
  if (['change_quoted', 'change_pending', 'changed', 'schedule_change_pending', 'cancel_quoted', 'stuck'].includes(status))
    return 'under-way';
  if (status !== 'ticketed' && !beforeTickets.includes(status)) return 'not-now';
  return correctable(contracts, now).length === 0 ? 'too-late' : null;
}

/** What is charged for it; the airline's fee is part of what it carries people for. */
export const feeMoney = (fee: number): Money => money(fee, 'AED');
