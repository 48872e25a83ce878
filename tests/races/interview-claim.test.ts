import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { claimTimes, insertInterview, TimeTaken } from '#app/people/interviews/interviews-store.server.ts';
import { openDatabase, transact, type OpenDatabase } from '#app/platform/database.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { addMilliseconds, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { copyDatabase } from '../support/shared-postgres.ts';

const recruiters = 32;
const now = instant(Date.parse('2026-11-23T07:42:00Z'));
const ten = instant(Date.parse('2026-11-25T06:00:00Z'));
let database: OpenDatabase;
let round = 0;

beforeAll(async () => {
  database = await openDatabase({ url: await copyDatabase(inject('postgres'), 'interview_claim'), dataDir: '', poolSize: 40 });
  for (const user of ['anna', 'omar']) {
    await database.db.execute(
      sql`insert into users (id, name, email, email_verified, created_at, updated_at) values (${user}, ${user}, ${`${user}@example.com`}, true, now(), now())`,
    );
    await database.db.execute(
      sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status) values (${user}, ${user}, '{interviewer}', true, 'active')`,
    );
  }
  await database.db.execute(sql`insert into job_applications
    (id, reference, status, language, source, contact, email_index, profile, answers, secret_hash, agreed_at, keep_months, keep_until, stage_since, created_at, changed_at)
    values ('a', 'a', 'shortlisted', 'en', 'site', 'x', 'x', 'x', 'x', 'x', now(), 6, '2027-06-01', now(), now(), now())`);
});
afterAll(async () => {
  await database.close();
});
afterEach(() => armFailpoints(undefined));

/** Everybody plans an interview with the same panel at once, each at times of their own; who got them. */
async function rush(timesOf: (recruiter: number) => readonly Instant[]): Promise<string[]> {
  round += 1;
  const attempt = async (recruiter: number) => {
    const id = `i${round}-${recruiter}`;
    try {
      await transact(database.db, async (tx) => {
        const facts = {
          id,
          reference: id,
          applicationId: 'a',
          round: 'first',
          roundName: null,
          mode: 'phone',
          place: '',
          minutes: 45,
          zone: 'Asia/Dubai',
          madeBy: 'staff:x',
        } as const;
        // The order in which a panel is named must not matter.
        const panel = recruiter % 2 ? ['anna', 'omar'] : ['omar', 'anna'];
        const interview = await insertInterview(tx, now, facts, panel);
        await claimTimes(tx, interview, panel, timesOf(recruiter), null, now);
      });
      return [id];
    } catch (fault) {
      if (fault instanceof TimeTaken) return [];
      throw fault;
    }
  };
  return (await Promise.all(Array.from({ length: recruiters }, (_, recruiter) => attempt(recruiter)))).flat();
}

describe(`${recruiters} recruiters at the same moment`, () => {
  test('one time of a panel has one winner, and nothing of the others stays', async () => {
    const winners = await rush(() => [ten]);
    expect(winners).toHaveLength(1);
    const { rows } = (await database.db.execute(sql`select id from interviews where id like ${`i${round}-%`}`)) as unknown as {
      rows: { id: string }[];
    };
    expect(rows.map(({ id }) => id)).toEqual(winners);
  });

  test('times that overlap in the pause only never both win', async () => {
    const from = addMilliseconds(ten, 24 * 60 * minuteMs);
    expect(await rush((recruiter) => [addMilliseconds(from, (recruiter % 2) * 50 * minuteMs)])).toHaveLength(1);
  });

  test('without the guard the same time is given many times: the test can fail', async () => {
    armFailpoints('interview-claim:off');
    expect((await rush(() => [addMilliseconds(ten, 48 * 60 * minuteMs)])).length).toBeGreaterThan(1);
  });
});
