import type { Platform } from './platform.server.ts';

/** What a run may take: the queue takes work for dead after a minute. What is left is for the next run. */
const longestMs = 40_000;
/** What each step of a run of several may take. */
export const stepMs = 10_000;

/**
 * The rows of a query that answers page by page, each from behind the last row of the one before: rows that stay as they
 * are do not stand before all others.
 */
export async function* everyRow<Row>(page: (after: Row | null) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  let rows = await page(null);
  while (rows.length > 0) {
    yield* rows;
    rows = await page(rows.at(-1)!);
  }
}

/**
 * Takes rows up in turn, for `mostMs` milliseconds at most. One that cannot be taken up does not keep the others waiting:
 * its fault is in the log, under `what` it is. Returns how many could not be taken up.
 */
export async function eachRow<Row extends string | { readonly id: string }>(
  { log }: Pick<Platform, 'log'>,
  what: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
  takeUp: (row: Row) => Promise<unknown>,
  mostMs = longestMs,
): Promise<number> {
  const until = performance.now() + mostMs;
  let failed = 0;
  for await (const row of rows) {
    if (performance.now() >= until) break;
    try {
      await takeUp(row);
    } catch (fault) {
      failed += 1;
      log.error({ fault: (fault as Error).message, [what]: typeof row === 'string' ? row : row.id }, `${what} not taken up`);
    }
  }
  return failed;
}

/** Throws when something was not taken up, so that the job fails and a colleague hears of it; asked when all had their turn. */
export function mustAllBeTaken(failed: number): void {
  if (failed > 0) throw new Error(`${failed} could not be taken up; the log says which, and why`);
}
