import { expect, it, vi } from 'vitest';
import type { Db } from './database.server.ts';
import { KeptRead } from './kept-read.server.ts';

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

it('forgets after a change, and never keeps a failure', async () => {
  const kept = new KeptRead<string>(1_000);
  await kept.read(db, 'en', 0, async () => 'old');
  kept.forget(db);
  expect(await kept.read(db, 'en', 0, async () => 'new')).toBe('new');
  await expect(kept.read(db, 'ar', 0, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await kept.read(db, 'ar', 0, async () => 'back')).toBe('back');
});
