import { z } from 'zod';
import { posterLandmarks, posterPalettes, posterScenes } from '#app/ui/poster/poster-names.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { contentKinds, isTopicOf, longest, relatedKinds } from './content-kinds.ts';
import type { ContentWords, NewContent } from './content-store.server.ts';
import { findMarkdownFaults } from './markdown.ts';

/** The files of one text as they lie in their folder; unchecked. */
export interface ContentFiles {
  readonly kind: string;
  readonly slug: string;
  readonly meta: unknown;
  readonly words: Readonly<Record<string, string>>;
}

export interface ReadContent {
  readonly item: NewContent;
  readonly words: Readonly<Partial<Record<LanguageCode, ContentWords>>>;
}

const metaFile = z.strictObject({
  kind: z.enum(contentKinds),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(80),
  topic: z.string(),
  author: z.string().trim().min(2).max(80).optional(),
  published: z.string().refine((text) => parseCalendarDate(text) !== null, 'no date'),
  poster: z
    .strictObject({ scene: z.enum(posterScenes), palette: z.enum(posterPalettes), landmark: z.enum(posterLandmarks).nullable() })
    .nullable(),
  related: z.array(z.strictObject({ kind: z.enum(relatedKinds), id: z.string().min(3).max(60) })).max(8),
});

/** Title, summary and body of a text that begins with `title:` and `summary:` between two lines of dashes. */
export function readFrontMatter(source: string): ContentWords | null {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  if (!match) return null;
  const line = (name: string) => new RegExp(`^${name}:[ \t]*(.*)$`, 'm').exec(match[1]!)?.[1]?.trim() ?? '';
  return { title: line('title'), summary: line('summary'), body: match[2]!.trim() };
}

/** Checks the files of one text. English is needed, other languages may follow later. Throws with every fault in words. */
export function readContentFiles(files: ContentFiles): ReadContent {
  const faults: string[] = [];
  const meta = metaFile.safeParse(files.meta);
  if (!meta.success) faults.push(...meta.error.issues.map((issue) => `meta.json ${issue.path.join('.')}: ${issue.message}`));
  else {
    const { kind, slug, topic } = meta.data;
    if (kind !== files.kind || slug !== files.slug) faults.push(`meta.json names ${kind}/${slug}`);
    if (!isTopicOf(kind, topic)) faults.push(`meta.json: "${topic}" is no topic of ${kind}`);
  }
  const words: Partial<Record<LanguageCode, ContentWords>> = {};
  for (const language of languageCodes) {
    const source = files.words[language];
    if (source === undefined) {
      if (language === 'en') faults.push('en.md is missing');
      continue;
    }
    const read = readFrontMatter(source);
    if (!read || read.title === '' || read.summary === '' || read.body === '') {
      faults.push(`${language}.md has no title, summary or body`);
      continue;
    }
    for (const name of ['title', 'summary', 'body'] as const)
      if (read[name].length > longest[name]) faults.push(`${language}.md: the ${name} is longer than ${longest[name]} characters`);
    for (const fault of findMarkdownFaults(read.body))
      faults.push(`${language}.md has ${fault === 'html' ? 'HTML' : 'a link that is refused'}`);
    words[language] = read;
  }
  if (!meta.success || faults.length > 0) throw new Error(`Text ${files.kind}/${files.slug}:\n${faults.join('\n')}`);
  const { kind, slug, topic, author, published, poster, related } = meta.data;
  return { item: { kind, slug, topic, author: author ?? null, publishedOn: published, poster, related }, words };
}
