import type { OrderActor } from '#app/commerce/product-contract.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const scheduleStates = ['held', 'open', 'accepted', 'rebooked', 'refunded', 'superseded', 'ended'] as const;
export type ScheduleState = (typeof scheduleStates)[number];

/** What becomes of a change of schedule on one contract. `held`: recorded, and the traveller is not to be told yet. */
export const scheduleMachine: StatusTable<ScheduleState, 'tell' | 'accept' | 'rebook' | 'refund' | 'supersede' | 'end', OrderActor> = {
  name: 'schedule-change',
  states: scheduleStates,
  initial: 'open',
  moves: [
    { from: 'held', event: 'tell', to: 'open', by: ['staff'] },
    { from: 'open', event: 'accept', to: 'accepted', by: ['supplier'] },
    { from: 'open', event: 'rebook', to: 'rebooked', by: ['supplier'] },
    { from: 'open', event: 'refund', to: 'refunded', by: ['system'] },
    { from: ['held', 'open'], event: 'supersede', to: 'superseded', by: ['supplier', 'system'] },
    { from: ['held', 'open'], event: 'end', to: 'ended', by: ['system'] },
  ],
};
