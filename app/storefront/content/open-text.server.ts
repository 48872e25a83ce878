import { dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { countWords, plainText, readMarkdown, type Block } from './markdown.ts';
import type { ContentWords, LiveContent } from './content-store.server.ts';

/** A text ready to be drawn. */
export interface OpenText {
  readonly title: string;
  readonly summary: string;
  readonly language: LanguageCode;
  readonly blocks: readonly Block[];
  /** Headings of the first level. */
  readonly headings: readonly { readonly id: string; readonly text: string }[];
  readonly minutes: number;
}

/** People read some 220 words of prose a minute. */
const wordsPerMinute = 220;

export function openText(words: ContentWords & { readonly language: LanguageCode }): OpenText {
  const { title, summary, language } = words;
  const blocks = readMarkdown(words.body);
  return {
    title,
    summary,
    language,
    blocks,
    headings: blocks.flatMap((block) =>
      block.kind === 'heading' && block.level === 2 ? [{ id: block.id, text: plainText(block.of) }] : [],
    ),
    minutes: minutesOf(words.body),
  };
}

export const minutesOf = (body: string) => Math.max(1, Math.round(countWords(body) / wordsPerMinute));

/** The day on which the words that are read now came out; the day of publication until they were changed. */
export function editedOn(live: LiveContent): CalendarDate {
  const { liveEdition, publishedOn } = live.item;
  return (liveEdition ?? 1) > 1 ? dateIn('Asia/Dubai', live.editedAt.getTime() as Instant) : (publishedOn as CalendarDate);
}
