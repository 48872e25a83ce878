import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { transact } from './database.server.ts';
import { armFailpoints } from './failpoint.server.ts';
import { dropOldKeys, fingerprintOf, LeaseLost, newFormKey, notRunResponse, readFormKey, withIdempotency } from './idempotency.server.ts';

const platform = await openTestPlatform();
const request = (more: Partial<{ actor: string; key: string; fingerprint: string; patienceMs: number }> = {}) => ({
  actor: 'user:1',
  key: newFormKey(),
  fingerprint: 'form a',
  ...more,
});
/** For work that nobody can be told the end of; asked again until then. */
const patient = { timeout: 30_000 };
const leaseOver = (key: string) => platform.db.execute(sql`update idempotency_keys set lease_until = clock_timestamp() where key = ${key}`);

/** Work whose effect can be counted, and that waits until it is told to go on. */
function countedWork() {
  let effects = 0;
  return { effects: () => effects, work: async () => ({ order: `number ${(effects += 1)}`, at: randomUUID() }) };
}

describe('the same key', () => {
  it('twenty times at once has one effect and one answer, to the byte', async () => {
    const { effects, work } = countedWork();
    const asked = request();
    const answers = await Promise.all(Array.from({ length: 20 }, () => withIdempotency(platform, asked, work)));
    expect(effects()).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.kind === 'done' && answer.value))).size).toBe(1);
    expect(answers.filter((answer) => answer.kind === 'done' && !answer.replayed)).toHaveLength(1);
  });

  it('has as many effects as tries when the guard is off: the test above can fail', async () => {
    armFailpoints('idempotency:off');
    const { effects, work } = countedWork();
    const asked = request();
    await Promise.all(Array.from({ length: 20 }, () => withIdempotency(platform, asked, work))).finally(() => armFailpoints(undefined));
    expect(effects()).toBe(20);
  });

  it('with another body is another request: 422', async () => {
    const asked = request();
    await withIdempotency(platform, asked, async () => 'first');
    const other = await withIdempotency(platform, { ...asked, fingerprint: 'form b' }, async () => 'second');
    expect(other).toEqual({ kind: 'other-request' });
    expect(notRunResponse({ kind: 'other-request' }).status).toBe(422);
  });

  it('of another actor is another key', async () => {
    const asked = request();
    const first = await withIdempotency(platform, asked, async () => 'mine');
    const second = await withIdempotency(platform, { ...asked, actor: 'user:2' }, async () => 'yours');
    expect([first, second]).toEqual([
      { kind: 'done', value: 'mine', replayed: false },
      { kind: 'done', value: 'yours', replayed: false },
    ]);
  });

  it('while it is running elsewhere is told to come back: 409 with Retry-After', async () => {
    const asked = request({ patienceMs: 0 });
    const gate = Promise.withResolvers<string>();
    const first = withIdempotency(platform, asked, () => gate.promise);
    const second = await withIdempotency(platform, asked, async () => 'never').then(async (answer) =>
      answer.kind === 'running' ? answer : await Promise.reject(new Error('ran twice')),
    );
    expect(second.retryAfterSeconds).toBeGreaterThan(0);
    const response = notRunResponse(second);
    expect([response.status, Number(response.headers.get('Retry-After'))]).toEqual([409, second.retryAfterSeconds]);
    gate.resolve('done');
    expect(await first).toMatchObject({ kind: 'done', value: 'done' });
  });

  it('waits for a twin that is nearly done, so that a double click sees the answer', async () => {
    const asked = request();
    const gate = Promise.withResolvers<string>();
    const first = withIdempotency(platform, asked, () => gate.promise);
    const second = withIdempotency(platform, asked, async () => 'never');
    gate.resolve('placed');
    expect(await second).toEqual({ kind: 'done', value: 'placed', replayed: true });
    await first;
  });
});

