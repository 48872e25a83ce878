import { favoriteKinds, readFlightThing, type FavoriteKind } from '#app/commerce/customers/favorites/favorite-rules.ts';
import {
  deleteList,
  makeList,
  putInList,
  renameList,
  shareList,
  takeFromList,
  undeleteList,
} from '#app/commerce/customers/favorites/favorite-lists-store.server.ts';
import { readListName } from '#app/commerce/customers/favorites/list-name-rules.ts';
import { dropFavorite, keepFavorites, restoreFavorite } from '#app/commerce/customers/favorites/favorites-store.server.ts';
import { takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { readBelow } from '#app/commerce/price-alerts/price-alert-rules.ts';
import { setAlert, stopAlert } from '#app/commerce/price-alerts/price-alerts-store.server.ts';
import { findTour } from '#app/products/holidays/tours-store.server.ts';
import { hourMs } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** What a form of the page did, in words of the catalogue; `list` is the one to show then. */
export interface FavoritesWork {
  readonly did: string;
  readonly list: string | null;
  /** What was removed, so that the page can name it and offer it back. */
  readonly removed?: { readonly kind: FavoriteKind; readonly thing: string };
}

/** A person presses a few buttons; a script that makes lists all day does not. */
const limit = { name: 'favorites-work', most: 200, perMs: hourMs };

/** Does what a form of the favourites asks. What is not theirs, or is gone, is answered as `refused`. */
export async function workFavorites(
  platform: Platform,
  user: { readonly id: string; readonly emailVerified: boolean },
  form: FormData,
  language: LanguageCode,
): Promise<FavoritesWork> {
  const { db, clock } = platform;
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.slice(0, 200) : '';
  };
  if ((await takeTry(db, clock, limit, user.id)) > 0) return { did: 'too-many-tries', list: null };
  const now = clock.now();
  const id = text('list');
  const answer = (done: boolean, did: string, list: string | null = id) => (done ? { did, list } : { did: 'refused', list: null });
  const kind = favoriteKinds.find((each) => each === text('kind'));
  const favorite = kind ? { kind, thing: text('thing') } : null;
  switch (text('intent')) {
    case 'remove':
      if (!favorite || !(await dropFavorite(db, now, user.id, favorite))) return { did: 'refused', list: null };
      return { did: 'removed', list: id || null, removed: favorite };
    case 'remove-undo':
      return answer(favorite !== null && (await restoreFavorite(db, now, user.id, favorite)), 'kept-again', id || null);
    case 'list-make': {
      const name = readListName(form.get('name'));
      if (!name) return { did: 'name-missing', list: null };
      const made = await makeList(db, now, user.id, name);
      return made ? { did: 'made', list: made } : { did: 'too-many-lists', list: null };
    }
    case 'list-rename': {
      const name = readListName(form.get('name'));
      return name ? answer(await renameList(db, user.id, id, name), 'renamed') : { did: 'name-missing', list: id };
    }
    case 'list-delete':
      return answer(await deleteList(db, now, user.id, id), 'deleted');
    case 'list-undo':
      return answer(await undeleteList(db, user.id, id), 'back');
    case 'list-share':
      return answer(await shareList(db, user.id, id, true), 'shared');
    case 'list-unshare':
      return answer(await shareList(db, user.id, id, false), 'unshared');
    case 'list-put':
      return answer(favorite !== null && (await putInList(db, now, user.id, id, favorite)), 'put');
    case 'list-take':
      return answer(favorite !== null && (await takeFromList(db, user.id, id, favorite)), 'taken');
    case 'alert-set': {
      const below = readBelow(form.get('below'));
      const thing = text('thing');
      if (!user.emailVerified) return { did: 'not-verified', list: null };
      if (below === null) return { did: 'amount-wrong', list: null };
      const tour = readFlightThing(thing) ? null : await findTour(db, thing, language);
      if (!tour && !readFlightThing(thing)) return { did: 'refused', list: null };
      const set = await setAlert(db, now, { userId: user.id, thing, below, language });
      // A tour is watched from its own page too; here it is found again.
      if (set && tour) await keepFavorites(db, user.id, [{ kind: 'tour', thing, title: tour.words.title, price: tour.price.amount }], now);
      return { did: set ? 'watching' : 'too-many-alerts', list: null };
    }
    case 'alert-stop':
      await stopAlert(db, now, { userId: user.id, thing: text('thing') });
      return { did: 'alert-stopped', list: null };
    default:
      return { did: 'refused', list: null };
  }
}
