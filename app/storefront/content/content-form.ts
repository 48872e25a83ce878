import { longest, type ContentKind, isContentKind, isTopicOf } from './content-kinds.ts';
import { findMarkdownFaults } from './markdown.ts';

export type ContentField = 'title' | 'summary' | 'body' | 'slug' | 'topic';
export type ContentFault = 'empty' | 'long' | 'html' | 'link' | 'wrong';
export type ContentFaults = Readonly<Partial<Record<ContentField, ContentFault>>>;

/** Signs that turn the direction of what follows, and control characters: nobody types them on purpose. */
const turning = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const typedIn = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value.toWellFormed().normalize('NFC').replace(/\r\n?/g, '\n').replace(turning, '') : '';
};
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Words of the editor. A language may be saved half-written; it is not published before it is whole. */
export function readWords(form: FormData): { words: { title: string; summary: string; body: string }; faults: ContentFaults } {
  const words = {
    title: oneLine(typedIn(form, 'title')),
    summary: oneLine(typedIn(form, 'summary')),
    body: typedIn(form, 'body')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
  const faults: Partial<Record<ContentField, ContentFault>> = {};
  for (const name of ['title', 'summary', 'body'] as const) if (words[name].length > longest[name]) faults[name] = 'long';
  if (words.title === '') faults.title = 'empty';
  const [fault] = findMarkdownFaults(words.body);
  if (fault) faults.body ??= fault;
  return { words, faults };
}

/** Kind, address and topic of a new text. */
export function readBeginning(form: FormData): { kind: ContentKind; slug: string; topic: string; faults: ContentFaults } {
  const kind = form.get('kind');
  const read = {
    kind: isContentKind(kind) ? kind : ('help' as const),
    slug: oneLine(typedIn(form, 'slug')).toLowerCase().slice(0, 200),
    topic: oneLine(typedIn(form, 'topic')),
  };
  const faults: Partial<Record<ContentField, ContentFault>> = {};
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(read.slug) || read.slug.length > 80) faults.slug = read.slug === '' ? 'empty' : 'wrong';
  if (!isTopicOf(read.kind, read.topic)) faults.topic = 'wrong';
  return { ...read, faults };
}
