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
