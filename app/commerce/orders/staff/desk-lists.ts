/** Lists of the desk that keep views and runs of their own. */
export type DeskListName = 'flights' | 'evisa' | 'assisted' | 'holiday' | 'experience' | 'staycation' | 'visa-stays' | 'invoices';

/** What a clerk can still read through before pressing. */
export const mostAtOnce = 500;

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
