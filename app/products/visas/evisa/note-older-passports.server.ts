import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { lockApplication, openTyped } from './evisa-applications-store.server.ts';
import { findUnnoted, keepPassport } from './visa-passports-store.server.ts';

const page = 200;

/**
 * Notes by which passports applications were made that are older than this note, while their forms are kept; how many.
 * Run anew it goes on where it stopped, and finds nothing once all are noted.
 */
export async function noteOlderPassports({ db, crypto, clock, log }: Pick<Platform, 'db' | 'crypto' | 'clock' | 'log'>): Promise<number> {
  const noteOne = (id: string) =>
    transact(db, async (tx) => {
      // Locked, so that a number which is corrected meanwhile is the one that counts.
      const application = await lockApplication(tx, id);
      const { number, issuedBy } = application ? openTyped(crypto, application) : {};
      if (!number || !issuedBy) return false;
      await keepPassport(tx, crypto, clock.now(), id, { number, issuedBy });
      return true;
    });
  let noted = 0;
  for (let after = ''; ;) {
    const ids = await findUnnoted(db, after, page);
    for (const id of ids) {
      after = id;
      try {
        if (await noteOne(id)) noted += 1;
      } catch (fault) {
        // A form that cannot be opened does not keep the others.
        log.error({ application: id, fault: (fault as Error).message }, 'passport not noted');
      }
    }
    if (ids.length < page) return noted;
  }
}
