import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '#seeds/demo.ts';
import { places } from '#app/site-map.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { keptLists } from './kept-lists.ts';

const platform = await openDemoPlatform();
let app: TestApp;
let keeper: string;
let reader: string;

beforeAll(async () => {
  await platform.db.execute(
    sql`update early_access set is_on = true, changed_at = '2026-01-01T00:00:00Z' where feature in ('tickets', 'loyalty')`,
  );
  app = await openTestApp(platform);
  keeper = await app.signIn('admin@rihla.example', demoPassword, true);
  reader = await app.signIn('auditor@rihla.example', demoPassword);
}, 120_000);

it('each list that can be kept has its address, its row in the database, and nothing else has', async () => {
  const addressed = places.filter(({ page }) => page === 'backoffice/list-views/list-views-api.ts');
  expect(addressed.map(({ path }) => `/${path.slice(0, -'/views'.length)}`).toSorted()).toEqual(Object.keys(keptLists).toSorted());
  const { rows } = (await platform.db.execute(sql`select name from desk_lists order by name`)) as unknown as { rows: { name: string }[] };
  // The texts of the shop are kept by an address of the shop.
  const lists = [...Object.values(keptLists).map(({ list }) => list), 'content'];
  expect(lists.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

describe.each([
  // A search that may be a person's name is not kept; of words of a title nobody is known.
  { list: '/admin/recruitment', asked: '?status=approval&find=visa&after=some-row', kept: '?status=approval&find=visa' },
  { list: '/admin/content', asked: '?kind=help&sort=title&after=some-row', kept: '?kind=help&sort=title' },
  { list: '/admin/privacy-requests', asked: '?queue=closed&find=lina%40example.com', kept: '?queue=closed' },
  { list: '/admin/job-postings', asked: '?status=closed&sort=title&after=some-row', kept: '?status=closed&sort=title' },
  { list: '/admin/hr/asset-management', asked: '?tab=out&kind=laptop&find=Lina', kept: '?tab=out&kind=laptop' },
  {
    list: '/admin/tickets',
    asked: '?state=all&find=a%40b.example&column=subject&after=none_x',
    kept: '?state=all&column=reference&column=subject',
  },
  { list: '/admin/tasks', asked: '?view=late&after=1_2', kept: '?view=late' },
  { list: '/admin/orders/refunds', asked: '?queue=late&column=amount', kept: '?queue=late&column=reference&column=amount' },
  { list: '/admin/orders/flights/schedules', asked: '?queue=held&column=kind', kept: '?queue=held&column=reference&column=kind' },
  { list: '/admin/inquiries/evisa', asked: '?state=won&find=a%40b.example&column=purpose', kept: '?state=won' },
  { list: '/admin/inquiries/flights', asked: '?owner=nobody&column=budget', kept: '?owner=nobody&column=name&column=budget' },
  { list: '/admin/loyalty', asked: '?queue=gold&find=a%40b.example&column=tier', kept: '?queue=gold&column=member&column=tier' },
  { list: '/admin/reviews', asked: '?state=published&stars=2&find=Lina', kept: '?state=published&stars=2' },
  { list: '/admin/notifications', asked: '?state=failed&find=a%40b.example&column=to', kept: '?state=failed&column=kind&column=to' },
  { list: '/admin/audit-log', asked: '?action=order&address=192.0.2.7&before=7&column=who', kept: '?action=order&column=when&column=who' },
  { list: '/admin/work', asked: '?tab=late&kind=refund', kept: '?tab=late&kind=refund' },
  { list: '/admin/users', asked: '?state=left&find=Lina&sort=since', kept: '?state=left&sort=since' },
])('the list $list', ({ list, asked, kept }) => {
  const shown = async (cookie: string, query = '') => (await app.send(`${list}${query}`, { cookie })).text();
  const href = `href="${list}${kept.replaceAll('&', '&amp;')}"`;

  it('is kept under a name as it is asked for, for colleagues too where it is shared, and forgotten by its keeper alone', async () => {
    const post = (cookie: string, form: Record<string, string>) => app.send(`${list}/views`, { cookie, form });
    const said = await post(keeper, { name: 'For Monday', query: asked });
    expect([said.status, said.headers.get('location')]).toEqual([303, `${list}${kept}&view=kept`]);
    const own = await shown(keeper, `${kept}&view=kept`);
    expect(own).toContain(href);
    expect(own).toContain('For Monday');
    expect(await shown(reader)).not.toContain('For Monday');

    await post(keeper, { name: 'For everybody', query: asked, shared: '1' });
    expect(await shown(reader)).toContain('For everybody');
    const drop = /value="([^"]+)"/.exec(/<button[^>]*name="drop"[^>]*>/.exec(own)?.[0] ?? '')?.[1] ?? '';
    expect(drop).not.toBe('');
    expect((await post(reader, { query: kept, drop })).headers.get('location')).toContain('view=refused');
    expect(await shown(keeper)).toContain('For Monday');
    expect((await post(keeper, { query: kept, drop })).headers.get('location')).toContain('view=dropped');
    expect(await shown(keeper)).not.toContain('For Monday');
  });

  it('that asks for nothing is not kept, and its address is not looked at', async () => {
    const answer = await app.send(`${list}/views`, { cookie: keeper, form: { name: 'Nothing', query: '?nonsense=1' } });
    expect(answer.headers.get('location')).toBe(`${list}?view=refused`);
    expect((await app.send(`${list}/views`, { cookie: keeper })).status).toBe(405);
  });
});
