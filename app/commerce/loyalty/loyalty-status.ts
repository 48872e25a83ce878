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
