import type { Platform } from '#app/platform/platform.server.ts';
import { mailVisaStays } from './mail-visa-stays.server.ts';
import { purgeLine, workPurgeLine } from './purge-visas.server.ts';
import { stayWatch } from './visa-stay-jobs.server.ts';
import { watchRefusals } from './watch-authorities.server.ts';
import { watchVisaStays } from './watch-visa-stays.server.ts';

/** Starts the workers of what becomes of visas that were delivered. */
export async function workOnVisaStays(platform: Platform): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(stayWatch, async () => {
    // Refusals are counted whatever became of the stays.
    await watchVisaStays(platform).finally(() => watchRefusals(platform));
  });
  // Seven in the morning in Dubai: a reminder is read in daylight.
  await jobs.schedule(stayWatch, '0 3 * * *');
  await jobs.handle(purgeLine, (at) => workPurgeLine(platform, at));
  await mailVisaStays(platform);
}
