import type { StatusTable } from '#app/values/status-table.ts';

export const visaRuleStates = ['draft', 'verified', 'retired'] as const;
export type VisaRuleStatus = (typeof visaRuleStates)[number];
export type VisaRuleEvent = 'verify' | 'drop' | 'retire';

/** A draft is verified by somebody else than who wrote it, which retires the edition before; nothing comes back from retirement. */
export const visaRuleMachine: StatusTable<VisaRuleStatus, VisaRuleEvent, 'staff'> = {
  name: 'visa-rule',
  states: visaRuleStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'verify', to: 'verified', by: ['staff'] },
    { from: 'draft', event: 'drop', to: 'retired', by: ['staff'] },
    { from: 'verified', event: 'retire', to: 'retired', by: ['staff'] },
  ],
};
