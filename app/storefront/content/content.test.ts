import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readContentFolders } from '#seeds/catalogue.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { readContent } from './staff/read-content.server.ts';
import { findContentAsStaff, findLive, listContentAsStaff, listEditions } from './content-store.server.ts';
import { contentMachine } from './content-status.ts';
import { loadContent } from './load-content.server.ts';
import { mayPublish } from './publish-rules.ts';
import { moveContent, saveLook, saveWords } from './save-content.server.ts';

const platform = await openCataloguePlatform();
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(platform);
}, 120_000);

const item = async (id: string) => (await findContentAsStaff(platform.db, id))!;
const words = { title: 'Other terms', summary: 'What changed.', body: '## Cancellation {#cancellation}\n\nAnother rule.' };

it('has in the database exactly the edges of its machine', async () => {
  const { rows } = (await platform.db.execute(
    sql`select from_status, to_status from status_edges where machine = 'content'`,
  )) as unknown as { rows: { from_status: string; to_status: string }[] };
  expect(rows.map((row) => `${row.from_status} > ${row.to_status}`).sort()).toEqual(
    edgesOf(contentMachine)
      .map(([from, to]) => `${from} > ${to}`)
      .sort(),
  );
});

it('keeps every version: none is changed or removed', async () => {
  await expect(platform.db.execute(sql`update content_versions set title = 'x'`)).rejects.toThrow();
  await expect(platform.db.execute(sql`delete from content_editions`)).rejects.toThrow();
});

it('loads the house texts once, and again only what differs', async () => {
  const files = readContentFolders();
  expect(await loadContent(platform, files, { replace: false })).toBe(0);
  expect(await loadContent(platform, files, { replace: true })).toBe(0);
});

describe('the rule of publishing', () => {
  const all = ['en', 'ar', 'tl', 'es', 'pt'] as const;
  const asked = { kind: 'legal', languages: all, writers: ['staff:a'], submittedBy: 'staff:b', actor: 'staff:c' };
  it('asks a second person and five languages of a legal text', () => {
    expect(mayPublish(asked)).toBeNull();
    expect(mayPublish({ ...asked, actor: 'staff:a' })).toBe('second-person');
    expect(mayPublish({ ...asked, actor: 'staff:b' })).toBe('second-person');
    expect(mayPublish({ ...asked, languages: all.slice(1) })).toBe('languages-missing');
    expect(mayPublish({ ...asked, languages: ['en', 'ar'] })).toBe('languages-missing');
  });
  it('asks English of any other', () => {
    expect(mayPublish({ ...asked, kind: 'blog', languages: ['en'], actor: 'staff:a' })).toBeNull();
    expect(mayPublish({ ...asked, kind: 'blog', languages: ['ar'] })).toBe('languages-missing');
  });
});

describe('a legal text', () => {
  it('stays as it is for visitors until a second person publishes it, and keeps its history', async () => {
    const before = (await findLive(platform.db, 'legal', 'terms', 'en'))!;
    expect((await saveWords(platform, { item: before.item, language: 'en', words, staffId: 'writer' })).ok).toBe(true);
    expect((await findLive(platform.db, 'legal', 'terms', 'en'))!.title).toBe(before.title);
    expect(await saveWords(platform, { item: before.item, language: 'en', words, staffId: 'other' })).toEqual({
      ok: false,
      refused: 'changed-meanwhile',
    });
    await moveContent(platform, { item: await item('legal-terms'), event: 'submit', staffId: 'editor' });
    const calls = async () =>
      (await listOpenStaffTasks(platform.db, 99, ['content-edition'])).map(({ subject, askedBy, detail }) => [
        subject,
        askedBy,
        detail['text'],
      ]);
    expect(await calls()).toEqual([['content_items:legal-terms', 'staff:editor', words.title]]);
    for (const staffId of ['writer', 'editor'])
      expect(await moveContent(platform, { item: await item('legal-terms'), event: 'publish', staffId })).toEqual({
        ok: false,
        refused: 'second-person',
      });
    expect((await moveContent(platform, { item: await item('legal-terms'), event: 'publish', staffId: 'owner' })).ok).toBe(true);
    expect(await calls()).toEqual([]);
    expect((await findLive(platform.db, 'legal', 'terms', 'en'))!.title).toBe(words.title);
    expect((await listEditions(platform.db, 'legal-terms')).map(({ number }) => number)).toEqual([2, 1]);
    const old = await (await app.send('/terms?edition=1')).text();
    expect(old).toContain(before.title);
    expect(await (await app.send('/terms?edition=1&compare=1')).text()).toContain('Another rule.');
  });

  it('is not at an edition that never was', async () => {
    for (const edition of ['0', '99', 'x', '-1', '1e9']) expect((await app.send(`/terms?edition=${edition}`)).status).toBe(404);
  });
});

