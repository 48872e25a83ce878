import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const checker = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds against WCAG 2.2 AA on the page as it stands, one line for each rule. Half a megabyte of it is given to a
 * page once, however often the page is looked at: its own binding to Playwright reads it again for every look.
 */
export async function barriersOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(checker);
  return page.evaluate(async (values) => {
    const { violations } = await (globalThis as typeof globalThis & { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      // A path to every element that was looked at takes a quarter of the time, and the line has the element's own words.
      selectors: false,
      runOnly: { type: 'tag', values },
    });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary?.split('\n')[1]?.trim()})`)
          .join(' | ')}`,
    );
  }, tags);
}
