import type { Db } from './database.server.ts';

/**
 * What a read of the database said, kept for a while, so that the pages which all need it do not all ask. Requests that
 * come together wait for one read; a read that fails is not kept. Another process sees a change after `lifetimeMs` at most.
 */
export class KeptRead<Value> {
  readonly #lifetimeMs: number;
  readonly #quickMs: number;
  readonly #stopwatch: () => number;
  readonly #kept = new WeakMap<Db, Map<string, { until: number; value: Promise<Value> }>>();
  readonly #last = new WeakMap<Db, Map<string, Value>>();

  /** What is read within `quickMs`, by a stopwatch, is not kept: a small house is told what is so now. */
  constructor(lifetimeMs: number, { quickMs = 0, stopwatch = () => performance.now() } = {}) {
    this.#lifetimeMs = lifetimeMs;
    this.#quickMs = quickMs;
    this.#stopwatch = stopwatch;
  }

  /** `now` in milliseconds; few keys, such as languages: none is ever forgotten but by `forget`. */
  read(db: Db, key: string, now: number, load: () => Promise<Value>): Promise<Value> {
    let kept = this.#kept.get(db);
    if (!kept) this.#kept.set(db, (kept = new Map()));
    const found = kept.get(key);
    if (found && found.until > now) return found.value;
    const begun = this.#stopwatch();
    const entry = { until: now + this.#lifetimeMs, value: load() };
    kept.set(key, entry);
    const drop = () => kept.get(key) === entry && kept.delete(key);
    entry.value.then(() => this.#stopwatch() - begun < this.#quickMs && drop(), drop);
    return entry.value;
  }

  /** The same; where it cannot be read now, what was read last, and `otherwise` where nothing ever was. */
  async readOrLast(db: Db, key: string, now: number, load: () => Promise<Value>, otherwise: Value): Promise<Value> {
    let last = this.#last.get(db);
    if (!last) this.#last.set(db, (last = new Map()));
    try {
      const value = await this.read(db, key, now, load);
      last.set(key, value);
      return value;
    } catch {
      return last.get(key) ?? otherwise;
    }
  }

  /** After a change made by this process. */
  forget(db: Db): void {
    this.#kept.delete(db);
  }
}

/** How many there are of what has ended: exact where counting takes less than 10 ms, half a minute old at most where it takes longer. */
export const keptCount = <Value>() => new KeptRead<Value>(30_000, { quickMs: 10 });

/** `kept` where others may be told the same for a while. */
interface Told<Value> {
  readonly value: Value;
  readonly kept: boolean;
}

const costlyFromMs = 100;
const keptFor = 30;
const mostKeptMs = 5 * 60_000;

/**
 * A read over more rows than any index spares: what takes less than 100 ms is read anew for everybody, and what takes
 * longer is kept for thirty times as long as it took, five minutes at most. Say beside it how old it is.
 */
export class CostlyRead<Value> {
  readonly #clock: () => number;
  readonly #kept = new WeakMap<Db, Map<string, { until: number; value: Promise<Told<Value>>; loaded?: Value }>>();

  /** `clock` in milliseconds, of a stopwatch rather than of the calendar. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  read(db: Db, key: string, load: () => Promise<Value>): Promise<Told<Value>> {
    let all = this.#kept.get(db);
    if (!all) this.#kept.set(db, (all = new Map()));
    const found = all.get(key);
    if (found && found.until > this.#clock()) return found.value;
    const begun = this.#clock();
    const kept = all;
    const value: Promise<Told<Value>> = load().then((loaded) => {
      const took = this.#clock() - begun;
      entry.until = took < costlyFromMs ? 0 : this.#clock() + Math.min(took * keptFor, mostKeptMs);
      return { value: loaded, kept: entry.until > 0 };
    });
    // Whoever comes meanwhile waits for this one.
    const entry: { until: number; value: Promise<Told<Value>>; loaded?: Value } = { until: Infinity, value };
    kept.set(key, entry);
    entry.value.then(
      ({ value: loaded }) => (entry.loaded = loaded),
      () => kept.get(key) === entry && kept.delete(key),
    );
    return entry.value;
  }

  /** What is kept, for whom it is good enough where it is there: nobody reads it, or waits for it, because of this. */
  peek(db: Db, key: string): Value | null {
    const found = this.#kept.get(db)?.get(key);
    return found && found.until > this.#clock() ? (found.loaded ?? null) : null;
  }

  /** After a change made by this process. */
  forget(db: Db): void {
    this.#kept.delete(db);
  }
}
