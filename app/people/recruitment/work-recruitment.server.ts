import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { addMilliseconds, dateIn, dayMs } from '#app/values/dates.ts';
import { removeCv } from './apply.server.ts';
import { findAlertsFor, deleteUnconfirmed } from './job-alerts-store.server.ts';
import { applicantMail, jobAlertMail, mailApplicant, mailJobAlert } from './job-mails.server.ts';
import { findDueMessages } from './job-messages-store.server.ts';
import { findOldUploads } from './job-papers-store.server.ts';
import { findDuePostings, movePosting } from './job-postings-store.server.ts';
import type { JobPostingRow } from './recruitment.tables.ts';
import { lapseApplications, purgeApplications } from './purge-applications.server.ts';

/** The look of the clock at what is due: postings, mails, papers and what may no longer be kept. */
export const recruitmentWatch = jobKind<Record<string, never>>('recruitment.watch', 1);

/** Days for which a file that nobody sent, or a wish that nobody confirmed, is kept. */
export const unsentDays = 1;

/** Starts the workers of hiring. */
export async function workOnRecruitment(platform: Platform): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(applicantMail, ({ messageId }) => mailApplicant(platform, messageId));
  await jobs.handle(jobAlertMail, ({ alertId, postingId }) => mailJobAlert(platform, alertId, postingId));
  await jobs.handle(recruitmentWatch, async () => {
    await watchRecruitment(platform);
  });
  await jobs.schedule(recruitmentWatch, '*/10 * * * *');
}

export async function watchRecruitment(platform: Platform): Promise<{ readonly purged: number; readonly lapsed: number }> {
  const { db, clock, jobs } = platform;
  const now = clock.now();
  const failed = await eachRow(platform, 'posting', await findDuePostings(db, now, dateIn('Asia/Dubai', now)), (posting) =>
    transact(db, async (tx) => {
      const event = posting.status === 'scheduled' ? 'publish' : 'close';
      const moved = await movePosting(tx, now, { posting, event, by: 'system', actor: 'system' });
      if (!moved.ok) return;
      if (event === 'publish') await tellAlerts(tx, platform, moved.value);
      await audit(tx, now, { actor: 'system', action: `posting.${event}`, subject: `job_postings:${posting.id}` });
    }),
  );
  const yesterday = new Date(addMilliseconds(now, -unsentDays * dayMs));
  // By now no form may bring them any more.
  const uploads = await findOldUploads(db, yesterday);
  const unremoved = await eachRow(platform, 'upload', uploads, (stored) => removeCv(platform, stored), stepMs);
  await noteRetention(db, now, 'cv-uploads', uploads.length - unremoved);
  await noteRetention(db, now, 'job-alerts', await deleteUnconfirmed(db, yesterday));
  const { lapsed, unread } = await lapseApplications(platform);
  const { purged, failed: unforgotten } = await purgeApplications(platform);
  await noteRetention(db, now, 'applications', purged);
  // Last and as jobs of their own: a letter that cannot leave holds nothing else up.
  for (const messageId of await findDueMessages(db, now)) await jobs.send(db, applicantMail, { messageId });
  mustAllBeTaken(failed + unremoved + unread + unforgotten);
  return { purged, lapsed };
}

/** Sends a new opening to those who asked to hear of such. */
export async function tellAlerts(
  tx: Parameters<typeof movePosting>[0],
  { jobs }: Pick<Platform, 'jobs'>,
  posting: Pick<JobPostingRow, 'id' | 'department' | 'place'>,
): Promise<void> {
  for (const alertId of await findAlertsFor(tx, posting)) await jobs.send(tx, jobAlertMail, { alertId, postingId: posting.id });
}
