import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { openExperienceRecord } from './open-experience-desk.server.ts';

const platform = await openCataloguePlatform();
const activity = 'agra-taj-at-first-light';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(platform);
}, 120_000);

const sends = async (who: string, form: Record<string, string | string[]>) => {
  const cookie = await app.signIn(`${who}@rihla.example`, demoPassword);
  const answer = await app.send(`/admin/supply/activities/${activity}/builder?part=${form['part']}&lang=en`, { cookie, form });
  return { status: answer.status, html: await answer.text() };
};
const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)![1]!;
/** The tag of a field, in whatever order its attributes come. */
const field = (html: string, name: string) => html.match(/<input[^>]*>/g)!.find((tag) => tag.includes(` name="${name}"`))!;
const content = async () => (await openExperienceRecord(platform, activity, null))!.content;
/** The words of it in English, as their form sends them. */
const words = async (tagline: string) => {
  const { plan, ...mine } = (await content()).words.en;
  const lines = Object.entries(mine).map(([name, value]) => [name, typeof value === 'string' ? value : value.join('\n')]);
  const steps = plan.flatMap(({ title, text }, at) => [
    [`step-title-${at}`, title],
    [`step-text-${at}`, text],
  ]);
  return { ...(Object.fromEntries([...lines, ...steps]) as Record<string, string>), part: 'words', language: 'en', tagline };
};

it('keeps what was typed of an activity while a colleague saved, beside what the colleague wrote', async () => {
  expect((await sends('admin', { ...(await words('Written by the first')), version: '0' })).status).toBe(303);
  const late = await sends('products', { ...(await words('Typed by the second')), version: '0' });
  expect(late.status).toBe(422);
  expect(late.html.includes('Huda Mansour changed this while you were writing.')).toBe(true);
  expect(field(late.html, 'tagline')).toContain('value="Typed by the second"');
  expect(late.html.includes('Written by the first')).toBe(true);
  expect((await content()).words.en.tagline).toBe('Written by the first');
  const again = await sends('products', { ...(await words('Typed by the second')), version: versionIn(late.html) });
  expect(again.status).toBe(303);
  expect((await content()).words.en.tagline).toBe('Typed by the second');
});

it('keeps a whole form of which a number cannot be read, leads to its field and loses no age that was there', async () => {
  const before = await content();
  const version = String((await openExperienceRecord(platform, activity, null))!.edition!.version);
  const adult = { 'sells-adult': 'on', 'from-adult': '12', 'price-adult': '1OO' };
  const refused = await sends('products', { part: 'prices', version, ...adult, places: '31' });
  expect(refused.status).toBe(422);
  expect(refused.html.includes('<a href="#field-price-adult">')).toBe(true);
  expect(field(refused.html, 'price-adult')).toContain('value="1OO"');
  expect(field(refused.html, 'price-adult')).toContain('aria-invalid="true"');
  expect(field(refused.html, 'places')).toContain('value="31"');
  expect(await content()).toEqual(before);
  expect((await sends('products', { part: 'prices', version, ...adult, 'price-adult': '100', places: '31' })).status).toBe(303);
  expect((await content()).facts).toMatchObject({ capacity: 31, ageBands: [{ band: 'adult', price: { amount: 10_000 } }] });
});

it('offers countries by their names in the language of the desk', async () => {
  const cookie = await app.signIn('products@rihla.example', demoPassword);
  const address = `/admin/supply/activities/${activity}/builder?part=facts`;
  const html = await (await app.send(address, { cookie: `${cookie}; language=ar` })).text();
  expect(/<option value="IN" selected="">الهند<\/option>/.test(html)).toBe(true);
  const refused = await sends('products', { part: 'facts', version: versionIn(html), country: 'ZZ', city: 'Agra', languages: 'en' });
  expect(refused.status).toBe(422);
  expect(refused.html.includes('<a href="#field-country">')).toBe(true);
});

it('is told in English in the shop where a language is not written, and marked as English', async () => {
  await platform.db.execute(sql`delete from experience_texts where experience_id = ${activity} and language = 'ar'`);
  const shop = async (language: string) => (await app.send(`/experience/${activity}`, { cookie: `language=${language}` })).text();
  const [arabic, spanish] = [await shop('ar'), await shop('es')];
  expect(/<h1 tabindex="-1" lang="en" dir="ltr">/i.test(arabic)).toBe(true);
  expect(/<p class="pp-summary" lang="en" dir="ltr">/.test(arabic)).toBe(true);
  expect(/<p class="pp-summary">/.test(spanish)).toBe(true);
});
