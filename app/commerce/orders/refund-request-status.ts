import type { StatusTable } from '#app/values/status-table.ts';

export const refundRequestStates = ['asked', 'approved', 'declined'] as const;
export type RefundRequestStatus = (typeof refundRequestStates)[number];
export type RefundRequestEvent = 'approve' | 'decline';

/** A refund that staff ask for. `approved` is also where one begins that its asker may make alone. */
export const refundRequestTable: StatusTable<RefundRequestStatus, RefundRequestEvent, 'staff'> = {
  name: 'refund-request',
  states: refundRequestStates,
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'approve', to: 'approved', by: ['staff'] },
    { from: 'asked', event: 'decline', to: 'declined', by: ['staff'] },
  ],
};
