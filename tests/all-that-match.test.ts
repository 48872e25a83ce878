import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { registerAssets } from '#app/people/assets/register-asset.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { calendarDate } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from './support/test-app.ts';
import { openCataloguePlatform } from './support/test-platform.ts';

/* What is done to everything that a list matches, on whatever page of it, is tried first and told row by row. */

const platform = await openCataloguePlatform();
const { db, crypto } = platform;
let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await openTestApp(platform);
  owner = await app.signIn('admin@rihla.example', demoPassword);
}, 120_000);
const read = async (path: string) => (await app.send(path, { cookie: owner })).text();
const count = (html: string, what: RegExp) => [...html.matchAll(what)].length;

it('prices of tours: every tour of a region, and none of another', async () => {
  const base = '/admin/supply/holiday-packages';
  const { rows } = (await db.execute(sql`select id, region from tours order by id`)) as unknown as {
    rows: { id: string; region: string }[];
  };
  const region = rows[0]!.region;
  const theirs = rows.filter((row) => row.region === region).map(({ id }) => id);
  expect(theirs.length).toBeLessThan(rows.length);
  const list = await read(`${base}?region=${region}`);
  expect(list).toContain(`name="list" value="region=${region}"`);
  const tried = await read(`${base}/prices?percent=5&all=1&list=${encodeURIComponent(`region=${region}`)}`);
  const named = [...tried.matchAll(/name="tour" value="([^"]+)"/g)].map(([, id]) => id!);
  expect(named.toSorted()).toEqual(theirs.toSorted());
  expect(tried).toContain(`href="${base}?region=${region}"`);
  expect(count(await read(`${base}/prices?percent=5&all=1&list=`), /name="tour" value=/g)).toBe(Math.min(100, rows.length));
  // Without the word, only what was picked.
  expect(count(await read(`${base}/prices?percent=5&tour=${rows[0]!.id}`), /name="tour" value=/g)).toBe(1);
  expect((await app.send(`${base}/prices?percent=5&all=1&list=%00%26region%3Dmoon`, { cookie: owner })).status).toBe(200);
});

it('labels and damages of things: those of one kind, with why a row is left', async () => {
  const { id: keeper } = (await findAccountByEmail(db, 'hr@rihla.example'))!;
  const { id: owed } = (await findAccountByEmail(db, 'visas@rihla.example'))!;
  const { id: boss } = (await findAccountByEmail(db, 'admin@rihla.example'))!;
  const thing = (kind: 'laptop' | 'phone', serial: string) => ({
    tag: null,
    kind,
    model: 'ThinkPad',
    serial,
    place: 'store-room' as const,
    boughtOn: calendarDate('2026-01-31'),
    cost: 360_000,
    residual: 0,
    lifeMonths: 36,
    warrantyUntil: null,
  });
  const things = [thing('laptop', 'ALL-1'), thing('laptop', 'ALL-2'), thing('phone', 'ALL-3')];
  const made = await registerAssets(platform, { staffId: keeper, requestId: 'test', things });
  expect(made.ok).toBe(true);
  const labels = '/admin/hr/asset-management/labels';
  const size = async (query: string) => (await (await app.send(`${labels}?${query}`, { cookie: owner })).arrayBuffer()).byteLength;
  expect((await app.send(`${labels}?all=1&kind=laptop`, { cookie: owner })).headers.get('content-type')).toBe('application/pdf');
  expect(await size('all=1')).toBeGreaterThan(await size('all=1&kind=phone'));
  expect((await app.send(`${labels}?all=1&find=nothing-of-the-kind`, { cookie: owner })).status).toBe(404);

  const charges = '/admin/hr/asset-management/charges';
  const { rows: assets } = (await db.execute(sql`select id from assets where serial like 'ALL-%' order by serial`)) as unknown as {
    rows: { id: string }[];
  };
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [at, { id }] of assets.entries()) {
      const charge = `all-${at}`;
      await tx.execute(sql`insert into asset_papers (id, reference, way, user_id, status, policy, language, made_by, made_at)
        values (${charge}, ${`ALLPA-0000${at}`}, 'back', ${owed}, 'pending', '', 'en', ${keeper}, now())`);
      await tx.execute(sql`insert into asset_charges (id, paper_id, asset_id, user_id, amount, reason, status, asked_by, asked_at)
        values (${charge}, ${charge}, ${id}, ${at === 1 ? boss : owed}, 1000, ${crypto.seal('Screen', `asset_charges|reason|${charge}`)},
          ${at === 2 ? 'asked' : 'due'}, ${`staff:${keeper}`}, now())`);
    }
  });
  const tried = await read(`${charges}?queue=all&all=1&pay=2026-11`);
  expect(tried).toContain('Nothing is done yet.');
  expect(count(tried, /Will be done<\/li>/g)).toBe(1);
  expect(tried).toContain('It is not due.');
  const named = [...tried.matchAll(/type="hidden" name="charge" value="(all-\d)"/g)].map(([, id]) => id!);
  expect(named.filter((id, at) => named.indexOf(id) === at)).toContain('all-0');
  const sent = await app.send(charges, { cookie: owner, form: { act: 'deduct', month: '2026-11', charge: ['all-0'] } });
  expect(sent.headers.get('location')).toContain('did=deduct');
  const { rows } = (await db.execute(sql`select id from asset_charges where status = 'deducted'`)) as unknown as { rows: { id: string }[] };
  expect(rows).toEqual([{ id: 'all-0' }]);
});
