import type { OrderActor } from '#app/commerce/product-contract.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const correctionStates = ['asked', 'offered', 'writing', 'done', 'refused', 'withdrawn', 'ended'] as const;
export type CorrectionState = (typeof correctionStates)[number];

/**
 * What becomes of a name that is to be written otherwise. `asked`: the desk has the next step; `offered`: its traveller agrees
 * to the fee, or not; `writing`: agreed to, and the tickets are being exchanged; `ended`: its time or its order is over.
 */
export const correctionMachine: StatusTable<
  CorrectionState,
  'offer' | 'reopen' | 'leave-rest' | 'write' | 'written' | 'fail' | 'unpaid' | 'refuse' | 'withdraw' | 'end',
  OrderActor
> = {
  name: 'name-correction',
  states: correctionStates,
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'offer', to: 'offered', by: ['staff'] },
    // Some of its tickets have the name, and the others are not to have it.
    { from: 'asked', event: 'leave-rest', to: 'done', by: ['staff'] },
    // A fee that was offered wrongly.
    { from: 'offered', event: 'reopen', to: 'asked', by: ['staff'] },
    { from: ['asked', 'offered'], event: 'write', to: 'writing', by: ['customer', 'staff'] },
    { from: 'writing', event: 'written', to: 'done', by: ['supplier'] },
    { from: 'writing', event: 'fail', to: 'asked', by: ['supplier', 'system'] },
    { from: 'writing', event: 'unpaid', to: 'offered', by: ['customer', 'staff', 'system'] },
    { from: ['asked', 'offered'], event: 'refuse', to: 'refused', by: ['staff'] },
    { from: ['asked', 'offered'], event: 'withdraw', to: 'withdrawn', by: ['customer', 'staff'] },
    { from: ['asked', 'offered'], event: 'end', to: 'ended', by: ['system'] },
  ],
};
