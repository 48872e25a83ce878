import type { Db } from './database.server.ts';

/**
 * What a read of the database said, kept for a while, so that the pages which all need it do not all ask. Requests that
 * come together wait for one read; a read that fails is not kept. Another process sees a change after `lifetimeMs` at most.
 */
export class KeptRead<Value> {
  readonly #lifetimeMs: number;
  readonly #kept = new WeakMap<Db, Map<string, { until: number; value: Promise<Value> }>>();

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  /** `now` in milliseconds; few keys, such as languages: none is ever forgotten but by `forget`. */
  read(db: Db, key: string, now: number, load: () => Promise<Value>): Promise<Value> {
    let kept = this.#kept.get(db);
    if (!kept) this.#kept.set(db, (kept = new Map()));
    const found = kept.get(key);
    if (found && found.until > now) return found.value;
    const entry = { until: now + this.#lifetimeMs, value: load() };
    kept.set(key, entry);
    entry.value.catch(() => kept.get(key) === entry && kept.delete(key));
    return entry.value;
  }

  /** After a change made by this process. */
  forget(db: Db): void {
    this.#kept.delete(db);
  }
}
