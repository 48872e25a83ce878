/** Lists of the desk that keep views and runs of their own: each is a row of `desk_lists`, added by its migration. */
export type DeskListName =
  | 'flights'
  | 'evisa'
  | 'assisted'
  | 'holiday'
  | 'experience'
  | 'staycation'
  | 'visa-stays'
  | 'invoices'
  | 'bank-lines'
  | 'job-applications'
  | 'customers'
  | 'interviews'
  | 'requisitions'
  | 'job-postings'
  | 'assets'
  | 'staff'
  | 'activities'
  | 'tours'
  | 'work';

/** What a clerk can still read through before pressing. */
export const mostAtOnce = 500;
