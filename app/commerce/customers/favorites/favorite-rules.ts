import { parseCalendarDate } from '#app/values/dates.ts';

export const favoriteKinds = ['flight', 'tour', 'experience', 'stay', 'evisa', 'assisted'] as const;
export type FavoriteKind = (typeof favoriteKinds)[number];

export interface Favorite {
  readonly kind: FavoriteKind;
  /** Its id; for a flight its route and dates, for a visa the code of its country. */
  readonly thing: string;
  readonly title: string;
  /** What it cost when it was kept, in fils. From a browser, so nothing but something to compare with. */
  readonly price?: number;
}

/** Dearer than anything we sell, in fils. */
const mostPrice = 100_000_000;

/** More than anybody looks through; what is beyond it is not kept. */
export const mostFavorites = 200;

export function favoriteKey(favorite: Pick<Favorite, 'kind' | 'thing'>): string {
  return `${favorite.kind}:${favorite.thing}`;
}

/** A route with its dates as one id: DXB-LHR-2027-03-09, with a second date for a return. */
export function flightThing(from: string, to: string, departs: string, returns: string | null): string {
  return [from, to, departs, ...(returns ? [returns] : [])].join('-');
}

export interface FavoriteFlight {
  readonly from: string;
  readonly to: string;
  readonly departs: string;
  readonly returns: string | null;
}

/** The parts of a flight's id; null when it is none. */
export function readFlightThing(thing: string): FavoriteFlight | null {
  const match = /^([A-Z]{3})-([A-Z]{3})-(\d{4}-\d\d-\d\d)(?:-(\d{4}-\d\d-\d\d))?$/.exec(thing);
  if (!match || !parseCalendarDate(match[3]!) || (match[4] && !parseCalendarDate(match[4]))) return null;
  const [from, to, departs, returns] = [match[1]!, match[2]!, match[3]!, match[4] ?? null];
  // Nobody flies to where they are, or comes back before they left.
  if (from === to || (returns !== null && returns < departs)) return null;
  return { from, to, departs, returns };
}

/** A favourite out of what a browser sent or kept; null when it is nothing of ours. */
export function readFavorite(given: unknown): Favorite | null {
  if (typeof given !== 'object' || given === null) return null;
  const { kind, thing, title, price } = given as Record<string, unknown>;
  const known = favoriteKinds.find((each) => each === kind);
  if (!known || typeof thing !== 'string' || typeof title !== 'string') return null;
  if (!/^[A-Za-z0-9][A-Za-z0-9-]{0,119}$/.test(thing) || (known === 'flight' && !readFlightThing(thing))) return null;
  if ((known === 'evisa' || known === 'assisted') && !/^[A-Z]{2}$/.test(thing)) return null;
  // Directional overrides would turn the words around them, too.
  const words = title
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 160);
  if (words === '') return null;
  const isPrice = typeof price === 'number' && Number.isSafeInteger(price) && price > 0 && price <= mostPrice;
  return { kind: known, thing, title: words, ...(isPrice ? { price } : {}) };
}

/** A list kept in a browser; what is broken in it is left out. */
export function readFavoriteList(text: string | null): readonly Favorite[] {
  if (!text || text.length > 100_000) return [];
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return [];
    const found = new Map<string, Favorite>();
    for (const each of list.slice(0, mostFavorites)) {
      const favorite = readFavorite(each);
      if (favorite) found.set(favoriteKey(favorite), favorite);
    }
    return [...found.values()];
  } catch {
    return [];
  }
}
