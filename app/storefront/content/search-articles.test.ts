import { describe, expect, it } from 'vitest';
import { languageCodes } from '#app/values/preferences.ts';
import { readContentFolders } from '#seeds/catalogue.ts';
import { readContentFiles } from './content-files.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { articlesFor, helpErrorOf, helpErrors } from './error-help-rules.ts';
import { lettersApart, searchArticles } from './search-articles.ts';

const texts = readContentFolders().map(readContentFiles);
const words = texts
  .filter(({ item }) => item.kind === 'help')
  .flatMap(({ item, words: all }) =>
    languageCodes.flatMap((language) => {
      const text = all[language];
      return text ? [{ id: item.slug, language, ...text }] : [];
    }),
  );

describe('the search of the help center', () => {
  it.each([
    ['baggage', 'en', 'baggage'],
    ['bagage', 'en', 'baggage'],
    ['refudn', 'en', 'refunds'],
    ['equipaje', 'es', 'baggage'],
    ['EQUIPAJÉ', 'es', 'baggage'],
    ['الأمتعة', 'ar', 'baggage'],
    ['امتعه', 'ar', 'baggage'],
    ['bagagem', 'pt', 'baggage'],
    ['bagahe', 'tl', 'baggage'],
    ['baggage', 'ar', 'baggage'],
  ] as const)('finds with %s in %s the article %s among the first three', (typed, language, slug) => {
    expect(searchArticles(words, typed, language).slice(0, 3)).toContain(slug);
  });

  it.each(['', '   ', '?!', 'zzzzqqqq', 'x'.repeat(5_000), '\u202E'])('finds nothing with %j', (typed) => {
    expect(searchArticles(words, typed, 'en')).toEqual([]);
  });

  it('counts a swap of two letters as one slip', () => {
    expect(lettersApart('refudn', 'refund', 2)).toBe(1);
    expect(lettersApart('seat', 'meal', 2)).toBe(2);
    expect(lettersApart('a', 'abcdef', 1)).toBe(2);
  });

  it('has an article for every message that leads here', () => {
    const slugs = new Set(words.map(({ id }) => id));
    for (const error of helpErrors) expect(articlesFor(error).filter((slug) => !slugs.has(slug))).toEqual([]);
    expect(articlesFor('__proto__')).toEqual([]);
    expect(articlesFor(null)).toEqual([]);
  });
});

describe('an error page', () => {
  it.each([
    ['fault', '/checkout/7K2M9-4QX3D', 'payment-unknown'],
    ['fault', '/payment-success', 'payment-unknown'],
    ['fault', '/flight-seat-selection', 'booking-broke-off'],
    ['fault', '/holidays', 'page-broke-off'],
    ['form', '/checkout/7K2M9-4QX3D', 'sent-twice'],
    ['missing', '/documents/7K2M9-4QX3D/invoice.pdf', 'order-not-found'],
    ['missing', '/holidais', null],
    ['fault', '/admin/orders/flights', null],
  ] as const)('for a %s at %s leads to the answers of %s', (kind, path, code) => {
    expect(helpErrorOf(kind, path)).toBe(code);
    if (!code) return;
    expect(articlesFor(code).length).toBeGreaterThan(0);
    for (const language of languageCodes) expect(textsFor(language).t(`frame:fault.answers.${code}`)).not.toContain('fault.answers');
  });
});

describe("the house's texts", () => {
  it('are whole in five languages', () => {
    expect(texts.length).toBeGreaterThan(15);
    const gaps = texts.flatMap(({ item, words: all }) =>
      languageCodes.filter((code) => !all[code]).map((code) => `${item.kind}/${item.slug} ${code}`),
    );
    expect(gaps).toEqual([]);
  });

  it('name the same anchors in the terms of every language', () => {
    const terms = texts.find(({ item }) => item.slug === 'terms')!;
    const anchors = languageCodes.map((code) => [...terms.words[code]!.body.matchAll(/\{#([a-z-]+)\}/g)].map((match) => match[1]).join());
    expect(new Set(anchors).size).toBe(1);
    expect(anchors[0]).toContain('cancellation');
    expect(anchors[0]).toContain('refunds');
  });

  it('are refused with their faults in words when a file is not right', () => {
    const sample = { kind: 'help', slug: 'x', meta: { kind: 'help', slug: 'y', topic: 'nothing' }, words: { en: 'no front matter' } };
    expect(() => readContentFiles(sample)).toThrow(/meta.json[\s\S]*en.md has no title/);
  });
});