describe('an answer that is given inside the transaction of the work', () => {
  it('is there for a repeat although the process died right after the commit', async () => {
    const asked = request({ patienceMs: 0 });
    let written = 0;
    const work = () =>
      withIdempotency<string>(platform, asked, async (progress) => {
        await transact(platform.db, async (tx) => {
          written += 1;
          await progress.answer(tx, 'noted');
        });
        return new Promise<never>(() => {});
      });
    void work();
    await expect
      .poll(() => withIdempotency(platform, asked, async () => 'twice'), patient)
      .toEqual({ kind: 'done', value: 'noted', replayed: true });
    await leaseOver(asked.key);
    expect(await withIdempotency(platform, asked, async () => 'twice')).toMatchObject({ value: 'noted' });
    expect(written).toBe(1);
  });

  it('is gone with work that is taken back, and the key is free at once', async () => {
    const asked = request({ patienceMs: 0 });
    await expect(
      withIdempotency<string>(platform, asked, (progress) =>
        transact(platform.db, async (tx) => {
          await progress.answer(tx, 'noted');
          throw new Error('taken back');
        }),
      ),
    ).rejects.toThrow('taken back');
    expect(await withIdempotency(platform, asked, async () => 'anew')).toEqual({ kind: 'done', value: 'anew', replayed: false });
  });
});

describe('a request that was killed midway', () => {
  it('goes on from its recovery point once its lease is over, and does not repeat what was done', async () => {
    const asked = request({ patienceMs: 0 });
    const done: string[] = [];
    const work = (dies: boolean) =>
      withIdempotency(platform, asked, async (progress) => {
        if (progress.reached === null) {
          await transact(platform.db, async (tx) => {
            done.push('placed');
            await progress.reach(tx, 'placed', { order: 'A' });
          });
        }
        if (dies) return new Promise<never>(() => {});
        done.push(`paid ${JSON.stringify(progress.data ?? 'fresh')}`);
        return 'whole';
      });
    void work(true);
    await expect.poll(() => done.length, patient).toBe(1);
    await expect.poll(() => work(false).then((answer) => answer.kind), patient).toBe('running');
    await leaseOver(asked.key);
    expect(await work(false)).toEqual({ kind: 'done', value: 'whole', replayed: false });
    expect(done).toEqual(['placed', 'paid {"order":"A"}']);
  });

  it('cannot write any more after another has taken over', async () => {
    const asked = request({ patienceMs: 0 });
    const gate = Promise.withResolvers<void>();
    let reached = false;
    const slow = withIdempotency(platform, asked, async (progress) => {
      await gate.promise;
      await transact(platform.db, (tx) => progress.reach(tx, 'late')).catch((fault: unknown) => {
        reached = !(fault instanceof LeaseLost);
        throw fault;
      });
      return 'slow';
    });
    const failed = expect(slow).rejects.toBeInstanceOf(LeaseLost);
    await expect
      .poll(() =>
        platform.db
          .execute(sql`select 1 from idempotency_keys where key = ${asked.key}`)
          .then((result) => (result as unknown as { rows: unknown[] }).rows.length),
      )
      .toBe(1);
    await leaseOver(asked.key);
    expect(await withIdempotency(platform, asked, async () => 'quick')).toMatchObject({ value: 'quick' });
    gate.resolve();
    await failed;
    expect(reached).toBe(false);
    expect(await withIdempotency(platform, asked, async () => 'never')).toEqual({ kind: 'done', value: 'quick', replayed: true });
  });

  it('by a fault frees its key at once', async () => {
    const asked = request({ patienceMs: 0 });
    await expect(
      withIdempotency(platform, asked, async () => {
        throw new Error('the database went away');
      }),
    ).rejects.toThrow('went away');
    expect(await withIdempotency(platform, asked, async () => 'second try')).toEqual({
      kind: 'done',
      value: 'second try',
      replayed: false,
    });
  });
});

it('keeps keys for thirty days', async () => {
  const [old, young] = [request(), request()];
  for (const asked of [old, young]) await withIdempotency(platform, asked, async () => 'x');
  await platform.db.execute(sql`update idempotency_keys set created_at = clock_timestamp() - interval '31 days' where key = ${old.key}`);
  expect(await dropOldKeys(platform)).toBe(1);
  expect(await withIdempotency(platform, young, async () => 'y')).toMatchObject({ replayed: true });
});

it('tells forms apart by what they ask, not by their key or the order of their fields', () => {
  const form = (fields: Record<string, string>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    return data;
  };
  expect(fingerprintOf(form({ a: '1', b: '2', key: 'x' }))).toBe(fingerprintOf(form({ b: '2', a: '1', key: 'y' })));
  expect(fingerprintOf(form({ a: '1' }))).not.toBe(fingerprintOf(form({ a: '2' })));
  expect(readFormKey(form({ key: newFormKey() }))).toMatch(/^[\w-]{24}$/);
  expect(readFormKey(form({ key: '<script>' }))).toBeNull();
  expect(readFormKey(form({}))).toBeNull();
});
