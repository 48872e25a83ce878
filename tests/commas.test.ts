import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Arabic has a comma of its own: what a page sets side by side it joins with `comma(language)`, or leaves to its catalogue. */
const latin = [/\.join\(', '\)/, /`[^`]*\}, \$\{/, /^\s*(?:\{[^ ]|<).*(?:\}|<\/bdi>),(?: (?=[<{])|\{' '\})/];
/** What a form reads again is typed with a Latin comma in every language. */
const typed = /defaultValue|placeholder/;

export function latinCommas(source: string): string[] {
  return source
    .split('\n')
    .filter((line) => !typed.test(line) && latin.some((pattern) => pattern.test(line)))
    .map((line) => line.trim());
}

it('finds a comma between words, between values and between parts of a page', () => {
  expect(latinCommas("  <dd>{page.people.join(', ')}</dd>")).toHaveLength(1);
  expect(latinCommas('  const when = `${date}, ${time}`;')).toHaveLength(1);
  expect(latinCommas('  {day(at)}, <bdi>{clock}</bdi>')).toHaveLength(1);
  expect(latinCommas("  {t('size')},{' '}")).toHaveLength(1);
  expect(latinCommas('  <input name="ages" defaultValue={ages.join(\', \')} />')).toEqual([]);
  expect(latinCommas('  return data({ typed }, { status: 422 });')).toEqual([]);
  expect(latinCommas('  {words.join(comma(language))}')).toEqual([]);
});

it('no page joins its words with a Latin comma', () => {
  const pages = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  expect(pages.length).toBeGreaterThan(500);
  const found = pages.flatMap((file) => latinCommas(readFileSync(join('app', file), 'utf8')).map((line) => `${file}: ${line}`));
  expect(found).toEqual([]);
});
