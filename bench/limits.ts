/** What a bench promises. A figure beyond its limit fails the command, so that a slower house is seen by whoever measures it. */
export interface Limit {
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
  readonly most?: number;
  readonly least?: number;
}

/** Prints each figure beside its limit and sets the exit code where one is beyond. */
export function keepLimits(limits: readonly Limit[]): void {
  console.log('\nlimits');
  for (const { what, figure, unit, most = Infinity, least = -Infinity } of limits) {
    const isKept = figure <= most && figure >= least;
    const bound = most === Infinity ? `at least ${least}` : `at most ${most}`;
    console.log(`${isKept ? 'kept  ' : 'BEYOND'} ${what.padEnd(52)}${figure.toFixed(2).padStart(9)} ${unit} (${bound})`);
    if (!isKept) process.exitCode = 1;
  }
}