describe('the public pages', () => {
  it.each(['/help-center', '/help', '/blog', '/press', '/privacy', '/terms', '/terms-of-service', '/cancellation', '/refunds', '/about'])(
    'has %s',
    async (path) => {
      expect((await app.send(path)).status).toBe(200);
    },
  );

  it.each(['/help-center/none', '/help-center/__proto__', '/blog/none', '/press/none', '/blog/%00', '/help-center/a%27%3B--'])(
    'answers %s with 404',
    async (path) => {
      expect((await app.send(path)).status).toBe(404);
    },
  );

  it('shows the same help page at both addresses, and both name one as their own', async () => {
    for (const path of ['/help', '/help-center'])
      expect(await (await app.send(path)).text()).toMatch(/rel="canonical" href="[^"]+\/help-center"/);
  });

  it('finds an article in spite of a slip and shows what was typed as text', async () => {
    expect(await (await app.send('/help-center?q=refudn')).text()).toContain('/help-center/refunds');
    const odd = await (await app.send(`/help-center?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text();
    expect(odd).not.toContain('<script>alert(1)');
  });

  it('counts one vote of a network a day, and refuses what is neither yes nor no', async () => {
    const vote = (useful: string) => app.send('/help-center/refunds', { form: { useful } });
    for (const said of ['no', 'no', 'yes']) expect((await vote(said)).status).toBe(303);
    expect((await vote('maybe')).status).toBe(422);
    expect((await app.send('/help-center/none', { form: { useful: 'yes' } })).status).toBe(404);
    const rows = await listContentAsStaff(platform.db, { kind: 'help', status: null, language: 'en' });
    expect(rows.find((row) => row.item.slug === 'refunds')).toMatchObject({ useful: 0, useless: 1 });
  });

  it('feeds the journal as RSS in the language asked for', async () => {
    const answer = await app.send('/blog/feed.xml?lang=ar');
    expect(answer.headers.get('content-type')).toContain('application/rss+xml');
    const feed = await answer.text();
    expect(feed).toContain('<language>ar</language>');
    expect(feed.match(/<item>/g)!.length).toBeGreaterThan(3);
    expect((await app.send('/blog/feed.xml?lang=xx')).status).toBe(200);
  });
});

describe('the desk of texts', () => {
  it('lists titles in the language of whoever reads, and in English where there is none in it', async () => {
    const titlesIn = async (language: 'ar' | 'en') =>
      new Map((await readContent(platform.db, language)).map(({ id, title }) => [id, title]));
    const [arabic, english] = [await titlesIn('ar'), await titlesIn('en')];
    expect(english.get('help-refunds')).toMatch(/^[A-Z]/);
    expect(arabic.get('help-refunds')).toMatch(/^[\u0600-\u06ff]/);
    const rows = await listContentAsStaff(platform.db, { kind: null, status: null, language: 'ar' });
    const without = rows.filter(({ languages }) => !languages.includes('ar'));
    for (const { item, title } of without) expect(title).toBe(english.get(item.id));
  });

  const as = (email: string) => app.signIn(`${email}@rihla.example`, demoPassword);

  it('is read by auditors and written by editors', async () => {
    const auditor = await as('auditor');
    expect((await app.send('/admin/content', { cookie: auditor })).status).toBe(200);
    const refused = await app.send('/admin/content/help-seats', { cookie: auditor, form: { lang: 'en', version: '1', title: 'x' } });
    expect(refused.headers.get('location')).toContain('/admin/unauthorized');
    expect((await app.send('/admin/content', { cookie: await as('flights') })).headers.get('location')).toContain('unauthorized');
  });

  it('begins, writes, submits and publishes a text; archived, it is gone for visitors', async () => {
    const cookie = await as('products');
    const begun = await app.send('/admin/content', { cookie, form: { kind: 'blog', topic: 'places', slug: 'a-test', title: 'A test' } });
    expect(begun.headers.get('location')).toBe('/admin/content/blog-a-test?did=saved');
    const again = await app.send('/admin/content', { cookie, form: { kind: 'blog', topic: 'places', slug: 'a-test', title: 'A test' } });
    expect(again.status).toBe(409);
    const here = '/admin/content/blog-a-test';
    const version = async () => String((await item('blog-a-test')).version);
    const write = async (body: string) =>
      app.send(here, { cookie, form: { lang: 'en', version: await version(), title: 'A test', summary: 'Short.', body } });
    expect((await write('<script>x</script>')).status).toBe(422);
    expect((await write('[x](javascript:alert(1))')).status).toBe(422);
    expect((await write('## Words\n\nTrue ones.')).status).toBe(303);
    const stale = await app.send(here, { cookie, form: { lang: 'en', version: '1', title: 'Late', summary: 's', body: 'b' } });
    expect(stale.status).toBe(409);
    for (const event of ['publish', 'submit', 'publish', 'archive']) {
      const answer = await app.send(here, { cookie, form: { lang: 'en', version: await version(), event } });
      expect(answer.status).toBe(303);
      if (event === 'publish' && (await item('blog-a-test')).status === 'published')
        expect((await app.send('/blog/a-test')).status).toBe(200);
    }
    expect((await item('blog-a-test')).status).toBe('archived');
    expect((await app.send('/blog/a-test')).status).toBe(404);
  });

  it('answers bad addresses and filters calmly', async () => {
    const cookie = await as('products');
    expect((await app.send('/admin/content/none', { cookie })).status).toBe(404);
    expect((await app.send('/admin/content?kind=x&state=y&missing=z&page=-4&find=%00', { cookie })).status).toBe(200);
    expect((await app.send('/admin/content/help-seats?lang=xx&view=versions&against=1e400', { cookie })).status).toBe(200);
    expect((await app.send('/admin/content/help-seats?view=versions&against=99999999999', { cookie })).status).toBe(200);
  });
});

describe('topic and poster', () => {
  const look = { topic: 'food', poster: { scene: 'lake', palette: 'mist', landmark: null } } as const;
  const article = async () => {
    const { rows } = (await platform.db.execute(
      sql`select id from content_items where kind = 'blog' and status = 'published' order by id limit 1`,
    )) as unknown as { rows: { id: string }[] };
    return item(rows[0]!.id);
  };
  it('change at once for visitors, leave the words and their state alone, and are audited', async () => {
    const before = await article();
    expect((await saveLook(platform, { item: before, look, staffId: 'yara' })).ok).toBe(true);
    const live = await findLive(platform.db, 'blog', before.slug, 'en');
    expect(live?.item).toMatchObject({ ...look, status: before.status, liveEdition: before.liveEdition, version: before.version + 1 });
    const { rows } = (await platform.db.execute(
      sql`select actor from audit_events where action = 'content.look' and subject = ${`content_items:${before.id}`}`,
    )) as unknown as { rows: { actor: string }[] };
    expect(rows).toEqual([{ actor: 'staff:yara' }]);
  });
  it('are not written over what somebody else has changed meanwhile', async () => {
    const before = await article();
    await saveLook(platform, { item: before, look, staffId: 'yara' });
    expect(await saveLook(platform, { item: before, look: { ...look, topic: 'flying' }, staffId: 'huda' })).toEqual({
      ok: false,
      refused: 'changed-meanwhile',
    });
  });
});
