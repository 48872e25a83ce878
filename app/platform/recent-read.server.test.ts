import { expect, it } from 'vitest';
import { instant } from '#app/values/dates.ts';
import { RecentRead } from './recent-read.server.ts';

function opened() {
  let now = 0;
  const waiting: ((value: string | Error) => void)[] = [];
  const read = new RecentRead<string>(
    { now: () => instant(now) },
    2_000,
    () => new Promise((resolve, reject) => waiting.push((said) => (said instanceof Error ? reject(said) : resolve(said)))),
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    read,
    at: (time: number) => void (now = time),
    asked: () => waiting.length,
    answer: async (index: number, said: string | Error) => {
      waiting[index]!(said);
      await settled();
    },
  };
}

it('asks once for all who come together, and not again while the answer is young', async () => {
  const { read, at, asked, answer } = opened();
  const both = Promise.all([read.read(), read.read()]);
  await answer(0, 'one');
  expect(await both).toEqual(['one', 'one']);
  at(999);
  expect(await read.read()).toBe('one');
  expect(asked()).toBe(1);
});

it('reads the next one past half its age while it still gives the old one, and waits when that is too old', async () => {
  const { read, at, asked, answer } = opened();
  const first = read.read();
  await answer(0, 'one');
  await first;
  at(1_000);
  expect(await read.read()).toBe('one');
  expect(await read.read()).toBe('one');
  expect(asked()).toBe(2);
  at(2_000);
  const waited = read.read();
  await answer(1, 'two');
  expect(await waited).toBe('two');
  // It counts from when it was asked for, not from when it came.
  at(3_000);
  void read.read().catch(() => undefined);
  expect(asked()).toBe(3);
});

it('does not believe a read that began before a change', async () => {
  const { read, answer } = opened();
  const before = read.read();
  read.forget();
  const after = read.read();
  await answer(1, 'new');
  await answer(0, 'old');
  expect([await before, await after, await read.read()]).toEqual(['old', 'new', 'new']);
});

it('tells a failure to who waits, keeps the old answer as long as it counts, and asks again', async () => {
  const { read, at, asked, answer } = opened();
  const first = read.read();
  await answer(0, 'one');
  await first;
  at(1_500);
  expect(await read.read()).toBe('one');
  await answer(1, new Error('no database'));
  expect(await read.read()).toBe('one');
  expect(asked()).toBe(3);
  await answer(2, new Error('no database'));
  at(2_500);
  const refused = expect(read.read()).rejects.toThrow('no database');
  await answer(3, new Error('no database'));
  await refused;
});
