import type { StatusTable } from '#app/values/status-table.ts';

export const loyaltyRuleStates = ['draft', 'live', 'retired'] as const;
export type LoyaltyRuleStatus = (typeof loyaltyRuleStates)[number];

/** Who wrote a rule does not put it to work; the next one for its product retires it. */
export const loyaltyRuleMachine: StatusTable<LoyaltyRuleStatus, 'approve' | 'retire', 'staff'> = {
  name: 'loyalty-rule',
  states: loyaltyRuleStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'approve', to: 'live', by: ['staff'] },
    { from: 'live', event: 'retire', to: 'retired', by: ['staff'] },
  ],
};

const invitationStates = ['waiting', 'pending', 'given', 'reversed', 'refused'] as const;
export type InvitationStatus = (typeof invitationStates)[number];

/** What becomes of an invitation that was taken up: its first paid trip makes it count, and the end of that trip gives the points. */
export const invitationMachine: StatusTable<InvitationStatus, 'count' | 'refuse' | 'call-off' | 'give' | 'reverse', 'system'> = {
  name: 'loyalty-invitation',
  states: invitationStates,
  initial: 'waiting',
  moves: [
    { from: 'waiting', event: 'count', to: 'pending', by: ['system'] },
    { from: 'waiting', event: 'refuse', to: 'refused', by: ['system'] },
    { from: 'pending', event: 'call-off', to: 'waiting', by: ['system'] },
    { from: 'pending', event: 'give', to: 'given', by: ['system'] },
    { from: 'given', event: 'reverse', to: 'reversed', by: ['system'] },
  ],
};

const adjustmentStates = ['asked', 'done', 'declined'] as const;
export type AdjustmentStatus = (typeof adjustmentStates)[number];

export const adjustmentMachine: StatusTable<AdjustmentStatus, 'approve' | 'decline', 'staff'> = {
  name: 'loyalty-adjustment',
  states: adjustmentStates,
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'approve', to: 'done', by: ['staff'] },
    { from: 'asked', event: 'decline', to: 'declined', by: ['staff'] },
  ],
};

export const voucherStates = ['draft', 'asked', 'live', 'used', 'expired', 'withdrawn'] as const;
export type VoucherStatus = (typeof voucherStates)[number];
export type VoucherEvent =
  | 'ask'
  | 'issue'
  | 'throw-away'
  | 'approve'
  | 'decline'
  | 'use'
  | 'withdraw'
  | 'expire'
  | 'give-back'
  | 'give-back-late'
  | 'take-again';

/**
 * A voucher is the member's when it is issued, above the limit when a second person agreed. What an order took comes back
 * where that order is called off; an order that ran out and is paid all the same takes it again.
 */
export const voucherMachine: StatusTable<VoucherStatus, VoucherEvent, 'staff' | 'member' | 'system'> = {
  name: 'loyalty-voucher',
  states: voucherStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'ask', to: 'asked', by: ['staff'] },
    { from: 'draft', event: 'issue', to: 'live', by: ['staff'] },
    { from: 'draft', event: 'throw-away', to: 'withdrawn', by: ['staff'] },
    { from: 'asked', event: 'approve', to: 'live', by: ['staff'] },
    { from: 'asked', event: 'decline', to: 'withdrawn', by: ['staff'] },
    { from: 'live', event: 'use', to: 'used', by: ['member'] },
    { from: 'live', event: 'withdraw', to: 'withdrawn', by: ['staff'] },
    { from: 'live', event: 'expire', to: 'expired', by: ['system'] },
    { from: 'used', event: 'give-back', to: 'live', by: ['member', 'system'] },
    { from: 'used', event: 'give-back-late', to: 'expired', by: ['member', 'system'] },
    { from: 'live', event: 'take-again', to: 'used', by: ['system'] },
    { from: 'expired', event: 'take-again', to: 'used', by: ['system'] },
  ],
};

const batchStates = ['draft', 'asked', 'issuing', 'done', 'withdrawn'] as const;
export type VoucherBatchStatus = (typeof batchStates)[number];
export type VoucherBatchEvent = 'ask' | 'issue' | 'throw-away' | 'approve' | 'decline' | 'finish' | 'withdraw';

/** Vouchers for many members at once: given by a job, above the limits when a second person agreed, and called back as a whole. */
export const voucherBatchMachine: StatusTable<VoucherBatchStatus, VoucherBatchEvent, 'staff' | 'system'> = {
  name: 'loyalty-voucher-batch',
  states: batchStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'ask', to: 'asked', by: ['staff'] },
    { from: 'draft', event: 'issue', to: 'issuing', by: ['staff'] },
    { from: 'draft', event: 'throw-away', to: 'withdrawn', by: ['staff'] },
    { from: 'asked', event: 'approve', to: 'issuing', by: ['staff'] },
    { from: 'asked', event: 'decline', to: 'withdrawn', by: ['staff'] },
    { from: 'issuing', event: 'finish', to: 'done', by: ['system'] },
    { from: 'issuing', event: 'withdraw', to: 'withdrawn', by: ['staff'] },
    { from: 'done', event: 'withdraw', to: 'withdrawn', by: ['staff'] },
  ],
};
