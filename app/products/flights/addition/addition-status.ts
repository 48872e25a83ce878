import type { OrderActor } from '#app/commerce/product-contract.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const additionStates = ['open', 'done', 'dropped', 'failed'] as const;
export type AdditionState = (typeof additionStates)[number];

/**
 * What becomes of things that are added to flights with tickets. `dropped`: nothing was paid for it; `failed`: money came
 * when it could not be had any more, and went back.
 */
export const additionMachine: StatusTable<AdditionState, 'settle' | 'drop' | 'fail', OrderActor> = {
  name: 'flight-addition',
  states: additionStates,
  initial: 'open',
  moves: [
    { from: 'open', event: 'settle', to: 'done', by: ['customer', 'staff', 'system', 'provider'] },
    { from: 'open', event: 'drop', to: 'dropped', by: ['customer', 'staff', 'system'] },
    { from: 'open', event: 'fail', to: 'failed', by: ['system', 'provider'] },
  ],
};
