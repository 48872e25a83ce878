import { expect, it } from 'vitest';
import { readVisaSheets } from '#seeds/catalogue.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { loadRegister } from './load-register.server.ts';

const platform = await openTestPlatform();
await loadRegister(platform, readVisaSheets());
const app = await openTestApp(platform);
const read = async (path: string, cookie = '') => (await app.send(path, cookie ? { cookie } : {})).text();
const titleOf = (html: string) => /<h2 id="answer"[^>]*>.*?<span>(.*?)<\/span>/s.exec(html)?.[1] ?? null;

it('answers by its address alone, with source and day', async () => {
  const page = await read('/e-visa?passport=IN&to=VN&arrives=2026-12-10&leaves=2026-12-20');
  expect(titleOf(page)).toBe('An e-visa before you fly');
  for (const said of ['https://evisa.gov.vn', '90 days', '10 Jun 2027', '18 Nov']) expect(page).toContain(said);
});

it('shows no answer before somebody asked, also to those whose passport it remembers', async () => {
  expect(titleOf(await read('/e-visa'))).toBeNull();
  const mine = await read('/e-visa', 'rihla-passport=IN.AE');
  expect(titleOf(mine)).toBeNull();
  expect(mine).toMatch(/<option value="IN" selected/);
  expect(mine).toContain('No visa');
});

it('takes the remembered passport and residence for a link that names only the country', async () => {
  expect(titleOf(await read('/e-visa?to=GE', 'rihla-passport=IN.AE'))).toBe('No visa needed');
  expect(titleOf(await read('/e-visa?to=GE', 'rihla-passport=IN.IN'))).toBe('We do not know this one yet');
});

it('finds the country that somebody typed on the home page, in any of our languages', async () => {
  for (const words of ['georgia', 'جورجيا', 'GE']) {
    const page = await read(`/e-visa?q=${encodeURIComponent(words)}`, 'rihla-passport=GB.');
    expect(titleOf(page)).toBe('No visa needed');
  }
  expect(await read('/e-visa?q=narnia', 'rihla-passport=GB.')).toContain('Choose where you are going.');
});

it('names what is wrong beside its field and keeps what was said', async () => {
  const page = await read('/e-visa?passport=&to=FR&arrives=2026-12-20&leaves=2026-12-10');
  expect(page).toContain('id="passport-error"');
  expect(page).toContain('id="leaves-error"');
  expect(page).toMatch(/<option value="FR" selected/);
  expect(titleOf(page)).toBeNull();
});

it('says a stale rule as stale and leads to the desk instead of a sale', async () => {
  platform.clock.advance(400 * 86_400_000);
  const page = await read('/e-visa?passport=IN&to=VN');
  expect(page).toContain('This rule is due for a check.');
  expect(page).toContain('/contact?about=e-visa');
  platform.clock.advance(-400 * 86_400_000);
});

it('offers the three ways at two addresses, and search engines the first', async () => {
  for (const path of ['/visa-services', '/visa-service']) {
    const page = await read(path);
    expect(page).toContain('Visas, three ways');
    expect(page).toMatch(/<link rel="canonical" href="[^"]*\/visa-services"/);
  }
});
