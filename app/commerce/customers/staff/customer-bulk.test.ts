import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { personColumns } from '../records/customers-store.server.ts';
import { customerBulkLine } from '../customer-jobs.server.ts';
import { workCustomerLine } from './bulk-customers.server.ts';

const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;
let app: TestApp;
let support = '';

beforeAll(async () => {
  await platform.jobs.handle(customerBulkLine, (line) => workCustomerLine(platform, line));
  app = await openTestApp(platform);
  support = await app.signIn('support@rihla.example', demoPassword);
  const at = new Date(clock.now()).toISOString();
  for (const [id, name, tags] of [
    ['bulk-one', 'Bulk One', '{}'],
    ['bulk-two', 'Bulk Two', '{press}'],
    ['bulk-three', 'Bulk Three', '{vip}'],
  ] as const) {
    const person = personColumns(crypto, id, { name, email: `${id}@example.com`, phone: null });
    await db.execute(sql`
      insert into customers (id, name, email, name_words, email_index, has_account, country, first_seen_at, last_contact_at, tags)
        values (${id}, ${person.name}, ${person.email}, ${JSON.stringify(person.nameWords)}::jsonb, ${person.emailIndex}, false, 'AE', ${at}, ${at}, ${tags}::text[])`);
  }
});

const read = async (path: string, cookie = support) => (await app.send(path, { cookie })).text();
const linesOf = (html: string) => [...html.matchAll(/name="line" value="([^"]+)"/g)].map(([, line]) => line!);
const keyOf = (html: string) => /name="key" value="([^"]+)"/.exec(html)![1]!;
const press = (form: Record<string, string | string[]>, cookie = support) => app.send('/admin/customers/bulk', { cookie, form });
const stands = async (id: string) => {
  const { rows } = (await db.execute(sql`select tags, version from customers where id = ${id}`)) as unknown as {
    rows: { tags: string[]; version: number }[];
  };
  return rows[0]!;
};
const dryRun = (deed: string, aim: string, list = 'find=bulk') =>
  read(`/admin/customers/bulk?deed=${deed}&all=1&list=${encodeURIComponent(list)}&aim=${aim}`);

