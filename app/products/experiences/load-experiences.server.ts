import type { CatalogueFiles } from '#app/commerce/catalogue-files.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { readCatalogueExperience, searchWordsOf } from './experience-catalogue.ts';
import { forgetCards, listExperienceIds, listStaffExperienceIds, saveExperiences } from './experiences-store.server.ts';
import { openSupply } from './slots-store.server.ts';

/**
 * Adds the experiences that are not there yet, in one transaction; with `replace` those that are there are written
 * anew, but for those that staff have published, paused or put away themselves. Returns how many were written. Throws on a file that is not right.
 */
export async function loadExperiences(
  platform: Platform,
  files: readonly CatalogueFiles[],
  options: { replace: boolean },
): Promise<number> {
  const known = options.replace ? await listStaffExperienceIds(platform.db) : await listExperienceIds(platform.db);
  const read = files
    .filter(({ id }) => !known.has(id))
    .map(({ id, ...content }) => {
      const experience = readCatalogueExperience(id, content);
      return { experience, searchWords: searchWordsOf(experience, countryName) };
    });
  await transact(platform.db, async (tx) => {
    await saveExperiences(tx, read, platform.clock.now());
    await openSupply(tx, platform.clock.now());
  });
  forgetCards(platform.db);
  return read.length;
}
