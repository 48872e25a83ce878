import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { readProfile } from './book/profile-store.server.ts';
import { listFavoritesOf } from './favorites/favorites-store.server.ts';

const platform = await openTestPlatform();
const app = await openTestApp(platform);

async function account(email: string) {
  const body = { email, password: 'camels walk at dawn', name: 'Amal Nasser' };
  const { user } = await platform.auth.api.signUpEmail({ body });
  return { id: user.id, cookie: await app.signIn(email, body.password) };
}
const amal = await account('amal.pages@example.com');
const other = await account('other.pages@example.com');
const page = async (path: string, who = amal) => (await app.send(path, { cookie: who.cookie })).text();

describe('the three edit pages', () => {
  it.each(['/profile-edit', '/contact-edit', '/flight-preferences'])(
    'explain themselves to a visitor on %s and lead to sign-in',
    async (path) => {
      const answer = await app.send(path);
      const html = await answer.text();
      expect(answer.status).toBe(200);
      expect(html).toContain(`/auth?next=${encodeURIComponent(path)}`);
      expect((await app.send(path, { form: {} })).headers.get('location')).toContain('/auth?next=');
    },
  );

  it('keep the profile sealed, greet by the preferred name, and show it to nobody else', async () => {
    const answer = await app.send('/profile-edit', {
      cookie: amal.cookie,
      form: { given: 'Amál', surname: 'Al-Nasser', preferred: 'Mimi', birth: '1990-03-09' },
    });
    expect(answer.headers.get('location')).toBe('/profile-edit?saved');
    expect((await readProfile(platform, amal.id)).identity).toMatchObject({ given: 'AMAL', surname: 'AL NASSER', preferred: 'Mimi' });
    const rows = (await platform.db.execute(sql`select * from customer_profiles`)) as unknown as { rows: unknown[] };
    expect(JSON.stringify(rows.rows)).not.toContain('Mimi');
    expect(await page('/account')).toContain('Welcome, Mimi');
    expect(await page('/profile-edit', other)).not.toContain('Mimi');
  });

  it.each([
    ['/profile-edit', { given: 'Test', surname: 'Test' }, 'real name'],
    ['/profile-edit', { preferred: '<b>Mimi</b>' }, 'without signs such as'],
    ['/profile-edit', { preferred: 'Mimi\u202e' }, 'without signs such as'],
    ['/profile-edit', { birth: '2999-01-01' }, 'Check the date of birth'],
    ['/profile-edit', { nationality: 'ZZ' }, 'Choose a country from the list'],
    ['/contact-edit', { phone: 'call me' }, 'not a telephone number'],
    ['/contact-edit', { trn: '123' }, 'A TRN has 15 digits'],
    ['/contact-edit', { street: 'x'.repeat(150) }, 'Shorter please'],
    ['/flight-preferences', { home: 'Nowhere at all' }, 'a city or airport that we know'],
  ])('refuse on %s %j', async (path, form, words) => {
    const answer = await app.send(path, { cookie: amal.cookie, form });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words);
  });

  it('keep numbers in their international form', async () => {
    await app.send('/contact-edit', {
      cookie: amal.cookie,
      form: { phone: '050 123 4567', trn: '100 123 456 700 003', whatsappService: 'on' },
    });
    expect((await readProfile(platform, amal.id)).contact).toMatchObject({
      phone: '+971501234567',
      trn: '100123456700003',
      whatsappService: true,
      whatsappMarketing: false,
    });
  });

  it('begin an empty flight search with the home airport and cabin, and leave one that asks for something alone', async () => {
    const form = { home: 'Dubai', cabin: 'business', seat: 'aisle', meal: 'VGML' };
    expect((await app.send('/flight-preferences', { cookie: amal.cookie, form })).status).toBe(303);
    const cabin = /<option value="business" selected=""/;
    expect(await page('/flights')).toMatch(cabin);
    expect(await page('/flights?from=LHR')).not.toMatch(cabin);
    expect(await page('/flights', other)).not.toMatch(cabin);
  });
});

describe('favourites', () => {
  const tour = { kind: 'tour', thing: 'a-tour-that-was', title: 'A tour that was' };
  const flight = { kind: 'flight', thing: 'DXB-LHR-2027-03-09-2027-03-16', title: 'Dubai to London' };

  it('are kept and dropped by a plain form that leads back', async () => {
    const kept = await app.send('/api/favorites', { cookie: amal.cookie, form: { ...flight, intent: 'keep', back: '/flights' } });
    expect([kept.status, kept.headers.get('location')]).toEqual([303, '/flights']);
    expect(await listFavoritesOf(platform.db, other.id)).toEqual([]);
    expect(await (await app.send('/api/favorites', { cookie: amal.cookie })).json()).toEqual({ keys: [`flight:${flight.thing}`] });
    await app.send('/api/favorites', { cookie: amal.cookie, form: { ...flight, intent: 'drop' } });
    expect(await listFavoritesOf(platform.db, amal.id)).toEqual([]);
  });

  it('of a guest lead to sign-in without scripts, and take no other site for the way back', async () => {
    const answer = await app.send('/api/favorites', { form: { ...tour, intent: 'keep', back: 'https://evil.example' } });
    expect(answer.headers.get('location')).toBe('/auth?tab=sign-in&next=%2Ffavorites');
    expect(await (await app.send('/api/favorites')).json()).toEqual({ keys: null });
  });

  it('of a browser are taken over once, what is broken in them left out, and one no longer sold is said to be', async () => {
    const headers = { Accept: 'application/json' };
    const form = { intent: 'merge', list: JSON.stringify([tour, flight, { kind: 'tour', thing: '<x>', title: 'X' }]) };
    for (let times = 0; times < 2; times += 1) {
      const { keys } = (await (await app.send('/api/favorites', { cookie: amal.cookie, headers, form })).json()) as { keys: string[] };
      expect(keys.toSorted()).toEqual([`flight:${flight.thing}`, `tour:${tour.thing}`]);
    }
    const html = await page('/favorites');
    expect(html).toContain('A tour that was');
    expect(html).toContain('No longer sold');
    expect(html).toContain('depart=2027-03-09');
  });

  it('refuse what is no thing of ours', async () => {
    expect(
      (await app.send('/api/favorites', { cookie: amal.cookie, form: { kind: 'tour', thing: '../x', title: 'X', intent: 'keep' } })).status,
    ).toBe(400);
  });
});
