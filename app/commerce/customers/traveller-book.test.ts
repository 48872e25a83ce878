import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { listTravellersOf } from './book/travellers-store.server.ts';

const platform = await openTestPlatform();
const app = await openTestApp(platform);

async function account(email: string) {
  const body = { email, password: 'camels walk at dawn', name: 'Amal Nasser' };
  const { user } = await platform.auth.api.signUpEmail({ body });
  return { id: user.id, cookie: await app.signIn(email, body.password) };
}
const amal = await account('amal.book@example.com');
const other = await account('other.book@example.com');

const layla = {
  given: 'Layla',
  surname: 'Haddad',
  title: 'MS',
  birth: '1990-03-09',
  nationality: 'JO',
  residence: 'AE',
  agreed: 'on',
  'd0.kind': 'passport',
  'd0.number': 'n 1234567',
  'd0.issuedBy': 'JO',
  'd0.expires': '2027-01-10',
  'f0.airline': 'ek',
  'f0.number': '123 456 789',
};
const save = (form: Record<string, string>, who = amal, traveller = 'new') =>
  app.send(`/add-traveler?traveller=${traveller}`, { cookie: who.cookie, form });
const rowsOf = async (query: ReturnType<typeof sql>) =>
  ((await platform.db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows;

describe('the traveller book', () => {
  it('keeps a traveller in the letters of the passport, with papers and memberships', async () => {
    const answer = await save(layla);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/add-traveler?saved=kept']);
    const [kept] = await listTravellersOf(platform, amal.id);
    expect(kept).toMatchObject({
      surname: 'HADDAD',
      givenNames: 'LAYLA',
      nationalities: ['JO'],
      documents: [{ kind: 'passport', number: 'N1234567', issuedBy: 'JO', expires: '2027-01-10' }],
      flyerNumbers: [{ airline: 'EK', number: '123456789' }],
    });
  });

  it('writes no name, birth date or number in the clear', async () => {
    const rows = [...(await rowsOf(sql`select * from travellers`)), ...(await rowsOf(sql`select * from traveller_documents`))];
    const text = JSON.stringify(rows);
    for (const secret of ['HADDAD', 'LAYLA', '1990-03-09', 'N1234567', '2027-01-10']) expect(text).not.toContain(secret);
  });

  it('shows a paper that ends soon on the overview', async () => {
    const html = await (await app.send('/account', { cookie: amal.cookie })).text();
    expect(html).toContain('LAYLA HADDAD');
    expect(html).toMatch(/too short for many countries|renew it soon|expired on/);
  });

  it('answers 404 for a traveller of somebody else, to reading, changing and deleting', async () => {
    const [kept] = await listTravellersOf(platform, amal.id);
    expect((await app.send(`/add-traveler?traveller=${kept!.id}`, { cookie: other.cookie })).status).toBe(404);
    expect((await save(layla, other, kept!.id)).status).toBe(404);
    expect((await save({ intent: 'remove' }, other, kept!.id)).status).toBe(404);
    expect(await listTravellersOf(platform, amal.id)).toHaveLength(1);
  });

  it.each([
    [{ given: 'ليلى' }, 'It may be: LAYLA'],
    [{ surname: '<script>alert(1)</script>' }, 'Letters only'],
    [{ birth: '2999-01-01' }, 'Check the date of birth'],
    [{ nationality: 'ZZ' }, 'Choose a country from the list'],
    [{ 'd0.number': '1' }, '5 to 18 letters and digits'],
    [{ 'd0.expires': '2027-02-30' }, 'Enter the day on which it ends'],
    [{ 'f0.airline': 'Emirates' }, 'such as EK'],
    [{ agreed: '' }, 'Tick that this person agrees'],
  ])('refuses %j and keeps what was typed', async (wrong, words) => {
    const answer = await save({ ...layla, ...wrong });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain(words);
    expect(html).toContain('value="n 1234567"'.replace('n 1234567', (wrong as Record<string, string>)['d0.number'] ?? 'n 1234567'));
  });

  it('asks for the guardian of a minor, once there is a grown-up in the book', async () => {
    const child = { given: 'Omar', surname: 'Haddad', birth: '2018-05-01', nationality: 'JO' };
    expect((await save(child)).status).toBe(422);
    const [mother] = await listTravellersOf(platform, amal.id);
    // The book is in the order of writing, and the clock of a test stands still.
    platform.clock.advance(1_000);
    expect((await save({ ...child, guardian: mother!.id })).status).toBe(303);
  });

  it('forgets a paper whose number is emptied, and everything of a traveller who is deleted', async () => {
    const [kept] = await listTravellersOf(platform, amal.id);
    await save({ ...layla, 'd0.number': '' }, amal, kept!.id);
    expect((await listTravellersOf(platform, amal.id))[0]!.documents).toEqual([]);
    await save(layla, amal, kept!.id);
    expect((await save({ intent: 'remove' }, amal, kept!.id)).headers.get('location')).toBe('/add-traveler?saved=removed');
    expect(await rowsOf(sql`select id from traveller_documents`)).toEqual([]);
    expect(await rowsOf(sql`select id from traveller_flyer_numbers`)).toEqual([]);
  });
});
