import type { CustomersWanted } from '../customers/records/customer-kinds.ts';
import type { Interest } from '../newsletter/reader-taste.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';

export interface CampaignDraft {
  readonly name: string;
  readonly words: Readonly<
    Partial<Record<LanguageCode, { readonly subject: string; readonly title: string; readonly text: string; readonly button: string }>>
  >;
  /** A page of ours, as a path. */
  readonly page: string;
  readonly interests: readonly Interest[];
  readonly languages: readonly LanguageCode[];
  /** Null: every reader. */
  readonly customers: CustomersWanted | null;
  readonly startsAt: Date | null;
}

export type CampaignProblem =
  | { readonly problem: 'no-name' | 'no-language' | 'page-elsewhere' | 'no-page' | 'no-start' | 'start-over' | 'days-crossed' }
  | {
      readonly problem: 'empty' | 'too-long' | 'markup';
      readonly language: LanguageCode;
      readonly part: 'subject' | 'title' | 'text' | 'button';
    };

const longest = { subject: 120, title: 120, text: 4000, button: 60 } as const;

/** Whether a page is none of ours. */
export function leadsElsewhere(page: string): boolean {
  return !/^\/(?!\/)[\w\-./?=&%]*$/.test(page);
}

/** What belongs to templates and pages: a letter is plain words, and nothing in it is filled in. */
const markup = /\{\{|\}\}|<\/?[a-z][^<>]*>/i;

/**
 * What stands in the way of a campaign: every language that it goes to must be written whole, its button must lead to a page
 * that is there, and its hour must be ahead.
 */
export function campaignProblems(draft: CampaignDraft, now: number, pageIsThere: boolean): CampaignProblem[] {
  const found: CampaignProblem[] = [];
  if (draft.name.trim() === '') found.push({ problem: 'no-name' });
  if (draft.languages.length === 0) found.push({ problem: 'no-language' });
  if (leadsElsewhere(draft.page)) found.push({ problem: 'page-elsewhere' });
  else if (!pageIsThere) found.push({ problem: 'no-page' });
  if (!draft.startsAt) found.push({ problem: 'no-start' });
  else if (draft.startsAt.getTime() < now) found.push({ problem: 'start-over' });
  if (draft.customers?.from && draft.customers.until && draft.customers.from > draft.customers.until)
    found.push({ problem: 'days-crossed' });
  for (const language of languageCodes) {
    if (!draft.languages.includes(language)) continue;
    for (const part of ['subject', 'title', 'text', 'button'] as const) {
      const words = draft.words[language]?.[part] ?? '';
      if (words.trim() === '') found.push({ problem: 'empty', language, part });
      else if (words.length > longest[part]) found.push({ problem: 'too-long', language, part });
      else if (markup.test(words)) found.push({ problem: 'markup', language, part });
    }
  }
  return found;
}

/** Letters that leave in one piece of work, and the pause after it: what a mail server takes from a house like ours. */
export const lettersAtOnce = 50;
/**
 * A piece a minute is asked for by the clock, which may be some seconds late or early; two never begin closer together, nor
 * does one begin before another has ended.
 */
export const leastBetweenMs = 50_000;
/** No clock of ours is so far ahead of another: what claims a minute of then holds nobody up. */
export const farAheadMs = 300_000;
/** A piece ends well before the queue takes it for dead (60 s). */
export const longestBatchMs = 40_000;
/** Fewer readers than this among customers of a kind are not counted to anybody: a number so small could be somebody. */
export const leastTold = 5;

/** A count as it may be told; null where it says no more than that there are a few. */
export function toldCount(count: number, narrowed: boolean): number | null {
  return narrowed && count > 0 && count < leastTold ? null : count;
}

/** A number of people as it may be told: as it is, or only that it is under or at least so many. */
export interface ToldNumber {
  readonly is: 'exact' | 'under' | 'least';
  readonly number: number;
}

/** What became of letters, as it may be told. */
export type ToldResults<Result extends string> = Readonly<Record<Result, ToldNumber>>;

const roundedTo = 10;

/** A number of people, or only that they are a few. */
export const toldNumber = (count: number): ToldNumber =>
  count > 0 && count < leastTold ? { is: 'under', number: leastTold } : { is: 'exact', number: count };

/**
 * What became of a letter to how many: where it is a few, it could be told who. All its readers less all that is told would be
 * those few, so how many have left is then reckoned from what is told anyway: in tens, and as if every few were as many as a
 * few can be. It says no more than the rest does.
 */
export function toldResults<Result extends string>(sent: number, others: Readonly<Record<Result, number>>): ToldResults<Result | 'sent'> {
  const counts = Object.entries<number>(others);
  const rest = counts.map(([result, count]) => [result, toldNumber(count)] as const);
  const few = counts.filter(([, count]) => toldNumber(count).is === 'under').map(([, count]) => count);
  return { ...Object.fromEntries(rest), sent: few.length === 0 ? toldNumber(sent) : atLeast(sent, few) } as ToldResults<Result | 'sent'>;
}

function atLeast(sent: number, few: readonly number[]): ToldNumber {
  const together = few.reduce((sum, count) => sum + count, sent);
  const tens = Math.floor((together - few.length * (leastTold - 1)) / roundedTo) * roundedTo;
  return tens > 0 ? { is: 'least', number: tens } : { is: 'under', number: Math.max(leastTold, together) };
}

/** The same as a cell of a table. */
export const sayTold = ({ is, number }: ToldNumber) => `${is === 'under' ? '<' : is === 'least' ? '>=' : ''}${number}`;

/** So often a letter is tried while the mail server does not take it. */
export const mostTries = 20;

/** The mail server is away, busy or asked by somebody else (RFC 5321: 4xx), which says nothing about the address. */
export function isOutage(fault: unknown): boolean {
  const code = (fault as { responseCode?: number }).responseCode;
  return code === undefined || (code >= 400 && code < 500);
}
