import type { CatalogueFiles } from '#app/commerce/catalogue-files.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { readCatalogueTour, searchWordsOf } from './tour-catalogue.ts';
import { forgetCards, listStaffTourIds, listTourIds, saveTours } from './tours-store.server.ts';

/**
 * Adds the tours that are not there yet, in one transaction; with `replace` those that are there are written anew,
 * but for those that staff have published, paused or put away themselves. Returns how many were written. Throws on a file that is not right.
 */
export async function loadTours(platform: Platform, files: readonly CatalogueFiles[], options: { replace: boolean }): Promise<number> {
  const known = options.replace ? await listStaffTourIds(platform.db) : await listTourIds(platform.db);
  const read = files
    .filter(({ id }) => !known.has(id))
    .map(({ id, ...content }) => {
      const tour = readCatalogueTour(id, content);
      return { tour, searchWords: searchWordsOf(tour, countryName) };
    });
  if (read.length > 0) await transact(platform.db, (tx) => saveTours(tx, read, platform.clock.now()));
  forgetCards(platform.db);
  return read.length;
}
