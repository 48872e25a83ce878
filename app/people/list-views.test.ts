import { beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

let app: TestApp;
let keeper: string;
let reader: string;

beforeAll(async () => {
  app = await openTestApp(await openDemoPlatform());
  keeper = await app.signIn('hr@rihla.example', demoPassword);
  reader = await app.signIn('auditor@rihla.example', demoPassword);
}, 120_000);

describe.each([
  // A search that may be a person's name is not kept; of words of a title nobody is known.
  { list: '/admin/recruitment', asked: '?status=approval&find=visa&after=some-row', kept: '?status=approval&find=visa' },
  { list: '/admin/job-postings', asked: '?status=closed&sort=title&after=some-row', kept: '?status=closed&sort=title' },
  { list: '/admin/hr/asset-management', asked: '?tab=out&kind=laptop&find=Lina', kept: '?tab=out&kind=laptop' },
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
