import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { keyLimit } from '#app/storefront/partner-api/open-with-key.server.ts';
import { loadExperiences } from '#app/products/experiences/load-experiences.server.ts';
import { loadTours } from '#app/products/holidays/load-tours.server.ts';
import { loadStaycations } from '#app/products/staycations/load-staycations.server.ts';
import { stateOfKey } from '#app/platform/api-key-rules.ts';
import { addDays, addMilliseconds, calendarDate, dateIn, dayMs, minuteMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { readKeyForm } from './work-api-keys.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
await loadTours(platform, readCatalogueFiles('tours').slice(0, 5), { replace: false });
await loadExperiences(platform, readCatalogueFiles('experiences').slice(0, 3), { replace: false });
await loadStaycations(platform, readCatalogueFiles('staycations').slice(0, 3), { replace: false });
const app = await openTestApp(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const auditor = await app.signIn('auditor@rihla.example', demoPassword);
const base = '/admin/api-keys';
const start = clock.now();
afterEach(() => clock.set(start));
const today = dateIn('Asia/Dubai', start);

const rows = async <Row>(query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
const idOf = async (name: string) => (await rows<{ id: string }>(sql`select id from api_keys where name = ${name}`))[0]!.id;

/** Makes a key on the page and reads it off the answer. */
async function make(name: string, scope: string, endsOn: string = addDays(today, 30)): Promise<string> {
  const answer = await app.send(base, { cookie: owner, form: { intent: 'make', name, scopes: scope, endsOn } });
  expect(answer.status).toBe(200);
  const key = /rihla_[\w-]{43}/.exec(await answer.text())?.[0];
  if (!key) throw new Error('The page does not show the key');
  return key;
}
const ask = (path: string, key?: string) => app.send(`/api/v1${path}`, key ? { headers: { Authorization: `Bearer ${key}` } } : {});

describe('a key', () => {
  it('is shown once and stored as its hash alone', async () => {
    const key = await make('Desert partners', 'tours:read');
    const page = await (await app.send(base, { cookie: owner })).text();
    expect(page).toContain('Desert partners');
    expect(page).toContain(`…${key.slice(-4)}`);
    expect(page).not.toContain(key);
    expect(JSON.stringify(await rows(sql`select * from api_keys`))).not.toContain(key);
    expect(JSON.stringify(await rows(sql`select detail from audit_events where action = 'api-key.made'`))).not.toContain(key);
    expect(await rows(sql`select 1 from audit_events where action = 'api-key.made'`)).toHaveLength(1);
  });

  it('is made once when its form comes twice, and only by owners', async () => {
    const form = { intent: 'make', name: 'Twice', scopes: 'tours:read', endsOn: addDays(today, 1) };
    expect((await app.send(base, { cookie: owner, form })).status).toBe(200);
    expect((await app.send(base, { cookie: owner, form: { ...form, name: 'TWICE' } })).status).toBe(409);
    expect(await rows(sql`select 1 from api_keys where lower(name) = 'twice'`)).toHaveLength(1);
    expect((await app.send(base, { cookie: auditor, form })).headers.get('location')).toContain('/admin/unauthorized');
    const seen = await (await app.send(base, { cookie: auditor })).text();
    expect(seen).toContain('Twice');
    expect(seen).not.toContain('value="make"');
    expect((await app.send(base, { cookie: owner, form: { intent: 'dance' } })).status).toBe(400);
  });

  it('needs a name, something to read and a last day within two years, and keeps what was typed', async () => {
    const typed = { name: 'Partner', scopes: ['tours:read'], endsOn: String(today) };
    expect(readKeyForm(typed, today).ok).toBe(true);
    expect(readKeyForm({ name: ' x ', scopes: [], endsOn: '' }, today).faults).toEqual(['name', 'scopes', 'endsOn']);
    for (const endsOn of [addDays(today, -1), addDays(today, 731), '2027-02-30', 'soon'])
      expect(readKeyForm({ ...typed, endsOn }, today).faults).toEqual(['endsOn']);
    const wrong = await app.send(base, { cookie: owner, form: { intent: 'make', name: 'No scope', endsOn: addDays(today, 9) } });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain('Choose at least one thing that it reads.');
    expect(html).toContain('value="No scope"');
  });

  it('opens through its last day and not after it', () => {
    const last = calendarDate('2026-12-31');
    expect(stateOfKey({ endsOn: last, revokedAt: null }, last)).toBe('live');
    expect(stateOfKey({ endsOn: last, revokedAt: null }, addDays(last, 1))).toBe('ended');
    expect(stateOfKey({ endsOn: last, revokedAt: new Date() }, last)).toBe('revoked');
  });
});

describe('the catalogue for partners', () => {
  it('answers a key with prices, page by page, and notes when it was used', async () => {
    const key = await make('Pages', 'tours:read');
    const first = (await (await ask('/tours?limit=2', key)).json()) as { items: { id: string; from: { amount: string } }[]; next: string };
    expect(first.items).toHaveLength(2);
    expect(first.items[0]!.from).toMatchObject({ currency: 'AED', of: 'person-sharing' });
    expect(first.items[0]!.from.amount).toMatch(/^\d+\.\d{2}$/);
    expect(first.next).toBe(first.items[1]!.id);
    const seen = first.items.map(({ id }) => id);
    for (let next: string | null = first.next; next;) {
      const page = (await (await ask(`/tours?limit=2&after=${next}`, key)).json()) as { items: { id: string }[]; next: string | null };
      seen.push(...page.items.map(({ id }) => id));
      next = page.next;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    expect((await rows<{ used: boolean }>(sql`select used_at is not null as used from api_keys where name = 'Pages'`))[0]!.used).toBe(true);
  });

  it('tells what can be had of a tour, an experience and a stay', async () => {
    for (const [catalogue, scope, query] of [
      ['tours', 'tours:read', ''],
      ['experiences', 'experiences:read', ''],
      ['stays', 'stays:read', `?date=${addDays(today, 40)}&nights=2&adults=2`],
    ] as const) {
      const key = await make(`Availability of ${catalogue}`, scope);
      const { items } = (await (await ask(`/${catalogue}`, key)).json()) as { items: { id: string; url: string }[] };
      expect((await app.send(new URL(items[0]!.url).pathname)).status).toBe(200);
      const told = await ask(`/${catalogue}/${items[0]!.id}/availability${query}`, key);
      expect(told.status).toBe(200);
      const { availability } = (await told.json()) as { availability: { open: boolean; left: number; price: { amount: string } | null }[] };
      const open = availability.find((one) => one.open)!;
      expect(open.left).toBeGreaterThan(0);
      expect(Number(open.price!.amount)).toBeGreaterThan(0);
      expect((await ask(`/${catalogue}/no-such-thing/availability`, key)).status).toBe(404);
    }
  });

  it('refuses no key, a wrong one, one of another scope, one that ended and one that is revoked', async () => {
    const problem = async (answer: Response) => [
      answer.status,
      answer.headers.get('content-type'),
      ((await answer.json()) as { title: string }).title,
    ];
    const none = await ask('/tours');
    expect(none.headers.get('www-authenticate')).toContain('Bearer');
    const refused = [401, 'application/problem+json', 'No valid key'];
    expect(await problem(none)).toEqual(refused);
    expect(await problem(await ask('/tours', `rihla_${'x'.repeat(43)}`))).toEqual(refused);
    const key = await make('To be refused', 'tours:read', String(today));
    expect((await ask('/tours', key)).status).toBe(200);
    expect(await problem(await ask('/stays', key))).toEqual([403, 'application/problem+json', 'Not within this key']);
    clock.set(addMilliseconds(start, dayMs));
    expect(await problem(await ask('/tours', key))).toEqual(refused);
    clock.set(start);
    const form = { intent: 'revoke', id: await idOf('To be refused') };
    expect((await app.send(base, { cookie: auditor, form })).headers.get('location')).toContain('/admin/unauthorized');
    expect((await ask('/tours', key)).status).toBe(200);
    expect((await app.send(base, { cookie: owner, form })).headers.get('location')).toBe(`${base}?did=revoked`);
    expect(await problem(await ask('/tours', key))).toEqual(refused);
    expect((await app.send(base, { cookie: owner, form })).status).toBe(409);
  });

  it('says what it does not understand of a query, and takes no forms', async () => {
    const key = await make('Queries', 'tours:read');
    for (const query of ['limit=0', 'limit=101', 'limit=many', 'language=xx', 'order=price'])
      expect((await ask(`/tours?${query}`, key)).status).toBe(422);
    expect((await ask('/tours/x/availability?date=2027-02-30', key)).status).toBe(422);
    expect((await ask('/rockets', key)).status).toBe(404);
    expect((await app.send('/api/v1/tours', { form: {}, headers: { Authorization: `Bearer ${key}` } })).status).toBeGreaterThanOrEqual(400);
  });

  it('is asked a bounded number of times a minute, each key for itself', async () => {
    const key = await make('Busy', 'tours:read');
    const other = await make('Calm', 'tours:read');
    await ask('/tours?limit=1', key);
    await db.execute(sql`update rate_limits set tries = ${keyLimit.most} where bucket like 'api:key:%' and tries = 1`);
    const late = await ask('/tours?limit=1', key);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('/tours?limit=1', other)).status).toBe(200);
    clock.set(addMilliseconds(start, minuteMs));
    expect((await ask('/tours?limit=1', key)).status).toBe(200);
  });

  it('describes itself to everybody, with each address that it answers', async () => {
    const described = (await (await ask('')).json()) as { openapi: string; paths: object };
    expect(described.openapi).toBe('3.1.0');
    expect(Object.keys(described.paths)).toEqual([
      '/tours',
      '/tours/{id}/availability',
      '/experiences',
      '/experiences/{id}/availability',
      '/stays',
      '/stays/{id}/availability',
    ]);
  });
});
