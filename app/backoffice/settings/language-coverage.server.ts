import { readTemplates } from '#app/commerce/messages/staff/read-templates.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textCoverage } from '#app/ui/catalogues.server.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { ReadCoveredContent } from './content-coverage-context.ts';

/** Gaps that are named; the rest is a number. */
const mostNamed = 8;

export interface CoveredPart {
  readonly part: 'texts' | 'mails' | 'content';
  /** How many of how many exist in the language. */
  readonly has: number;
  readonly of: number;
  /** What is missing, with the page where it is written; catalogues are part of the program and have none. */
  readonly missing: readonly { readonly name: string; readonly href: string | null }[];
  readonly more: number;
}

export interface LanguageCoverage {
  readonly language: LanguageCode;
  readonly parts: readonly CoveredPart[];
}

/** How much of what visitors read exists in each language: the shop's own texts, the mails, and what is published. */
export async function coverLanguages(
  platform: Platform,
  viewer: Clerk,
  { language: shownIn, readContent }: { readonly language: LanguageCode; readonly readContent: ReadCoveredContent },
): Promise<LanguageCoverage[]> {
  const [mails, content] = await Promise.all([readTemplates(platform, viewer, shownIn), readContent(platform.db)]);
  const texts = textCoverage();
  return languageCodes.map((language) => {
    const missingTexts = texts.missing[language] ?? {};
    const gaps = Object.values(missingTexts).reduce((sum, count) => sum + count, 0);
    return {
      language,
      parts: [
        named('texts', { has: texts.total - gaps, of: texts.total }, Object.keys(missingTexts), (name) => ({ name, href: null })),
        lacking('mails', mails, language, ({ kind, subject }) => ({ name: subject, href: `/admin/notifications/templates/${kind}` })),
        lacking('content', content, language, ({ id, title }) => ({ name: title, href: `/admin/content/${id}` })),
      ],
    };
  });
}

function lacking<One extends { readonly languages: readonly LanguageCode[] }>(
  part: CoveredPart['part'],
  all: readonly One[],
  language: LanguageCode,
  nameOf: (one: One) => CoveredPart['missing'][number],
): CoveredPart {
  const gaps = all.filter(({ languages }) => !languages.includes(language));
  return named(part, { has: all.length - gaps.length, of: all.length }, gaps, nameOf);
}

function named<One>(
  part: CoveredPart['part'],
  counted: { readonly has: number; readonly of: number },
  gaps: readonly One[],
  nameOf: (one: One) => CoveredPart['missing'][number],
): CoveredPart {
  return { part, ...counted, missing: gaps.slice(0, mostNamed).map(nameOf), more: Math.max(0, gaps.length - mostNamed) };
}
