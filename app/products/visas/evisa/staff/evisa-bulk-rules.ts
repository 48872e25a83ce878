/** What may be done to many cases with one press: nothing that decides about a person or gives money back. */
export const caseBulkActions = ['claim', 'assign', 'export', 'file', 'answer-authority', 'release'] as const;
export type CaseBulkAction = (typeof caseBulkActions)[number];

/** How a case stands, as far as the rules of a run care. */
export interface CaseStanding {
  readonly status: string;
  readonly officer: string | null;
  readonly over: boolean;
  readonly orderStatus: string;
}

/** Why one case would be skipped; null: it would be done. `to` is the colleague who shall have it. */
export function lockedFor(
  action: CaseBulkAction,
  standing: CaseStanding,
  who: { readonly me: string; readonly to: string },
): string | null {
  const { status, officer, over, orderStatus } = standing;
  if (action === 'claim' || action === 'assign') {
    const to = action === 'claim' ? who.me : who.to;
    if (over) return 'over';
    // A new case that a colleague gave to somebody is theirs, and still to be begun.
    if (action === 'claim' && status === 'received' && officer === to) return null;
    if (officer === to) return action === 'claim' ? 'already-yours' : 'already-theirs';
    // Taking is for what nobody has; from a colleague's hands a case only goes by giving.
    return action === 'claim' && officer !== null ? 'somebody-elses' : null;
  }
  const needed = {
    export: 'ready_to_submit',
    file: 'ready_to_submit',
    'answer-authority': 'authority_query',
    release: 'approved_unchecked',
  };
  if (status !== needed[action]) return over ? 'over' : 'not-possible';
  return orderStatus === 'accepted' ? null : 'order-not-open';
}
