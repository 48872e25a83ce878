import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { consultationWaitsOffer } from './consultation-jobs.server.ts';
import { removeBlock, saveOfficer, type Officer } from './officers-store.server.ts';

/** Writes down when somebody takes calls, in which languages and about what. Calls that are agreed stay as they are. */
export async function planHours(platform: Platform, officer: Officer, staffId: string): Promise<null> {
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await saveOfficer(tx, now, officer);
    await platform.jobs.send(tx, consultationWaitsOffer, {});
    await audit(tx, now, {
      actor: `staff:${staffId}`,
      action: 'consultations.hours',
      subject: `consultation_officers:${officer.officerId}`,
      detail: { spans: officer.hours.length, takes: officer.takes },
    });
  });
  return null;
}

/** Opens a closed time again; `only` keeps somebody to their own. False when there is nothing to open. */
export async function openTime(platform: Platform, block: string, only: string | null, staffId: string): Promise<boolean> {
  return transact(platform.db, async (tx) => {
    const opened = await removeBlock(tx, block, only);
    if (!opened) return false;
    await platform.jobs.send(tx, consultationWaitsOffer, {});
    await audit(tx, platform.clock.now(), {
      actor: `staff:${staffId}`,
      action: 'consultations.opened',
      subject: `consultation_blocks:${block}`,
    });
    return true;
  });
}
