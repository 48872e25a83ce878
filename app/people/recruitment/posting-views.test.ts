import { sql } from 'drizzle-orm';
import { RouterContextProvider } from 'react-router';
import { afterEach, describe, expect, test } from 'vitest';
import type { Viewer } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { tallyOf } from '#app/commerce/traffic/tally.server.ts';
import { deliveredBrand } from '#app/platform/branding.ts';
import { dayMs } from '#app/values/dates.ts';
import { openCataloguePlatform, testNow } from '#tests/support/test-platform.ts';
import { loader } from './pages/career-page.tsx';
import { findPostingViews, withViews } from './posting-views.server.ts';

const platform = await openCataloguePlatform();
const [posting, other] = ['software-engineer', 'flight-desk-agent'];
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const anonymous = { kind: 'anonymous' } as Viewer;

async function look(id: string, headers: Record<string, string> = {}, viewer = anonymous, method = 'GET'): Promise<void> {
  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  context.set(viewerContext, viewer);
  context.set(requestContext, {
    requestId: 'test',
    nonce: '',
    address: '192.0.2.1',
    language: 'en',
    languages: ['en'],
    brand: deliveredBrand,
    currency: null,
  });
  const request = new Request(`http://localhost:4390/careers/${id}`, { method, headers: { 'User-Agent': firefox, ...headers } });
  await loader({ request, params: { jobId: id }, context, url: new URL(request.url) } as unknown as Parameters<typeof loader>[0]);
}
const viewsOf = async (id: string) => {
  await tallyOf(platform.db).flush();
  return (await findPostingViews(platform)).get(id) ?? null;
};
const apply = (id: string, at: number) =>
  platform.db.execute(sql`insert into job_applications
    (id, reference, posting_id, status, language, source, contact, email_index, profile, answers, secret_hash, agreed_at, keep_months, keep_until, stage_since, created_at, changed_at)
    values (${`${id}-${at}`}, ${`REF-${id}-${at}`}, ${id}, 'received', 'en', 'site', 'x', ${`${id}-${at}`}, 'x', 'x', ${`${id}-${at}`}, now(), 6, '2027-06-01', now(), ${new Date(at).toISOString()}, now())`);

afterEach(() => {
  platform.clock.advance(testNow - platform.clock.now());
});

describe('views of a posting', () => {
  test('are counted by the day, and name nobody', async () => {
    await look(posting);
    await look(posting);
    expect(await viewsOf(posting)).toMatchObject({ views: 2, lately: 2 });
    await look(posting);
    expect(await viewsOf(posting)).toMatchObject({ views: 3 });
    platform.clock.advance(7 * dayMs);
    await look(posting);
    expect(await viewsOf(posting)).toMatchObject({ views: 4, lately: 1 });
    const { rows } = (await platform.db.execute(sql`select * from page_view_days where name = ${posting} order by day`)) as unknown as {
      rows: Record<string, unknown>[];
    };
    expect(rows.map(({ views }) => views)).toEqual([3, 1]);
    expect(Object.keys(rows[0]!)).toEqual(['kind', 'name', 'day', 'views']);
  });

  test('leave out programs, pages fetched ahead, who asks not to be counted, colleagues, and what is asked for without being read', async () => {
    await look(other, { 'User-Agent': 'Googlebot/2.1' });
    await look(other, { 'User-Agent': '' });
    await look(other, { 'Sec-Purpose': 'prefetch' });
    await look(other, { 'Sec-GPC': '1' });
    await look(other, {}, { kind: 'staff', user: { id: 'x' }, staff: { roles: ['support_agent'] } } as unknown as Viewer);
    await look(other, {}, anonymous, 'HEAD');
    expect(await viewsOf(other)).toBeNull();
    await look(other);
    expect(await viewsOf(other)).toMatchObject({ views: 1 });
  });

  test('are not counted where nobody can apply, nor for what is not there', async () => {
    await platform.db.execute(sql`update job_postings set status = 'paused', version = version + 1 where id = 'payments-accountant'`);
    await look('payments-accountant');
    expect(await viewsOf('payments-accountant')).toBeNull();
    await expect(look('nothing-of-the-kind')).rejects.toBeInstanceOf(Response);
    expect(await viewsOf('nothing-of-the-kind')).toBeNull();
  });

  test('are told with the share that applied since they are counted, never more than all', async () => {
    const id = 'tour-product-editor';
    for (let index = 0; index < 8; index += 1) await look(id);
    await apply(id, testNow - 40 * dayMs);
    expect(await viewsOf(id)).toMatchObject({ views: 8, share: 0 });
    await apply(id, testNow);
    expect(await viewsOf(id)).toMatchObject({ share: 12.5 });
    for (let more = 1; more < 12; more += 1) await apply(id, testNow + more);
    expect(await viewsOf(id)).toMatchObject({ share: 100 });
    const shown = withViews([{ id }, { id: 'unseen' }], await findPostingViews(platform));
    expect(shown).toEqual([
      { id, views: 8, share: 100 },
      { id: 'unseen', views: 0, share: null },
    ]);
  });
});
