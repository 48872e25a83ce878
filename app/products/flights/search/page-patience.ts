/** How long a page waits for prices that are an extra of it, however many questions it asks. Milliseconds. */
export const pagePatienceMs = 2_000;
/** A source that answers as quickly as this is not silent: it is heard however much a page has asked before. */
export const quickMs = 300;

/**
 * What the questions of one page share: how long they may still wait, and which sources it waits for no more. A page
 * whose time is over says what it knows; what it has asked is still listened to, by the circuits and for the next page.
 */
export class PagePatience {
  readonly #until = performance.now() + pagePatienceMs;
  readonly #givenUp = new Set<string>();

  /** Of the next question, in milliseconds. */
  get left(): number {
    return Math.max(quickMs, this.#until - performance.now());
  }

  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  giveUp(sources: Iterable<string>): void {
    for (const source of sources) this.#givenUp.add(source);
  }

  hasGivenUp(source: string): boolean {
    return this.#givenUp.has(source);
  }
}
