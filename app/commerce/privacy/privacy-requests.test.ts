import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { linkIn, newestMailTo, openBrowser } from '#app/commerce/customers/auth-testing.ts';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { personalData } from '#app/personal-data.ts';
import { dayMs, hourMs, minuteMs } from '#app/values/dates.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { listRequestsAsStaff } from './privacy-requests-store.server.ts';
import { privacySweep } from './privacy-jobs.server.ts';
import { privacyList } from './staff/privacy-list.ts';
import { workOnPrivacy } from './work-on-privacy.server.ts';

const platform = await openDemoPlatform();
await mailAccounts(platform);
await workOnPrivacy(platform, personalData);
const app = await openTestApp(platform);
const email = 'traveller@rihla.example';

async function signedIn(address = email) {
  const browser = openBrowser(app);
  await browser.post('/auth', { tab: 'sign-in', email: address, password: demoPassword });
  return browser;
}
const prove = (browser: ReturnType<typeof openBrowser>, next = '/account/privacy') =>
  browser.post('/account/prove', { next, password: demoPassword });
const sweep = async () => {
  await platform.jobs.send(platform.db, privacySweep, {});
  await platform.jobs.drain();
};
async function rows(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return ((await platform.db.execute(statement)) as unknown as { rows: Record<string, unknown>[] }).rows;
}
const requests = () =>
  rows(
    sql`select kind, status, reason, user_id, due_at - asked_at = interval '30 days' as in_time from privacy_requests order by asked_at`,
  );

describe('a copy of everything', () => {
  it('is made and fetched only by somebody who has just shown who they are', async () => {
    const browser = await signedIn();
    const asked = await browser.post('/account/privacy', { act: 'copy' });
    expect(asked.headers.get('location')).toBe('/account/prove?next=%2Faccount%2Fprivacy');
    expect((await browser.post('/account/prove', { next: '/account/privacy', password: 'not this one' })).status).toBe(422);
    expect((await prove(browser)).headers.get('location')).toBe('/account/privacy');
    expect((await browser.post('/account/privacy', { act: 'copy' })).headers.get('location')).toBe('/account/privacy?said=asked');
    expect((await newestMailTo(platform, email))?.subject).toBe('Your copy is ready');
    const [{ id } = {}] = await rows(sql`select id from privacy_requests`);
    const copy = `/account/privacy/copy?request=${String(id)}`;
    const zip = await browser.get(copy);
    expect([zip.headers.get('content-type'), zip.headers.get('cache-control')]).toEqual(['application/zip', 'private, no-store']);
    expect(
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 4)
        .toString('hex'),
    ).toBe('504b0304');
    // The proof ends after ten minutes, and is nobody else's.
    platform.clock.advance(11 * minuteMs);
    expect((await browser.get(copy)).headers.get('location')).toContain('/account/prove');
    const other = await signedIn('flights@rihla.example');
    await prove(other);
    expect((await other.get(copy)).status).toBe(404);
    other.jar.take(new Response(null, { headers: { 'Set-Cookie': 'rihla-proved=made-up; Path=/' } }));
    expect((await other.post('/account/privacy', { act: 'copy' })).headers.get('location')).toContain('/account/prove');
  });

  it('is gone after three days, its file too', async () => {
    const [{ file } = {}] = await rows(sql`select file from privacy_requests`);
    expect(await platform.files.find(String(file))).not.toBeNull();
    platform.clock.advance(72 * hourMs);
    await sweep();
    expect(await platform.files.find(String(file))).toBeNull();
    expect(await requests()).toMatchObject([{ kind: 'export', status: 'done', in_time: true }]);
  });
});

