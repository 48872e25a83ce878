/** A list that somebody gave a name. */
export interface NamedView {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
  readonly mine: boolean;
}

export const viewSaid = ['kept', 'dropped', 'refused'] as const;
export type ViewSaid = (typeof viewSaid)[number];
