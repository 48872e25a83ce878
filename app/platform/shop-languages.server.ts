import type { LanguageCode } from '#app/values/preferences.ts';
import type { Clock } from './clock.server.ts';
import type { Db } from './database.server.ts';
import { KeptRead } from './kept-read.server.ts';
import { findSetting } from './settings-store.server.ts';
import { deliveredShopLanguages, offeredOr, type ShopLanguages } from './shop-languages.ts';

/** Every request of the shop asks; another process follows a change within this time. */
const kept = new KeptRead<readonly LanguageCode[]>(30_000);

export async function readShopLanguages(db: Db): Promise<ShopLanguages> {
  return ((await findSetting(db, 'languages')) as ShopLanguages | null) ?? deliveredShopLanguages;
}

/** What the shop offers, for its pages; asked at most twice a minute. Without its database it is what it was last. */
export function readOfferedLanguages(db: Db, clock: Clock): Promise<readonly LanguageCode[]> {
  return kept.readOrLast(db, '', clock.now(), async () => (await readShopLanguages(db)).offered, deliveredShopLanguages.offered);
}

/** After a change made by this process. */
export function forgetOfferedLanguages(db: Db): void {
  kept.forget(db);
}

/**
 * In which language a customer, a guest or an applicant is written to whose matter was begun in `own`: English while the shop
 * does not offer it, as the page is that the mail leads to. Asked of the database for each mail, as its words are.
 */
export async function languageOfMail(db: Db, own: LanguageCode): Promise<LanguageCode> {
  return offeredOr((await readShopLanguages(db)).offered, own);
}