describe('an account that is to be deleted', () => {
  it('is refused to staff, and without the tick', async () => {
    const staff = await signedIn('support@rihla.example');
    await prove(staff);
    expect((await staff.post('/account/privacy', { act: 'erase-now', sure: 'on' })).status).toBe(409);
    const browser = await signedIn();
    await prove(browser);
    expect((await browser.post('/account/privacy', { act: 'erase-now' })).status).toBe(422);
  });

  it('can be kept by the link in the mail for two weeks', async () => {
    const browser = await signedIn();
    await prove(browser);
    await browser.post('/account/privacy', { act: 'erase-later', sure: 'on' });
    const link = linkIn(await newestMailTo(platform, email));
    expect(link).toMatch(/^\/privacy\/request\//);
    platform.clock.advance(13 * dayMs);
    await sweep();
    // Reading the mail changes nothing; pressing does.
    await app.send(link);
    expect((await requests()).at(-1)).toMatchObject({ kind: 'erase', status: 'waiting' });
    await app.send(link, { form: { act: 'keep' } });
    expect((await requests()).at(-1)).toMatchObject({ kind: 'erase', status: 'undone' });
    platform.clock.advance(2 * dayMs);
    await sweep();
    expect(await rows(sql`select 1 from users where email = ${email}`)).toHaveLength(1);
  });

  it('goes when the two weeks are over, and nobody can sign in to it', async () => {
    const browser = await signedIn();
    await prove(browser);
    await browser.post('/account/privacy', { act: 'erase-later', sure: 'on' });
    platform.clock.advance(14 * dayMs + minuteMs);
    await sweep();
    expect((await requests()).at(-1)).toMatchObject({ kind: 'erase', status: 'done' });
    expect(await rows(sql`select 1 from users where email = ${email}`)).toHaveLength(0);
    expect((await browser.get('/account')).status).toBe(302);
    expect((await openBrowser(app).post('/auth', { tab: 'sign-in', email, password: demoPassword })).status).toBe(422);
    expect((await platform.mail.folder!.list()).filter(({ to }) => to === email)).toEqual([]);
  });
});

describe('a request of somebody without an account', () => {
  it('waits until its mailbox is proved, whoever wrote it down', async () => {
    const staff = await app.signIn('support@rihla.example', demoPassword);
    const guest = 'guest@example.com';
    const recorded = await app.send('/admin/privacy-requests', {
      cookie: staff,
      form: { act: 'record', kind: 'export', email: guest, language: 'es' },
    });
    expect(recorded.headers.get('location')).toBe('/admin/privacy-requests?did=recorded');
    const mail = await newestMailTo(platform, guest);
    expect([mail?.language, mail?.subject]).toEqual(['es', '¿Es tuya esta solicitud sobre tus datos?']);
    const link = linkIn(mail);
    expect((await app.send(`${link}/copy`, { method: 'POST' })).headers.get('location')).toBe(link);
    await app.send(link, { form: { act: 'prove' } });
    await platform.jobs.drain();
    expect((await app.send(`${link}/copy`, { method: 'POST' })).headers.get('content-type')).toBe('application/zip');
    expect((await app.send(`/privacy/request/${'x'.repeat(43)}`)).status).toBe(410);
  });

  it('is seen by those who may, with the address masked for who only reads, and declined once', async () => {
    const auditor = await app.signIn('auditor@rihla.example', demoPassword);
    const staff = await app.signIn('support@rihla.example', demoPassword);
    const list = async (cookie: string) => (await app.send('/admin/privacy-requests', { cookie })).text();
    expect([(await list(auditor)).includes('guest@example.com'), (await list(staff)).includes('guest@example.com')]).toEqual([false, true]);
    expect((await app.send('/admin/privacy-requests', { cookie: await app.signIn('pricing@rihla.example', demoPassword) })).status).toBe(
      302,
    );
    await app.send('/admin/privacy-requests', {
      cookie: staff,
      form: { act: 'record', kind: 'erase', email: 'other@example.com', language: 'en' },
    });
    const [{ id } = {}] = await rows(sql`select id from privacy_requests where status = 'asked'`);
    const decline = { act: 'decline', request: String(id), reason: 'unfounded' };
    const answers = [1, 2].map(() => app.send('/admin/privacy-requests', { cookie: staff, form: decline }));
    expect((await Promise.all(answers)).map((answer) => answer.headers.get('location')).toSorted()).toEqual([
      '/admin/privacy-requests?did=declined',
      '/admin/privacy-requests?did=refused',
    ]);
    expect((await requests()).at(-1)).toMatchObject({ status: 'refused', reason: 'unfounded' });
  });
});

describe('the list of requests', () => {
  it('begins with what is due first, and of what is closed with what was closed last', async () => {
    const at = (days: number) => new Date(platform.clock.now() + days * dayMs).toISOString();
    const insert = (id: string, status: string, asked: number, due: number, closed: number | null) =>
      platform.db.execute(sql`insert into privacy_requests
          (id, kind, status, came_by, email, email_index, language, token_hash, reason, asked_at, due_at, closed_at)
        values (${id}, 'export', ${status}, 'account', ${platform.crypto.seal('', `privacy_requests|email|${id}`)}, ${id}, 'en', ${id}, ${status === 'refused' ? 'unfounded' : null}, ${at(asked)}, ${at(due)}, ${closed === null ? null : at(closed)})`);
    // Asked first and closed last, so that no other order has them like this.
    await insert('listed-a', 'refused', -300, -270, -1);
    await insert('listed-b', 'refused', -200, -170, -150);
    await insert('listed-c', 'waiting', -6, 24, null);
    await insert('listed-d', 'waiting', -7, 23, null);
    const listed = async (query: string) => {
      const { rows: shown } = await listRequestsAsStaff(
        platform.db,
        platform.crypto,
        readListView(privacyList, new URLSearchParams(query)),
        50,
      );
      return shown.map(({ id }) => id).filter((id) => id.startsWith('listed-'));
    };
    expect(await listed('queue=closed')).toEqual(['listed-a', 'listed-b']);
    expect(await listed('queue=closed&sort=closed')).toEqual(['listed-b', 'listed-a']);
    expect(await listed('')).toEqual(['listed-d', 'listed-c']);
    expect(await listed('queue=all')).toEqual(['listed-c', 'listed-d', 'listed-b', 'listed-a']);
    await platform.db.execute(sql`delete from privacy_requests where id like 'listed-%'`);
  });
});

describe('the look at what is due', () => {
  it('reaches every request, however many are late', async () => {
    const at = (days: number) => new Date(platform.clock.now() - days * dayMs).toISOString();
    await platform.db
      .execute(sql`insert into privacy_requests (id, kind, status, came_by, email, email_index, language, token_hash, asked_at, due_at)
      select 'late-' || n, 'export', 'waiting', 'account', '', n::text, 'en', 'late-' || n, ${at(40)}, ${at(10)} from generate_series(1, 60) n`);
    await sweep();
    await sweep();
    expect(await rows(sql`select id from staff_tasks where kind = 'privacy-late' and subject like 'privacy_requests:late-%'`)).toHaveLength(
      60,
    );
  });
});
