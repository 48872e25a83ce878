import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { insertConsultation } from '#app/commerce/consultations/consultations-store.server.ts';
import { findSlots } from '#app/commerce/consultations/find-slots.server.ts';
import { workOnConsultations } from '#app/commerce/consultations/mail-consultations.server.ts';
import { offerFreeTimes } from '#app/commerce/consultations/offer-waits.server.ts';
import { callMinutes, daysAhead } from '#app/commerce/consultations/slot-rules.ts';
import { insertWait } from '#app/commerce/consultations/waits-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { addMilliseconds, dayMs, minuteMs } from '#app/values/dates.ts';
import { seedDemo } from '#seeds/demo.ts';
import { copyDatabase } from '../support/shared-postgres.ts';
import { openStillPlatform } from '../support/test-platform.ts';

/*
 * The clock of several processes looks at the waiting list of advice calls at the same moment, on a real PostgreSQL. With
 * the guard of the quarter hours switched off the same test must see one time kept for two.
 */
const people = 12;
const folder = mkdtempSync(join(tmpdir(), 'rihla-waiting-list-'));
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: await copyDatabase(inject('postgres'), 'waiting_list'),
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const { db, clock, crypto } = platform;
let round = 0;

beforeAll(async () => {
  await seedDemo(platform);
  await workOnConsultations(platform);
});
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = async <Row>(query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows;

/** So many people who wait for any day, one after the other. Returns their calls in the order of the queue. */
async function queue(): Promise<string[]> {
  round += 1;
  const now = clock.now();
  const ids = Array.from({ length: people }, (_, place) => `wait-${round}-${String(place).padStart(2, '0')}`);
  for (const [place, id] of ids.entries())
    await transact(db, async (tx) => {
      const contact = { name: 'Amihan Reyes', email: `${id}@example.com`, phone: '+639171234567' };
      await insertConsultation(
        tx,
        crypto,
        now,
        {
          id,
          reference: id,
          topic: 'refused',
          channel: 'phone',
          callLanguage: 'en',
          language: 'en',
          zone: 'Asia/Dubai',
          country: null,
          userId: null,
          fromInquiry: null,
          contact,
          words: '',
          given: null,
        },
        'guest',
      );
      await insertWait(tx, addMilliseconds(now, place), id, { from: now, until: addMilliseconds(now, daysAhead * dayMs) });
    });
  return ids;
}

interface Kept {
  readonly id: string;
  readonly officer: string | null;
  readonly at: Date | null;
  readonly offers: number;
  readonly claims: number;
  readonly told: number;
}
const keptBy = (ids: readonly string[]) =>
  rowsOf<Kept>(sql`
    select w.consultation_id as id, w.officer_id as officer, w.starts_at as at, cardinality(w.offered) as offers,
      (select count(*)::int from consultation_claims c where c.consultation_id = w.consultation_id) as claims,
      (select count(*)::int from audit_events a where a.action = 'consultation.kept' and a.subject = 'consultations:' || w.consultation_id) as told
    from consultation_waits w where w.consultation_id = any(${sql.param([...ids])}::text[]) order by w.queued_at`);

/** Pairs of people for whom one officer would have to speak at the same time. */
const clashes = (kept: readonly Kept[]) =>
  kept.flatMap((one, at) =>
    kept
      .slice(at + 1)
      .filter(
        (other) =>
          one.at && other.at && one.officer === other.officer && Math.abs(+new Date(one.at) - +new Date(other.at)) < callMinutes * minuteMs,
      )
      .map((other) => [one.id, other.id]),
  );
const sweeps = (times: number) => Promise.all(Array.from({ length: times }, () => offerFreeTimes(platform)));

describe('the waiting list of advice calls, looked at by several at once', () => {
  test('keeps one time for each, no time for two, and tells each of them once', async () => {
    const ids = await queue();
    await sweeps(6);
    const kept = await keptBy(ids);
    expect(kept.map(({ id, offers, told, at }) => [id, offers, told, at !== null])).toEqual(ids.map((id) => [id, 1, 1, true]));
    expect(clashes(kept)).toEqual([]);
    // Each holds the quarter hours of one call and not of two.
    expect(new Set(kept.map(({ claims }) => claims)).size).toBe(1);
    const again = kept.map(({ id, at }) => [id, at]);
    await sweeps(3);
    expect((await keptBy(ids)).map(({ id, at }) => [id, at])).toEqual(again);
    await db.execute(sql`delete from consultations where id = any(${sql.param(ids)}::text[])`);
  });

  test('keeps one time for two without the guard: the test can fail', async () => {
    const before = (await findSlots(platform, { topic: 'refused', language: 'en' })).length;
    expect(before).toBeGreaterThan(people);
    const ids = await queue();
    armFailpoints('consultation-slot:off');
    await sweeps(6);
    expect(clashes(await keptBy(ids)).length).toBeGreaterThan(0);
  });
});
