import type { Clock } from './clock.server.ts';

/**
 * What a read of the database last said, never older than `ageMs` when it is given out. Past half that age the next one
 * is read while the old one is still given: under load nobody waits for the database but after a pause or a `forget`.
 */
export class RecentRead<Value> {
  readonly #load: (now: ReturnType<Clock['now']>, before: Value | null) => Promise<Value>;
  readonly #ageMs: number;
  readonly #clock: Clock;
  #value: Value | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<Value> | null = null;

  /** `load` is given the value before, so that it can give the same one again when nothing changed. */
  constructor(clock: Clock, ageMs: number, load: (now: ReturnType<Clock['now']>, before: Value | null) => Promise<Value>) {
    this.#clock = clock;
    this.#ageMs = ageMs;
    this.#load = load;
  }

  /** Makes the next question read the database; a read that runs already does not count any more. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#reading = null;
  }

  async read(): Promise<Value> {
    const now = this.#clock.now();
    const age = now - this.#readAt;
    if (age < 0 || age >= this.#ageMs) return this.#reading ?? this.#start(now);
    // Nobody waits for this one: a failure shows when somebody does.
    if (age >= this.#ageMs / 2 && !this.#reading) this.#start(now).catch(() => undefined);
    return this.#value!;
  }

  #start(now: ReturnType<Clock['now']>): Promise<Value> {
    const reading: Promise<Value> = this.#load(now, this.#value).then(
      (value) => {
        if (this.#reading !== reading) return value;
        this.#reading = null;
        this.#value = value;
        this.#readAt = now;
        return value;
      },
      (fault: unknown) => {
        if (this.#reading === reading) this.#reading = null;
        throw fault;
      },
    );
    this.#reading = reading;
    return reading;
  }
}
