import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { refuseRow } from '#tests/support/refuse-row.ts';
import { purgeApplications } from './purge-applications.server.ts';

const platform = await openDemoPlatform();
const { db, crypto } = platform;

async function ended(id: string): Promise<void> {
  const sealed = (column: string, value: unknown) => crypto.seal(JSON.stringify(value), `job_applications|${column}|${id}`);
  await db.execute(sql`insert into job_applications
    (id, reference, status, language, source, contact, email_index, profile, answers, secret_hash, agreed_at, keep_months, keep_until, stage_since, created_at, changed_at)
    values (${id}, ${id.toUpperCase()}, 'withdrawn', 'en', 'site', ${sealed('contact', { name: 'Mona Adel', email: `${id}@example.com`, phone: null })},
      ${id}, ${sealed('profile', {})}, ${sealed('answers', {})}, ${id}, now(), 6, '2026-11-01', now(), now(), now())`);
}
const forgotten = async () =>
  (
    (await db.execute(sql`select id from job_applications where purged_at is not null and id like 'over-%' order by id`)) as unknown as {
      rows: { id: string }[];
    }
  ).rows.map(({ id }) => id);

it('forgets every application whose time is over, past one that cannot be forgotten', async () => {
  for (const id of ['over-1', 'over-2', 'over-3']) await ended(id);
  const undo = await refuseRow(db, 'job_applications', 'id', 'over-2');
  expect(await purgeApplications(platform)).toEqual({ purged: 2, failed: 1 });
  expect(await forgotten()).toEqual(['over-1', 'over-3']);
  await undo();
  expect(await purgeApplications(platform)).toEqual({ purged: 1, failed: 0 });
  expect(await forgotten()).toEqual(['over-1', 'over-2', 'over-3']);
  const { rows } = (await db.execute(sql`select applications from job_purge_certificates order by at`)) as unknown as {
    rows: { applications: number }[];
  };
  expect(rows.map(({ applications }) => applications).slice(-2)).toEqual([2, 1]);
});
