import { expect, test } from 'vitest';
import { places } from '#app/site-map.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { languageCodes } from '#app/values/preferences.ts';

test('every page has a title of its own in every language', () => {
  const pages = places.filter(({ page, leadsTo }) => page.endsWith('-page.tsx') && leadsTo === undefined);
  expect(pages.length).toBeGreaterThan(300);
  for (const language of languageCodes) {
    const t = textsFor(language).of('titles');
    expect(
      pages.filter(({ id }) => t(id) === id).map(({ id }) => id),
      language,
    ).toEqual([]);
  }
});
