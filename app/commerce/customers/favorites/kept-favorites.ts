import { signedInHint } from '../signed-in-hint.ts';
import { favoriteKey, mostFavorites, readFavoriteList, type Favorite } from './favorite-rules.ts';

/*
 * Which hearts of this page are full. A guest's favourites live in local storage; with the first page after signing in
 * they are handed to the account and forgotten here.
 */

const storageKey = 'rihla-favorites';
const none: ReadonlySet<string> = new Set();
let keys = none;
let signedIn = false;
let started: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function show(next: Iterable<string>): void {
  keys = new Set(next);
  for (const listener of listeners) listener();
}

function readLocal(): readonly Favorite[] {
  try {
    return readFavoriteList(localStorage.getItem(storageKey));
  } catch {
    // Storage may be forbidden; then a guest's hearts last as long as the page.
    return [];
  }
}

function writeLocal(list: readonly Favorite[]): void {
  try {
    if (list.length > 0) localStorage.setItem(storageKey, JSON.stringify(list));
    else localStorage.removeItem(storageKey);
  } catch {
    return;
  }
}

/** What the page of the favourites was told is kept: there, things are removed and brought back without a heart. */
export function learnFavorites(kept: readonly string[]): void {
  if (signedIn) show(kept);
}

async function ask(fields: Record<string, string> | null): Promise<readonly string[] | null> {
  try {
    const answer = await fetch('/api/favorites', {
      headers: { Accept: 'application/json' },
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    });
    return answer.ok ? ((await answer.json()) as { keys: readonly string[] | null }).keys : null;
  } catch {
    return null;
  }
}

/** Learns what is kept, once per document. Resolves to true when a guest's list was handed over. */
export function startFavorites(): Promise<boolean> {
  started ??= (async () => {
    const local = readLocal();
    show(local.map(favoriteKey));
    if (!document.cookie.includes(`${signedInHint}=1`)) return false;
    const kept = await ask(local.length > 0 ? { intent: 'merge', list: JSON.stringify(local) } : null);
    if (!kept) return false;
    signedIn = true;
    show(kept);
    writeLocal([]);
    return local.length > 0;
  })();
  return started;
}

/** For the frame of every page: hands a guest's list over, and asks nothing where there is none. */
export function handOverFavorites(): void {
  if (readLocal().length > 0) void startFavorites();
}

export async function toggleFavorite(favorite: Favorite): Promise<void> {
  await startFavorites();
  const key = favoriteKey(favorite);
  const full = keys.has(key);
  const before = keys;
  show(full ? [...keys].filter((each) => each !== key) : [...keys, key]);
  if (signedIn) {
    const { kind, thing, title } = favorite;
    // What was not written down is not shown as if it were.
    show((await ask({ intent: full ? 'drop' : 'keep', kind, thing, title })) ?? before);
    return;
  }
  const others = readLocal().filter((each) => favoriteKey(each) !== key);
  writeLocal(full ? others : [favorite, ...others].slice(0, mostFavorites));
}

export function subscribeFavorites(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const keptKeys = () => keys;
export const noKeys = () => none;
