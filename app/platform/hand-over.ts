/** What one colleague had goes to another, or to nobody. */
export interface HandOver {
  readonly from: string;
  readonly to: string | null;
  /** Who sees to it: `staff:` and an id. */
  readonly by: string;
  readonly requestId: string;
}
