import { sql } from 'drizzle-orm';
import { jobKind } from './jobs.server.ts';
import type { Platform } from './platform.server.ts';

const failedJobsReport = jobKind<Record<string, never>>('jobs.report-failed', 1);

/**
 * Opens a staff task for every job that was tried as often as it may be and failed: whoever waits for its effect would
 * else wait for ever. Work that comes round by the clock has one task for all of its kind. Returns how many it opened.
 */
export async function reportFailedJobs(platform: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const now = new Date(platform.clock.now()).toISOString();
  const opened = (await platform.db.execute(sql`
    insert into staff_tasks (id, kind, subject, text_key, detail, opened_at)
    select gen_random_uuid()::text, 'job-failed', 'jobs:' || coalesce(nullif(about, '') || '/' || job, name), 'tasks:job-failed',
      jsonb_strip_nulls(jsonb_build_object('kind', name, 'about', about, 'order', of_order)), ${now}
    from (select distinct on (case when about = '' then name else id::text end) id::text as job, name, about, of_order, failed_at from (
      select id, name, data ->> 'orderId' as of_order, coalesce(data ->> 'orderId', data ->> 'paymentId', data ->> 'refundId', data ->> 'eventId', '') as about,
        coalesce(completed_on, created_on) as failed_at
      from pgboss.job where state = 'failed') failed order by case when about = '' then name else id::text end, failed_at desc) f
    where not exists (select 1 from staff_tasks t where t.kind = 'job-failed' and t.subject = 'jobs:' || coalesce(nullif(f.about, '') || '/' || f.job, f.name)
      and (t.closed_at is null or t.closed_at >= f.failed_at))
    on conflict do nothing returning id`)) as unknown as { rows: unknown[] };
  return opened.rows.length;
}

/** Looks every five minutes. */
export async function workOnFailedJobs(platform: Platform): Promise<void> {
  await platform.jobs.handle(failedJobsReport, async () => void (await reportFailedJobs(platform)));
  await platform.jobs.schedule(failedJobsReport, '*/5 * * * *');
}
