/** A series as its counter and its documents tell it. */
export interface SeriesFacts {
  readonly series: string;
  /** What its numbers begin with. */
  readonly prefix: string;
  readonly year: number;
  /** The last number that was taken. */
  readonly counter: number;
  readonly issued: number;
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** Numbers that should be there and are not, and whether anything else is wrong with a series. */
export function seriesFault({ counter, issued, lowest, highest }: Omit<SeriesFacts, 'series' | 'prefix' | 'year'>): {
  readonly missing: number;
  readonly sound: boolean;
} {
  const missing = Math.max(counter, highest ?? 0) - issued;
  const begins = issued === 0 || lowest === 1;
  return { missing, sound: missing === 0 && begins && (highest ?? 0) === counter };
}
