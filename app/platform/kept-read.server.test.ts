import { expect, it, vi } from 'vitest';
import type { Db } from './database.server.ts';
import { CostlyRead, KeptRead } from './kept-read.server.ts';

const db = {} as Db;

it('asks once for all who come within its lifetime, and again after it', async () => {
  const kept = new KeptRead<number>(1_000);
  const load = vi.fn(async () => load.mock.calls.length);
  expect(await Promise.all([kept.read(db, 'en', 0, load), kept.read(db, 'en', 999, load)])).toEqual([1, 1]);
  expect(await kept.read(db, 'en', 1_000, load)).toBe(2);
});

it('keeps what each key and each database said apart', async () => {
  const kept = new KeptRead<string>(1_000);
  expect(await kept.read(db, 'en', 0, async () => 'hello')).toBe('hello');
  expect(await kept.read(db, 'ar', 0, async () => 'marhaba')).toBe('marhaba');
  expect(await kept.read({} as Db, 'en', 0, async () => 'other')).toBe('other');
});

it('keeps nothing that was read quickly, but whoever comes meanwhile waits for the same', async () => {
  let now = 0;
  let takes = 9;
  const load = vi.fn(async () => {
    now += takes;
    return load.mock.calls.length;
  });
  const kept = new KeptRead<number>(1_000, { quickMs: 10, stopwatch: () => now });
  expect(await Promise.all([kept.read(db, 'all', 0, load), kept.read(db, 'all', 0, load)])).toEqual([1, 1]);
  expect(await kept.read(db, 'all', 0, load)).toBe(2);
  takes = 10;
  expect(await kept.read(db, 'all', 0, load)).toBe(3);
  expect(await kept.read(db, 'all', 999, load)).toBe(3);
  expect(await kept.read(db, 'all', 1_000, load)).toBe(4);
});

it('forgets after a change, and never keeps a failure', async () => {
  const kept = new KeptRead<string>(1_000);
  await kept.read(db, 'en', 0, async () => 'old');
  kept.forget(db);
  expect(await kept.read(db, 'en', 0, async () => 'new')).toBe('new');
  await expect(kept.read(db, 'ar', 0, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await kept.read(db, 'ar', 0, async () => 'back')).toBe('back');
});

it('keeps what took long for thirty times as long, and reads what is quick anew', async () => {
  let now = 0;
  let takes = 99;
  const load = vi.fn(async () => {
    now += takes;
    return load.mock.calls.length;
  });
  const costly = new CostlyRead<number>(() => now);
  expect(await costly.read(db, 'sum', load)).toEqual({ value: 1, kept: false });
  takes = 1_000;
  expect(await Promise.all([costly.read(db, 'sum', load), costly.read(db, 'sum', load)])).toEqual([
    { value: 2, kept: true },
    { value: 2, kept: true },
  ]);
  now += 29_999;
  expect((await costly.read(db, 'sum', load)).value).toBe(2);
  now += 1;
  expect((await costly.read(db, 'sum', load)).value).toBe(3);
  costly.forget(db);
  expect((await costly.read(db, 'sum', load)).value).toBe(4);
  takes = 60_000;
  now += 30_000;
  expect((await costly.read(db, 'sum', load)).value).toBe(5);
  now += 299_999;
  expect((await costly.read(db, 'sum', load)).value).toBe(5);
  now += 1;
  expect((await costly.read(db, 'sum', load)).value).toBe(6);
});

it('what cannot be read anew is what was read last, also after it was forgotten, and is read again when it can be', async () => {
  const kept = new KeptRead<string>(1_000);
  const noDatabase = () => Promise.reject(new Error('no database'));
  expect(await kept.readOrLast(db, 'brand', 0, noDatabase, 'delivered')).toBe('delivered');
  expect(await kept.readOrLast(db, 'brand', 1, async () => 'Wadi House', 'delivered')).toBe('Wadi House');
  expect(await kept.readOrLast(db, 'brand', 1_500, noDatabase, 'delivered')).toBe('Wadi House');
  kept.forget(db);
  expect(await kept.readOrLast(db, 'brand', 1_600, noDatabase, 'delivered')).toBe('Wadi House');
  expect(await kept.readOrLast(db, 'languages', 1_600, noDatabase, 'delivered')).toBe('delivered');
  expect(await kept.readOrLast(db, 'brand', 1_700, async () => 'Oasis', 'delivered')).toBe('Oasis');
});
