import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { applyFeed, endOverrides, fetchFeed } from './work-rates.server.ts';

const dailyRates = jobKind<Record<string, never>>('rates.daily', 5);
const overridesEnd = jobKind<Record<string, never>>('rates.end-overrides', 5);

/** The bank publishes about 16:00 Central European time on its working days. */
const afterPublication = '30 15 * * 1-5';

/** A demo asks nobody outside by itself: the file is fetched daily in production, or where its address was set. */
export async function workOnRates(platform: Platform): Promise<void> {
  await platform.jobs.handle(dailyRates, async () => {
    const read = await fetchFeed(platform, null);
    if (!read.ok) throw new Error(`daily rates: ${read.refused}`);
    await applyFeed(platform, { feedId: read.value, actor: null });
  });
  await platform.jobs.handle(overridesEnd, () => endOverrides(platform));
  if (platform.env.fetchesRates) await platform.jobs.schedule(dailyRates, afterPublication);
  await platform.jobs.schedule(overridesEnd, '*/10 * * * *');
}
