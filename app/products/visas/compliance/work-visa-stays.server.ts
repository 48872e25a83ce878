import type { Platform } from '#app/platform/platform.server.ts';
import { mailVisaStays } from './mail-visa-stays.server.ts';
import { workStayLine } from './bulk-visa-stays.server.ts';
import { stayBulkLine, stayWatch } from './visa-stay-jobs.server.ts';
import { watchVisaStays } from './watch-visa-stays.server.ts';

/** Starts the workers of what becomes of visas that were delivered. */
export async function workOnVisaStays(platform: Platform): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(stayWatch, async () => {
    await watchVisaStays(platform);
  });
  // Seven in the morning in Dubai: a reminder is read in daylight.
  await jobs.schedule(stayWatch, '0 3 * * *');
  await jobs.handle(stayBulkLine, (at) => workStayLine(platform, at));
  await mailVisaStays(platform);
}
