import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { minuteMs, instant } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { readRateRows, readRoundings, readShownCurrencies } from './currency-store.server.ts';

const platform = await openDemoPlatform();
const app = await openTestApp(platform);
const page = '/admin/currency-settings';
const finance = await app.signIn('finance@rihla.example', demoPassword);
const textOf = async (path: string, cookie = finance) => (await app.send(path, { cookie })).text();

it('shows each rate with its source, and one currency with its forms', async () => {
  const html = await textOf(`${page}?currency=EUR`);
  expect(html).toContain('Exchange rates');
  expect(html).toContain('House rate');
  expect(html).toContain('name="rate"');
});

it('keeps what was typed when a rate is refused, and says why beside it', async () => {
  const form = { intent: 'set', currency: 'USD', rate: '2,7', until: '2026-11-30', reason: 'a slip of the hand' };
  const answer = await app.send(`${page}?currency=USD`, { cookie: finance, form });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain('more than five times the present rate');
  expect(html).toContain('value="a slip of the hand"');
  expect(html).toContain('value="2,7"');
});

it('says that a large move waits, and shows it to the second person', async () => {
  const form = { intent: 'set', currency: 'USD', rate: '0.30', until: '2026-11-30', reason: 'weak dirham' };
  const answer = await app.send(page, { cookie: finance, form });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page}?currency=USD&did=proposed`]);
  const owner = await app.signIn('admin@rihla.example', demoPassword);
  const html = await textOf(page, owner);
  expect(html).toContain('USD waits for a second person');
  const id = /name="id" value="([0-9a-f-]{36})"/.exec(html)![1]!;
  const mine = await app.send(page, { cookie: finance, form: { intent: 'approve', id } });
  expect(mine.headers.get('location')).toBe(`${page}?refused=second-person`);
  const approved = await app.send(page, { cookie: owner, form: { intent: 'approve', id } });
  expect(approved.headers.get('location')).toBe(`${page}?did=live`);
});

it.each(['', 'x', '00000000-0000-0000-0000-000000000000'])('answers a made-up file or wish "%s" in words', async (id) => {
  const forms: Record<string, string>[] = [
    { intent: 'apply', feed: id },
    { intent: 'approve', id },
    { intent: 'set', currency: 'AED', rate: '2', reason: 'no' },
    { intent: id },
    ...['24:60', '1.5', '-1', '99999999999'].map((version) => ({
      intent: 'policy',
      currency: 'EUR',
      follows: 'feed',
      spread: '0.00',
      version,
    })),
  ];
  for (const form of forms) {
    const answer = await app.send(page, { cookie: finance, form });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('refused=')]);
  }
  expect((await app.send(`${page}?feed=${id}&currency=XXX`, { cookie: finance })).status).toBe(200);
});

it('takes a currency out of the switch of the shop and back into it, its rate left as it is', async () => {
  const version = async () => /name="version" value="(\d+)"/.exec(await textOf(`${page}?currency=BRL`))![1]!;
  const rate = async () => (await readRateRows(platform.db)).find((row) => row.target_currency === 'BRL');
  const before = await rate();
  const seen = await version();
  const nameless = await app.send(page, { cookie: finance, form: { intent: 'hide', currency: 'BRL', version: seen, reason: '' } });
  expect(nameless.headers.get('location')).toContain('refused=no-reason');
  const form = { intent: 'hide', currency: 'BRL', version: seen, reason: 'Nobody pays from there' };
  expect((await app.send(page, { cookie: finance, form })).headers.get('location')).toBe(`${page}?currency=BRL&did=hidden`);
  // The press once more was made from a page that is another one by now.
  expect((await app.send(page, { cookie: finance, form })).headers.get('location')).toContain('refused=changed-meanwhile');
  const later = () => platform.clock.set(instant(platform.clock.now() + minuteMs));
  later();
  expect(await readShownCurrencies(platform.db, platform.clock)).toEqual(['USD', 'AED', 'SAR', 'EUR']);
  const home = await (await app.send('/', { cookie: 'selectedCurrency=BRL' })).text();
  expect(home).not.toContain('value="BRL"');
  expect(home).toContain('value="EUR"');
  expect(await rate()).toEqual(before);
  const again = { intent: 'show', currency: 'BRL', version: await version(), reason: 'The season begins' };
  expect((await app.send(page, { cookie: finance, form: again })).headers.get('location')).toBe(`${page}?currency=BRL&did=shown`);
  later();
  expect(await readShownCurrencies(platform.db, platform.clock)).toContain('BRL');
});

it('rounds what visitors are shown in a currency, and neither its rate nor what is charged', async () => {
  const { db, clock } = platform;
  const version = async () => /name="version" value="(\d+)"/.exec(await textOf(`${page}?currency=EUR`))![1]!;
  const before = await readRateRows(db);
  const form = { intent: 'round', currency: 'EUR', rounding: 'ten', version: await version() };
  const wrong = await app.send(page, { cookie: finance, form: { ...form, rounding: 'eleven' } });
  expect(wrong.headers.get('location')).toBe(`${page}?currency=EUR&refused=rounding-wrong`);
  const answer = await app.send(page, { cookie: finance, form });
  expect(answer.headers.get('location')).toBe(`${page}?currency=EUR&did=rounded`);
  const stale = await app.send(page, { cookie: finance, form: { ...form, rounding: 'minor' } });
  expect(stale.headers.get('location')).toBe(`${page}?currency=EUR&refused=changed-meanwhile`);
  clock.set(instant(Number(clock.now()) + minuteMs));
  expect(await readRoundings(db, clock)).toEqual({ EUR: 'ten' });
  expect(await readRateRows(db)).toEqual(before);
  const { rows } = (await db.execute(
    sql`select detail from audit_events where action = 'currency.rounded' and subject = 'rate_policies:EUR'`,
  )) as unknown as { rows: { detail: unknown }[] };
  expect(rows).toEqual([{ detail: { from: 'whole', to: 'ten' } }]);
  expect(await textOf(`${page}?currency=EUR`)).toContain('to the nearest 10');
});

it('says in which currencies the payment provider takes money, and what was decided by whom', async () => {
  const html = await textOf(page);
  expect(html.replaceAll('<!-- -->', '')).toContain('Payments are taken by the pretend bank, which takes: AED.');
  expect([...html.matchAll(/Not taken by the pretend bank/g)]).toHaveLength(4);
  const owner = await app.signIn('admin@rihla.example', demoPassword);
  expect(await textOf(`${page}?currency=USD`, owner)).toMatch(/Decided[\s\S]*class="dl-quiet">[^<]+<\/bdi>/);
});

it('has its whole history as a list: told apart by state, source, month, asker and word, in pages that nothing moves', async () => {
  const { db } = platform;
  await db.execute(sql`insert into rate_changes (target, rate, spread, moved, source, reason, status, proposed_by, proposed_at, decided_by, decided_at)
    select 'SAR', 1 + n / 1000.0, 0, n, case when n % 2 = 0 then 'house' else 'override' end, 'Grüße ' || n, 'refused',
      case when n % 2 = 0 then 'system' else 'staff:' || (select id from users where email = 'finance@rihla.example') end,
      timestamptz '2025-03-01T00:00:00Z' + n * interval '1 hour', 'system', timestamptz '2025-03-02T00:00:00Z'
    from generate_series(1, 60) n`);
  const list = `${page}/history`;
  const rowsOf = (html: string) => [...html.matchAll(/<bdi>(Grüße \d+|late)<\/bdi>/g)].map(([, reason]) => reason);
  const march = `${list}?currency=SAR&month=2025-03`;
  const first = await textOf(march);
  expect([rowsOf(first)[0], rowsOf(first).length]).toEqual(['Grüße 60', 50]);
  const next = /href="([^"]*after=[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&');
  // A rate that comes meanwhile moves none over the edge.
  await db.execute(sql`insert into rate_changes (target, rate, spread, moved, source, reason, status, proposed_by, proposed_at)
    values ('SAR', 1.07, 0, 9, 'override', 'late', 'refused', 'system', timestamptz '2025-03-30T00:00:00Z')`);
  const second = rowsOf(await textOf(next));
  expect(second[0]).toBe('Grüße 10');
  expect(second).toHaveLength(10);
  expect(rowsOf(await textOf(`${march}&source=override&by=machine`))).toEqual(['late']);
  expect(rowsOf(await textOf(`${march}&find=${encodeURIComponent('grüße 60')}`))).toEqual(['Grüße 60']);
  expect(rowsOf(await textOf(`${list}?currency=SAR&month=2025-04`))).toEqual([]);
  // By the day in Dubai, as the rows say it: there the evening of the 28th is March already.
  await db.execute(sql`insert into rate_changes (target, rate, spread, moved, source, reason, status, proposed_by, proposed_at)
    values ('BRL', 1.07, 0, 9, 'override', 'late', 'refused', 'system', timestamptz '2025-02-28T21:00:00Z')`);
  expect(rowsOf(await textOf(`${list}?currency=BRL&month=2025-03`))).toEqual(['late']);
  expect(rowsOf(await textOf(`${list}?currency=BRL&month=2025-02`))).toEqual([]);
  expect(rowsOf(await textOf(`${march}&queue=live`))).toEqual([]);
  expect(rowsOf(await textOf(`${march}&queue=refused&sort=-moved`))[0]).toBe('Grüße 60');
  expect((await app.send(`${list}?currency=AED&month=2025-13&by=%00&after=t~x&sort=rate`, { cookie: finance })).status).toBe(200);
  const file = await app.send(`${list}/export?currency=SAR&month=2025-03&by=machine`, { cookie: finance, form: {} });
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines[0]).toContain('base,target,rate');
  expect(lines).toHaveLength(32);
  expect(await textOf(`${page}?currency=SAR`)).toContain(`href="${list}?currency=SAR"`);
});

it('is looked at and not changed by who may only look', async () => {
  const auditor = await app.signIn('auditor@rihla.example', demoPassword);
  expect(await textOf(`${page}?currency=USD`, auditor)).not.toContain('name="rate"');
  const answer = await app.send(page, { cookie: auditor, form: { intent: 'end-override', currency: 'USD' } });
  expect(answer.headers.get('location') ?? '').toMatch(/unauthorized|^$/);
  expect(answer.status).toBeGreaterThanOrEqual(300);
});
