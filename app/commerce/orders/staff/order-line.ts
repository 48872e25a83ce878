import type { Translate } from '#app/ui/translate.ts';
import type { NotedCall } from '../../record-notes/call-rules.ts';
import { callWords } from '../../record-notes/call-words.ts';

/*
 * One line of time for an order: what happened to it, what was written, asked of a supplier, paid and noted, the newest first.
 */

/** What of a timeline can be looked at alone. */
export const timelineKinds = ['all', 'event', 'note', 'mail', 'call', 'money'] as const;
export type TimelineShow = (typeof timelineKinds)[number];

interface Entry {
  readonly at: string;
  readonly id: string;
}

/**
 * What the desk calls a mail about an order, by its template, in the words of the catalogue `staff-records`. One that the house
 * does not send any more is a mail to the traveller.
 */
export const nameOfMail = (records: Translate, template: string): string => records([`line.mails.${template}`, 'line.mail']);

/** What of one moment is told apart by its id, so that a page drawn twice is the same. */
export const newestFirst = <One extends Entry>(entries: readonly One[]): One[] =>
  entries.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));

/** Notes as a timeline tells them, calls among them; what was taken away is gone from there, too. */
export const noteEntries = (
  notes: readonly {
    readonly id: string;
    readonly at: string;
    readonly by: string;
    readonly words: string;
    readonly removed: boolean;
    readonly call: NotedCall | null;
  }[],
) =>
  notes.flatMap(({ id, at, by, words, removed, call }) =>
    removed ? [] : [{ at, kind: 'note' as const, id, what: words, by, byName: true, rang: call }],
  );

/** Who wrote a note, or which call was noted by whom; the words of the catalogue `staff-records`. */
export const nameOfNote = (records: Translate, { by, rang = null }: { readonly by: string | null; readonly rang?: NotedCall | null }) =>
  rang ? `${callWords(records, rang)} · ${by ?? '–'}` : (by ?? '–');
