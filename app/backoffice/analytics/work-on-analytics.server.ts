import type { Platform } from '#app/platform/platform.server.ts';
import { addUpJob, afterMidnight, workOnDays } from './add-up-days.server.ts';
import { mailReport, mondayMorning, reportMail, sendWeeklyReports, weeklyReports } from './mail-reports.server.ts';
import { forgetLive } from './read-figures.server.ts';
import { everyFiveMinutes, watchAlerts, watchFigures } from './work-alerts.server.ts';

/** Starts the adding up of days, the letters of Monday and the watch over the last minutes. */
export async function workOnAnalytics(platform: Platform): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(addUpJob, async () => {
    await workOnDays(platform);
    forgetLive(platform.db);
  });
  await jobs.handle(weeklyReports, () => sendWeeklyReports(platform));
  await jobs.handle(reportMail, ({ reportId }) => mailReport(platform, reportId));
  await jobs.handle(watchFigures, () => watchAlerts(platform));
  await jobs.schedule(addUpJob, afterMidnight);
  await jobs.schedule(weeklyReports, mondayMorning);
  await jobs.schedule(watchFigures, everyFiveMinutes);
}