describe('a tag on many customers', () => {
  it('is tried first: all that the list matches, those who have it already told apart, and nothing done', async () => {
    const list = await read('/admin/customers?find=bulk&country=AE');
    expect(list).toContain('Dry run on all that match: 3');
    expect(list).toMatch(/<input type="hidden" name="list" value="find=bulk&amp;country=AE"\/>/);
    const html = await dryRun('tag', 'vip', 'find=bulk&country=AE');
    expect(linesOf(html).toSorted()).toEqual(['bulk-one 1', 'bulk-two 1']);
    expect(html).toContain('They have the tag already');
    expect(html).toContain('Bulk Three');
    expect(linesOf(await dryRun('tag', 'vip', 'find=bulk&country=GE'))).toEqual([]);
    // As long as no tag is chosen there is nothing to press.
    expect(await dryRun('tag', '')).not.toContain('name="line"');
    expect(await stands('bulk-one')).toEqual({ tags: [], version: 1 });
  });

  it('says of more than are counted that there are as many left, or more', async () => {
    const at = new Date(clock.now()).toISOString();
    const crowd = async (from: number, until: number) => {
      const rows = Array.from({ length: until - from }, (_, n) => {
        const id = `crowd-${from + n}`;
        const person = personColumns(crypto, id, { name: 'Crowd', email: `${id}@example.com`, phone: null });
        return sql`(${id}, ${person.name}, ${person.email}, ${JSON.stringify(person.nameWords)}::jsonb, ${person.emailIndex}, false, ${at}, ${at})`;
      });
      await db.execute(sql`
        insert into customers (id, name, email, name_words, email_index, has_account, first_seen_at, last_contact_at)
          values ${sql.join(rows, sql`, `)}`);
    };
    await crowd(0, 1_000);
    expect(await dryRun('tag', 'vip', 'find=crowd')).toContain('the other 500 are left');
    await crowd(1_000, 1_001);
    expect(await dryRun('tag', 'vip', 'find=crowd')).toContain('the other 501 are left');
    await crowd(1_001, 2_001);
    expect(await dryRun('tag', 'vip', 'find=crowd')).toContain('the other 1,500+ are left');
    await db.execute(sql`delete from customers where id like 'crowd-%'`);
  });

  it('is put on each by itself, once for two presses, and said of each; what changed meanwhile is left alone', async () => {
    const html = await dryRun('tag', 'vip');
    const form = { key: keyOf(html), intent: 'tag', aim: 'vip', line: linesOf(html) };
    await db.execute(sql`update customers set version = version + 1 where id = 'bulk-two'`);
    const begun = await press(form);
    expect(begun.status).toBe(303);
    const run = begun.headers.get('location')!;
    expect((await press(form)).headers.get('location')).toBe(run);
    expect(await read(run)).toContain('under way');
    await platform.jobs.drain();
    expect(await stands('bulk-one')).toEqual({ tags: ['vip'], version: 2 });
    expect(await stands('bulk-two')).toEqual({ tags: ['press'], version: 2 });
    const told = await read(run);
    expect(told).toMatch(/Bulk One<\/bdi>.*?the tag is on/s);
    expect(told).toMatch(/Bulk Two<\/bdi>.*?A colleague changed this record/s);
    const { rows } = (await db.execute(
      sql`select action, detail from audit_events where action like 'customer%' order by sequence`,
    )) as unknown as { rows: { action: string; detail: Record<string, unknown> }[] };
    expect(rows.map(({ action }) => action)).toEqual(['customers.bulk', 'customer.described']);
    expect(rows[0]!.detail).toEqual({ deed: 'tag', tag: 'vip', rows: 2 });
    // The same job a second time finds it done.
    await db.execute(sql`update desk_bulk_lines set ok = null, said = null, done_at = null where reference = 'bulk-one'`);
    const { rows: again } = (await db.execute(
      sql`select run_id, position from desk_bulk_lines where reference = 'bulk-one'`,
    )) as unknown as {
      rows: { run_id: string; position: number }[];
    };
    await workCustomerLine(platform, { runId: again[0]!.run_id, position: again[0]!.position });
    expect(await stands('bulk-one')).toEqual({ tags: ['vip'], version: 2 });
    expect(await read(run)).toMatch(/Bulk One<\/bdi>.*?the tag is on/s);
  });

  it('is taken off as it was put on, and leaves the other tags', async () => {
    clock.advance(minuteMs);
    const html = await read('/admin/customers/bulk?deed=untag&aim=press&customer=bulk-two&customer=bulk-one&customer=nobody');
    expect(linesOf(html)).toEqual(['bulk-two 2']);
    expect((await press({ key: keyOf(html), intent: 'untag', aim: 'press', line: linesOf(html) })).status).toBe(303);
    await platform.jobs.drain();
    expect(await stands('bulk-two')).toEqual({ tags: [], version: 3 });
  });

  it('is for those who work on customers alone, and says what was not asked rightly', async () => {
    const html = await dryRun('tag', 'family');
    const form = { key: keyOf(html), intent: 'tag', aim: 'family', line: linesOf(html) };
    const auditor = await app.signIn('auditor@rihla.example', demoPassword);
    const answer = await press(form, auditor);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringContaining('/admin/unauthorized')]);
    expect((await press({ ...form, aim: 'royalty' })).status).toBe(400);
    expect((await press({ ...form, line: ['bulk-one'] })).status).toBe(400);
    expect((await press({ ...form, key: '' })).status).toBe(400);
    expect((await app.send('/admin/customers/bulk?run=none', { cookie: support })).status).toBe(404);
    expect((await stands('bulk-one')).tags).toEqual(['vip']);
  });
});
