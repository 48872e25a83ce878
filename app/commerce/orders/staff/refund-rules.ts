/** A request as the rules see it; amounts are minor units of one currency. */
export interface EarlierRequest {
  readonly amount: number;
  readonly status: 'asked' | 'approved' | 'declined';
  readonly alone: boolean;
  readonly askedBy: string;
}

/**
 * Whether somebody may refund an amount without a second person: their own earlier refunds of the order count with it,
 * so that a limit is not passed in small steps.
 */
export function mayRefundAlone(amount: number, limit: number, asker: string, earlier: readonly EarlierRequest[]): boolean {
  return givenAlone(asker, earlier) + amount <= limit;
}

/** What somebody has given back of an order without a second person. */
export function givenAlone(asker: string, earlier: readonly EarlierRequest[]): number {
  return earlier
    .filter((request) => request.alone && request.status === 'approved' && request.askedBy === asker)
    .reduce((sum, request) => sum + request.amount, 0);
}

export type Decision = 'approve' | 'decline';
export type DecisionRefusal = 'own-request' | 'permission';

/** Nobody approves what they asked for themselves; they may take it back. */
export function mayDecide(decision: Decision, person: { id: string; mayApprove: boolean }, askedBy: string): DecisionRefusal | null {
  if (decision === 'decline' && person.id === askedBy) return null;
  if (!person.mayApprove) return 'permission';
  return person.id === askedBy ? 'own-request' : null;
}
