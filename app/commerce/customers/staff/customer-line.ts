/** Parts of a customer's timeline that can be looked at alone. */
export const lineShows = ['all', 'trips', 'money', 'words', 'desk'] as const;
export type LineShow = (typeof lineShows)[number];

/** One thing that happened, in words of the catalogue under `line`. */
export interface LineEntry {
  readonly at: string;
  readonly show: Exclude<LineShow, 'all'>;
  readonly what: string;
  readonly values: Readonly<Record<string, string>>;
  /** Minor units of a currency, where money moved. */
  readonly amount: { readonly amount: number; readonly currency: string } | null;
  /** A staff page that tells more. */
  readonly to: string | null;
  /** The colleague who did it. */
  readonly staff: string | null;
}
