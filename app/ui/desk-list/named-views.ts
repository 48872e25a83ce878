/** A list that somebody gave a name. */
export interface NamedView {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
  readonly mine: boolean;
}

const viewSaid = ['kept', 'dropped', 'refused'] as const;
export type ViewSaid = (typeof viewSaid)[number];

/** What became of the list that was kept or forgotten, as the way back to it says. */
export const readViewSaid = (search: URLSearchParams): ViewSaid | null =>
  viewSaid.find((one) => search.getAll('view').includes(one)) ?? null;
