import type { CatalogueFiles } from '#app/commerce/catalogue-files.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { readCatalogueStaycation, searchWordsOf } from './staycation-catalogue.ts';
import { forgetCards, listStaffStaycationIds, listStaycationIds, saveStaycations } from './staycations-store.server.ts';
import { openRooms } from './rooms-store.server.ts';

/**
 * Adds the stays that are not there yet, in one transaction; with `replace` those that are there are written anew,
 * but for those that staff have published, withdrawn or put away themselves. Returns how many were written. Throws on a file that is not right.
 */
export async function loadStaycations(
  platform: Platform,
  files: readonly CatalogueFiles[],
  options: { replace: boolean },
): Promise<number> {
  const known = options.replace ? await listStaffStaycationIds(platform.db) : await listStaycationIds(platform.db);
  const read = files
    .filter(({ id }) => !known.has(id))
    .map(({ id, ...content }) => {
      const staycation = readCatalogueStaycation(id, content);
      return { staycation, searchWords: searchWordsOf(staycation, countryName) };
    });
  await transact(platform.db, async (tx) => {
    await saveStaycations(tx, read, platform.clock.now());
    await openRooms(tx, platform.clock.now(), new Map(read.map(({ staycation }) => [staycation.facts.id, staycation.depositPercent])));
  });
  forgetCards(platform.db);
  return read.length;
}
