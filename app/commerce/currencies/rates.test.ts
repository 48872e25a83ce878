import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, calendarDate, dayMs, instant } from '#app/values/dates.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { readRateRows } from './currency-store.server.ts';
import { rateChangeMachine } from './rate-change-status.ts';
import { findChangeIn, listNewestChanges, listPolicies } from './rate-changes-store.server.ts';
import { crossRate, faultOf, isStale, moveBetween, readRate, readSpread, withSpread } from './rate-rules.ts';
import { readDailyRates } from './read-daily-rates.ts';
import { applyFeed, decideRate, endOverride, endOverrides, fetchFeed, readFeed, setPolicy, setRate } from './work-rates.server.ts';

const perEuro = {
  USD: '1.0843',
  JPY: '162.14',
  CZK: '25.302',
  DKK: '7.4578',
  GBP: '0.8331',
  HUF: '408.9',
  PLN: '4.3235',
  SEK: '11.514',
  CHF: '0.9364',
  BRL: '6.1655',
};
const fileOf = (day: string, rates: Record<string, string> = perEuro) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube><Cube time='${day}'>
    ${Object.entries(rates)
      .map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`)
      .join('\n    ')}
  </Cube></Cube>
</gesmes:Envelope>`;

describe('a daily file', () => {
  it('gives its day and the units of each currency for one euro', () => {
    expect(readDailyRates(fileOf('2026-11-20'))).toEqual({ day: '2026-11-20', perEuro });
  });

  it.each([
    ['nothing', ''],
    ['a page of a website', '<html><body>Service unavailable</body></html>'],
    ['a day that is none', fileOf('2026-02-30')],
    ['a file with two days', fileOf('2026-11-20') + fileOf('2026-11-19')],
    ['a file without the dollar', fileOf('2026-11-20', Object.fromEntries(Object.entries(perEuro).filter(([code]) => code !== 'USD')))],
    ['a file with a handful of currencies', fileOf('2026-11-20', { USD: '1.1', BRL: '6.1' })],
    ['a rate of nothing', fileOf('2026-11-20', { ...perEuro, BRL: '0' })],
    ['a currency that comes twice', fileOf('2026-11-20').replace("currency='JPY'", "currency='USD'")],
    ['a document type', `<!DOCTYPE x [<!ENTITY e "1">]>${fileOf('2026-11-20')}`],
    ['more than such a file can hold', fileOf('2026-11-20') + ' '.repeat(70_000)],
  ])('is refused when it is %s', (_name, text) => {
    expect(readDailyRates(text)).toBeNull();
  });
});

describe('a rate', () => {
  it('is crossed through the dollar and its pegs', () => {
    expect(crossRate('USD', perEuro)).toBeCloseTo(0.272294, 6);
    expect(crossRate('SAR', perEuro)).toBeCloseTo(1.021103, 6);
    expect(crossRate('EUR', perEuro)).toBeCloseTo(1 / 1.0843 / 3.6725, 8);
    expect(crossRate('BRL', perEuro)).toBeCloseTo(6.1655 / 1.0843 / 3.6725, 8);
    expect(crossRate('BRL', { USD: '1.08' })).toBeNull();
  });

  it('carries its margin', () => {
    expect(withSpread(0.27, 150)).toBeCloseTo(0.27405, 8);
  });

  it('moves in hundredths of a percent', () => {
    expect(moveBetween(0.25, 0.2625)).toBe(500);
    expect(moveBetween(1.48, 1.42)).toBe(-405);
  });

  it.each([
    [0.27, 0, 'rate-wrong'],
    [0.27, Number.NaN, 'rate-wrong'],
    [0.27, 2.7, 'rate-far'],
    [0.27, 0.027, 'rate-far'],
    [0.27, 0.27, 'rate-same'],
    [0.27, 0.2701, null],
  ])('after %d, %d is %s', (old, next, fault) => {
    expect(faultOf(old, next)).toBe(fault);
  });

  it.each([
    ['0.2723', 0.2723],
    ['1,48', 1.48],
    [' 1 ', 1],
    ['-1', null],
    ['1e3', null],
    ['0', null],
    ['0.123456789', null],
    ['', null],
  ])('typed as "%s" is %s', (typed, rate) => {
    expect(readRate(typed)).toBe(rate);
  });

  it.each([
    ['0', 0],
    ['1.5', 150],
    ['4,99', 499],
    ['5', 500],
    ['5.01', null],
    ['12', null],
    ['x', null],
  ])('has a margin of "%s", which is %s', (typed, spread) => {
    expect(readSpread(typed)).toBe(spread);
  });

  it('of a Friday is still fresh on Tuesday and old a week later', () => {
    const friday = calendarDate('2026-11-20');
    expect(isStale(friday, instant(Date.parse('2026-11-24T15:00:00Z')))).toBe(false);
    expect(isStale(friday, instant(Date.parse('2026-11-27T15:00:00Z')))).toBe(true);
  });

  it('goes from asked for to in force or refused, and from in force only to replaced', () => {
    expect(edgesOf(rateChangeMachine)).toEqual([
      ['proposed', 'live'],
      ['proposed', 'refused'],
      ['live', 'superseded'],
    ]);
  });
});

describe('the rates of the shop', async () => {
  let answers: { status: number; body: string } = { status: 200, body: fileOf('2026-11-20') };
  const bank: Server = createServer((_request, response) => response.writeHead(answers.status).end(answers.body));
  await new Promise<void>((listening) => void bank.listen(0, '127.0.0.1', listening));
  const platform = await openTestPlatform({ RATES_URL: `http://127.0.0.1:${(bank.address() as AddressInfo).port}/daily.xml` });
  const { db, clock } = platform;
  const shown = async (target: string) => (await readRateRows(db)).find((row) => row.target_currency === target)!.exchange_rate;
  const inDays = (days: number) => new Date(addMilliseconds(clock.now(), days * dayMs));
  const policyOf = async (target: string) => (await listPolicies(db)).find((policy) => policy.target === target)!;
  const jumps = async () => (await listOpenStaffTasks(db)).filter((task) => task.kind === 'rate-jump');

  afterAll(() => new Promise<void>((closed) => void bank.close(() => closed())));

  it('begin as specified', async () => {
    expect(await readRateRows(db)).toEqual([
      { target_currency: 'AED', exchange_rate: 1 },
      { target_currency: 'BRL', exchange_rate: 1.48 },
      { target_currency: 'EUR', exchange_rate: 0.25 },
      { target_currency: 'SAR', exchange_rate: 1.02 },
      { target_currency: 'USD', exchange_rate: 0.27 },
    ]);
  });

  it('kept by hand go back to what was in force before where no file of the bank was ever read', async () => {
    const end = () => endOverride(platform, { target: 'EUR', staffId: 'a' });
    expect(await end()).toEqual({ ok: false, refused: 'no-feed' });
    const wish = { target: 'EUR', until: inDays(3), reason: 'busy week', staffId: 'a' } as const;
    await setRate(platform, { ...wish, rate: 0.245 });
    expect(await setRate(platform, { ...wish, rate: 0.24 })).toEqual({ ok: true, value: 'live' });
    expect(await shown('EUR')).toBe(0.24);
    expect(await end()).toEqual({ ok: true, value: 'live' });
    expect(await shown('EUR')).toBe(0.25);
    expect(await findChangeIn(db, 'EUR', 'live')).toMatchObject({ source: 'house', endsAt: null });
    expect(await end()).toEqual({ ok: false, refused: 'no-feed' });
  });

  it('do not change when the bank’s file is only read, and the same file is kept once', async () => {
    const [first, second] = [await fetchFeed(platform, 'staff:a'), await fetchFeed(platform, 'staff:a')];
    expect(first).toMatchObject({ ok: true });
    expect(second).toEqual(first);
    expect(await shown('USD')).toBe(0.27);
  });

  it.each([
    ['is silent', { status: 503, body: '' }, 'feed-silent'],
    ['answers with something else', { status: 200, body: '<html></html>' }, 'feed-unread'],
  ])('stay when the bank %s', async (_name, answer, refused) => {
    const kept = answers;
    answers = answer;
    expect(await fetchFeed(platform, null)).toEqual({ ok: false, refused });
    answers = kept;
  });

  it('follow the file where the move is small; a larger one waits for a second person', async () => {
    const read = await readFeed(platform, { text: fileOf('2026-11-20', { ...perEuro, BRL: '7.5' }), origin: 'file', actor: 'staff:a' });
    if (!read.ok) throw new Error(read.refused);
    const applied = await applyFeed(platform, { feedId: read.value, actor: 'staff:a' });
    expect(applied).toEqual({ ok: true, value: { live: 3, proposed: 1, same: 0 } });
    expect(await shown('USD')).toBeCloseTo(0.272294, 6);
    expect(await shown('BRL')).toBe(1.48);
    expect(await jumps()).toHaveLength(1);
    const waiting = (await findChangeIn(db, 'BRL', 'proposed'))!;
    expect(await decideRate(platform, { id: waiting.id, approve: true, staffId: 'a' })).toEqual({ ok: false, refused: 'second-person' });
    expect(await decideRate(platform, { id: waiting.id, approve: true, staffId: 'b' })).toEqual({ ok: true, value: 'live' });
    expect(await decideRate(platform, { id: waiting.id, approve: true, staffId: 'b' })).toEqual({
      ok: false,
      refused: 'not-possible-from-here',
    });
    expect(await shown('BRL')).toBeCloseTo(7.5 / 1.0843 / 3.6725, 7);
    expect(await jumps()).toEqual([]);
  });

  it('kept by hand ask for a reason and an end, stand against the file, and go back to it', async () => {
    const wish = { target: 'USD', rate: 0.28, staffId: 'a' } as const;
    expect(await setRate(platform, { ...wish, until: inDays(3), reason: ' x ' })).toEqual({ ok: false, refused: 'no-reason' });
    expect(await setRate(platform, { ...wish, until: null, reason: 'busy week' })).toEqual({ ok: false, refused: 'end-wrong' });
    expect(await setRate(platform, { ...wish, until: inDays(91), reason: 'busy week' })).toEqual({ ok: false, refused: 'end-wrong' });
    expect(await setRate(platform, { ...wish, until: inDays(3), reason: 'busy week' })).toEqual({ ok: true, value: 'live' });
    const read = await fetchFeed(platform, null);
    if (!read.ok) throw new Error(read.refused);
    await applyFeed(platform, { feedId: read.value, actor: null });
    expect(await shown('USD')).toBe(0.28);
    await endOverrides(platform);
    expect(await shown('USD')).toBe(0.28);
    clock.set(addMilliseconds(clock.now(), 3 * dayMs + 1));
    await endOverrides(platform);
    expect(await shown('USD')).toBeCloseTo(0.272294, 6);
  });

  it('that wait are withdrawn by whoever asked, and one waits at a time', async () => {
    const wish = { target: 'EUR', rate: 0.3, until: inDays(5), reason: 'test of the guard', staffId: 'a' } as const;
    expect(await setRate(platform, wish)).toEqual({ ok: true, value: 'proposed' });
    expect(await setRate(platform, { ...wish, rate: 0.31 })).toEqual({ ok: false, refused: 'already-proposed' });
    const waiting = (await findChangeIn(db, 'EUR', 'proposed'))!;
    expect(await decideRate(platform, { id: waiting.id, approve: false, staffId: 'a' })).toEqual({ ok: true, value: 'refused' });
    expect(await findChangeIn(db, 'EUR', 'proposed')).toBeNull();
  });

  it('that the house takes from a file somebody brought wait for somebody else than whoever brought it', async () => {
    const dearer = { ...perEuro, BRL: '9.5' };
    const read = await readFeed(platform, { text: fileOf('2026-11-24', dearer), origin: 'file', actor: 'staff:a' });
    if (!read.ok) throw new Error(read.refused);
    expect(await applyFeed(platform, { feedId: read.value, actor: null })).toMatchObject({ ok: true, value: { proposed: 1 } });
    const waiting = (await findChangeIn(db, 'BRL', 'proposed'))!;
    expect(waiting.proposedBy).toBe('system');
    const before = await shown('BRL');
    expect(await decideRate(platform, { id: waiting.id, approve: true, staffId: 'a' })).toEqual({ ok: false, refused: 'second-person' });
    expect([await shown('BRL'), (await findChangeIn(db, 'BRL', 'proposed'))?.id]).toEqual([before, waiting.id]);
    expect(await decideRate(platform, { id: waiting.id, approve: true, staffId: 'b' })).toEqual({ ok: true, value: 'live' });
    expect((await findChangeIn(db, 'BRL', 'live'))?.decidedBy).toBe('staff:b');
  });

  it('of a file that somebody brought wait for somebody else than them, also where another colleague’s press asked for the rate', async () => {
    const read = await readFeed(platform, { text: fileOf('2026-11-25', { ...perEuro, BRL: '12.5' }), origin: 'file', actor: 'staff:a' });
    expect(read.ok).toBe(true);
    const { version, spread } = await policyOf('BRL');
    expect(await setPolicy(platform, { target: 'BRL', follows: 'feed', spread: spread + 10, version, staffId: 'b' })).toEqual({
      ok: true,
      value: 'proposed',
    });
    const { id, proposedBy } = (await findChangeIn(db, 'BRL', 'proposed'))!;
    expect(proposedBy).toBe('staff:b');
    for (const staffId of ['a', 'b'])
      expect(await decideRate(platform, { id, approve: true, staffId })).toEqual({ ok: false, refused: 'second-person' });
    expect(await decideRate(platform, { id, approve: false, staffId: 'c' })).toEqual({ ok: true, value: 'refused' });
  });

  it('that the bank itself published wait for one colleague, whoever that is', async () => {
    answers = { status: 200, body: fileOf('2026-11-26', { ...perEuro, BRL: '7.5' }) };
    const read = await fetchFeed(platform, null);
    if (!read.ok) throw new Error(read.refused);
    await applyFeed(platform, { feedId: read.value, actor: null });
    const waiting = (await findChangeIn(db, 'BRL', 'proposed'))!;
    expect(await decideRate(platform, { id: waiting.id, approve: true, staffId: 'a' })).toEqual({ ok: true, value: 'live' });
  });

  it('carry a new margin at once, and a policy that was changed meanwhile is not written over', async () => {
    const { version } = await policyOf('SAR');
    const wish = { target: 'SAR', follows: 'feed', spread: 100, version, staffId: 'a' } as const;
    expect(await setPolicy(platform, wish)).toEqual({ ok: true, value: 'live' });
    expect(await shown('SAR')).toBeCloseTo(1.021103 * 1.01, 5);
    expect(await setPolicy(platform, { ...wish, spread: 200 })).toEqual({ ok: false, refused: 'changed-meanwhile' });
  });

  it('are asked for by three at once, and one rate is in force', async () => {
    const wish = { target: 'USD', until: inDays(2), reason: 'three at once', staffId: 'a' } as const;
    const old = await shown('USD');
    const answered = await Promise.all([1.001, 1.002, 1.003].map((by) => setRate(platform, { ...wish, rate: old * by })));
    expect(answered.filter(({ ok }) => ok)).toHaveLength(3);
    expect((await readRateRows(db)).filter((row) => row.target_currency === 'USD')).toHaveLength(1);
    const rows = (await listNewestChanges(db, 'USD', 10)).filter(({ status }) => status === 'live');
    expect(rows).toHaveLength(1);
    expect(Number(rows[0]!.rate)).toBe(await shown('USD'));
  });
});
