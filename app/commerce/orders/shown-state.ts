import type { Position } from '../ledger/ledger-postings.ts';

/** What an order is called whose money went back and of which a part was kept. */
export const refundedPart = 'refunded_part';

/** The state of an order as its traveller and the desk are told it. */
export function shownState<State extends string>(status: State, money: Position | undefined): State | typeof refundedPart {
  return status === 'refunded' && money === 'part-refunded' ? refundedPart : status;
}
