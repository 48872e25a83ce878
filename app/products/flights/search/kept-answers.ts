/** A small memory of answers: the oldest goes when it is full, and each only counts for a while. Pure but for its map. */
export class KeptAnswers<Value> {
  readonly #most: number;
  readonly #lifetimeMs: number;
  readonly #kept = new Map<string, { value: Value; until: number }>();

  constructor(most: number, lifetimeMs: number) {
    this.#most = most;
    this.#lifetimeMs = lifetimeMs;
  }

  find(key: string, now: number): Value | null {
    const found = this.#kept.get(key);
    if (!found) return null;
    if (found.until > now) return found.value;
    this.#kept.delete(key);
    return null;
  }

  keep(key: string, value: Value, now: number): void {
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: now + this.#lifetimeMs });
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
