import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { assistedCountries } from '#seeds/visas/assisted-countries.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { openTestAssisted } from '../assisted-testing.ts';

const platform = await openDemoPlatform();
const desk = await openTestAssisted(platform, assistedCountries);
let app: TestApp;
let cookie = '';
let id = '';
beforeAll(async () => {
  app = await openTestApp(platform);
  cookie = await app.signIn('visas@rihla.example', demoPassword);
  [id = ''] = (await desk.paid('greece')).ids;
}, 120_000);

const board = '/admin/sticker-visa-management?country=GR&as=board';
async function openCard() {
  const html = await (await app.send(board, { cookie })).text();
  const form = new RegExp(`<form[^>]*action="/admin/sticker-visa-management/${id}".*?</form>`, 's').exec(html)?.[0] ?? '';
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1]?.replaceAll('&amp;', '&') ?? '';
  return {
    html,
    events: [...form.matchAll(/<button[^>]*>/g)].map(([button]) => /value="([\w-]+)"/.exec(button)?.[1]),
    fields: { key: value('key'), version: value('version'), board: value('board') },
  };
}
const press = async (fields: Readonly<Record<string, string>>) =>
  (await app.send(`/admin/sticker-visa-management/${id}`, { cookie, form: { ...fields, event: 'claim' } })).headers.get('location');

it('says by the day in Dubai when a case is due, on the board and in the list', async () => {
  // Half past one in the morning there, and still the evening before in UTC.
  await platform.db.execute(
    sql`update assisted_cases set due_at = '2027-01-10T21:30:00Z', opened_at = '2026-11-19T20:15:00Z' where id = ${id}`,
  );
  for (const address of [board, '/admin/sticker-visa-management?country=GR&columns=name,due,opened']) {
    const html = await (await app.send(address, { cookie })).text();
    expect(html).toContain('Mon 11 Jan');
    expect(html).not.toContain('Sun 10 Jan');
  }
});

describe('a card of the board, without scripts', () => {
  it('is taken on by its button, comes back to the board it was on, and says so', async () => {
    const card = await openCard();
    expect(card.html).toContain('As a list');
    expect(card.events).toEqual(['claim']);
    const to = await press(card.fields);
    expect(to).toBe(`${board}&did=claim`);
    expect(await (await app.send(to!, { cookie })).text()).toContain('role="status"');
    expect((await desk.one(id)).officer).not.toBeNull();
    // Sent twice it is done once; from a page that is old nothing is overwritten.
    expect(await press(card.fields)).toBe(`${board}&did=claim`);
    expect(await press({ ...card.fields, key: `${card.fields.key}-late` })).toBe(`${board}&refused=changed-meanwhile`);
  });
});
