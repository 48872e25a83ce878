import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { tellWaiting } from './waitlist.server.ts';
import { dropOldDrafts } from './holiday-draft-store.server.ts';

/** Places that came free for those who wait, and drafts that nobody came back to. */
const holidaysTidy = jobKind<Record<string, never>>('holidays.tidy', 1);

/** Starts the workers of tours. */
export async function workOnHolidays(platform: Platform): Promise<void> {
  await platform.jobs.handle(holidaysTidy, async () => {
    await tellWaiting(platform);
    const now = platform.clock.now();
    await noteRetention(platform.db, now, 'holiday-drafts', await dropOldDrafts(platform.db, now));
  });
  await platform.jobs.schedule(holidaysTidy, '*/5 * * * *');
}
