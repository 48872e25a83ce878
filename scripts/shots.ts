import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { places } from '#app/site-map.ts';
import { demoPassword } from '#seeds/demo.ts';
import { answeredConsent } from '#tests/support/journey-servers.ts';
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts';
import { readWidths } from './shot-widths.ts';

/**
 * Pictures of pages at 390 and 1440 px, in English and Arabic, with a contact sheet. Needs a running demo server:
 * `npm run shots -- [--base http://localhost:3000] [--out shots] [--as traveller@rihla.example] [--widths 1280,1920] [path ...]`.
 * Without paths: every page of the site map that has no parameter.
 */
const options = new Map<string, string>();
const paths: string[] = [];
for (let index = 2; index < process.argv.length; index += 1) {
  const word = process.argv[index]!;
  if (word.startsWith('--')) options.set(word.slice(2), process.argv[(index += 1)] ?? '');
  else paths.push(word);
}
const base = options.get('base') ?? 'http://localhost:3000';
const out = options.get('out') ?? 'shots';
const widths = readWidths(options.get('widths'));
mkdirSync(out, { recursive: true });

const wanted =
  paths.length > 0
    ? paths
    : places
        .filter((place) => !/[:*]/.test(place.path) && place.frame !== 'bare' && !place.path.startsWith('api/'))
        .map((place) => `/${place.path}`);
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArguments });
const cells: string[] = [];

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${base}${email.startsWith('traveller') ? '/auth' : '/admin/login'}`);
  await page.locator('input[type=email]').first().fill(email);
  await page.locator('input[type=password]').first().fill(demoPassword);
  await page.locator('main form button[type=submit], form button[type=submit]').first().click();
  await page.waitForLoadState('networkidle');
}

for (const language of ['en', 'ar']) {
  for (const width of widths) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      locale: language,
    });
    await context.addCookies([
      { name: 'language', value: language, url: base },
      { name: 'selectedCurrency', value: 'AED', url: base },
      { ...answeredConsent, url: base },
    ]);
    const page = await context.newPage();
    const email = options.get('as') ?? (wanted.some((path) => path.startsWith('/admin')) ? 'admin@rihla.example' : undefined);
    if (email) await signIn(page, email);
    for (const path of wanted) {
      const name = `${path.replace(/[^\w-]+/g, '_').slice(0, 80) || 'home'}-${language}-${width}.png`;
      await page.goto(base + path, { waitUntil: 'networkidle' });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1);
      await page.screenshot({ path: join(out, name), fullPage: true });
      cells.push(
        `<figure><figcaption>${path} ${language} ${width}${wide ? ' <b>scrolls sideways</b>' : ''}</figcaption><img src="${name}" width="${width / 3}"></figure>`,
      );
      console.log(`${name}${wide ? '  SCROLLS SIDEWAYS' : ''}`);
    }
    await context.close();
  }
}
writeFileSync(
  join(out, 'contact-sheet.html'),
  `<!doctype html><meta charset="utf-8"><style>body{font:13px sans-serif;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}</style>${cells.join('')}`,
);
await browser.close();
