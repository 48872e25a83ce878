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
  | { readonly problem: 'no-name' | 'no-language' | 'page-elsewhere' | 'no-start' | 'start-over' | 'days-crossed' }
  | { readonly problem: 'empty' | 'too-long'; readonly language: LanguageCode; readonly part: 'subject' | 'title' | 'text' | 'button' };

const longest = { subject: 120, title: 120, text: 4000, button: 60 } as const;

/** Whether a page is none of ours. */
export function leadsElsewhere(page: string): boolean {
  return !/^\/(?!\/)[\w\-./?=&%]*$/.test(page);
}

/** What stands in the way of a campaign: every language that it goes to must be written whole, and its hour must be ahead. */
export function campaignProblems(draft: CampaignDraft, now: number): CampaignProblem[] {
  const found: CampaignProblem[] = [];
  if (draft.name.trim() === '') found.push({ problem: 'no-name' });
  if (draft.languages.length === 0) found.push({ problem: 'no-language' });
  if (leadsElsewhere(draft.page)) found.push({ problem: 'page-elsewhere' });
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
    }
  }
  return found;
}

/** Letters that leave in one piece of work, and the pause after it: what a mail server takes from a house like ours. */
export const lettersAtOnce = 50;
export const pauseBetweenMs = 60_000;
/** A piece ends well before the queue takes it for dead (60 s). */
export const longestBatchMs = 40_000;
/** Fewer readers than this among customers of a kind are not counted to anybody: a number so small could be somebody. */
export const leastTold = 5;

/** A count as it may be told; null where it says no more than that there are a few. */
export function toldCount(count: number, narrowed: boolean): number | null {
  return narrowed && count > 0 && count < leastTold ? null : count;
}

/** So often a letter is tried while the mail server does not take it. */
export const mostTries = 20;

/** The mail server is away, busy or asked by somebody else (RFC 5321: 4xx), which says nothing about the address. */
export function isOutage(fault: unknown): boolean {
  const code = (fault as { responseCode?: number }).responseCode;
  return code === undefined || (code >= 400 && code < 500);
}
