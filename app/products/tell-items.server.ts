import type { TellItems } from '#app/commerce/bookings/mail-operator.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findExperienceBooking } from './experiences/experience-bookings-store.server.ts';
import { readExperienceTitles } from './experiences/experiences-store.server.ts';
import { findLinkOf } from './experiences/operators-store.server.ts';
import { readTourTitles } from './holidays/tours-store.server.ts';
import { readStaycationTitles } from './staycations/staycations-store.server.ts';

type ReadTitles = (db: Db, items: readonly string[], language: LanguageCode) => Promise<ReadonlyMap<string, string>>;

/** What operators are told of what they run. Those of experiences have a page to check guests in at; others answer by mail. */
export function tellItems(platform: Platform): TellItems {
  const titled = (read: ReadTitles) => async (item: string) => {
    const title = (await read(platform.db, [item], 'en')).get(item);
    return title === undefined ? null : { title, page: null };
  };
  return {
    experience: async (item, orderId) => {
      const told = await titled(readExperienceTitles)(item);
      const own = await findExperienceBooking(platform.db, platform.crypto, orderId);
      return told && { ...told, page: await findLinkOf(platform, item), meet: own?.pickup ?? '' };
    },
    staycation: titled(readStaycationTitles),
    holiday: titled(readTourTitles),
  };
}
