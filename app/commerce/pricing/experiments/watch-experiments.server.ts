import { eachRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findPolicyInForce } from '../policies-store.server.ts';
import { guardThatSpeaks } from './experiment-rules.ts';
import { listRunningExperiments, readFigures } from './experiments-store.server.ts';
import { endByItself } from './work-experiment.server.ts';

/** Ends experiments whose time is up, and stops those whose guards speak. */
const experimentsWatch = jobKind<Record<string, never>>('pricing.watch-experiments', 1);

export async function workOnExperiments(platform: Platform): Promise<void> {
  await platform.jobs.handle(experimentsWatch, () => watchExperiments(platform));
  await platform.jobs.schedule(experimentsWatch, '*/2 * * * *');
}

/** Looks at every experiment that runs. */
export async function watchExperiments(platform: Pick<Platform, 'db' | 'clock' | 'log'>): Promise<void> {
  const { db, clock } = platform;
  const running = await listRunningExperiments(db);
  if (running.length === 0) return;
  const [inForce, figures] = await Promise.all([
    findPolicyInForce(db),
    readFigures(
      db,
      running.map(({ id }) => id),
    ),
  ]);
  const failed = await eachRow(platform, 'experiment', running, async (experiment) => {
    if (experiment.pricesUntil!.getTime() <= clock.now()) return endByItself(platform, experiment.id, 'time');
    // Against other prices than those it began beside, its figures would say nothing.
    if (inForce?.number !== experiment.control || inForce.version !== experiment.controlVersion)
      return endByItself(platform, experiment.id, 'control-changed');
    const guard = guardThatSpeaks(figures.get(experiment.id)!, experiment);
    if (guard) await endByItself(platform, experiment.id, guard);
  });
  mustAllBeTaken(failed);
}
