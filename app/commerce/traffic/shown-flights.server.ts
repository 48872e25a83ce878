import type { Db } from '#app/platform/database.server.ts';
import type { ShownFlights } from './visit-rules.ts';

/** A kept page of results lives half a minute: more different searches in that time are not told apart by what they showed. */
const mostKept = 2_000;
const kept = new WeakMap<Db, Map<string, Promise<ShownFlights | null>>>();

/** A search is the same whether its page or only its data is asked for. */
function keyOf(query: string): string {
  const params = new URLSearchParams(query);
  params.delete('_routes');
  return params.toString();
}

/**
 * Remembers in this process what the page of a search lays out, so that it is counted for everybody who is answered with
 * it, also from a kept page. `shown` may come once a slow source has answered; null where it never did.
 */
export function keepShownFlights(db: Db, query: string, shown: Promise<ShownFlights | null>): void {
  let known = kept.get(db);
  if (!known) kept.set(db, (known = new Map()));
  const key = keyOf(query);
  known.delete(key);
  known.set(key, shown);
  if (known.size > mostKept) known.delete(known.keys().next().value!);
}

export function findShownFlights(db: Db, query: string): Promise<ShownFlights | null> | null {
  return kept.get(db)?.get(keyOf(query)) ?? null;
}
