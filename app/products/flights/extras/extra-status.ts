import type { OrderActor } from '#app/commerce/product-contract.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const extraStates = ['requested', 'issued', 'failed', 'void', 'refunded', 'exchanged'] as const;
export type ExtraState = (typeof extraStates)[number];

export type ExtraEvent = 'issue' | 'fail' | 'retry' | 'void' | 'restore' | 'refund' | 'exchange';

/**
 * What becomes of one paid extra of one traveller. `void`: taken back, and its money waits for a second person or went with
 * the tickets; `exchanged`: its flights were changed, and a row of the new ones stands for it.
 */
export const extraMachine: StatusTable<ExtraState, ExtraEvent, OrderActor> = {
  name: 'flight-extra',
  states: extraStates,
  initial: 'requested',
  moves: [
    { from: 'requested', event: 'issue', to: 'issued', by: ['supplier', 'system'] },
    { from: 'requested', event: 'fail', to: 'failed', by: ['supplier', 'system'] },
    { from: 'failed', event: 'retry', to: 'requested', by: ['staff'] },
    { from: 'failed', event: 'issue', to: 'issued', by: ['staff'] },
    { from: ['requested', 'issued', 'failed'], event: 'void', to: 'void', by: ['staff', 'system'] },
    { from: 'void', event: 'restore', to: 'failed', by: ['staff'] },
    { from: ['requested', 'issued', 'failed', 'void'], event: 'refund', to: 'refunded', by: ['staff', 'system'] },
    { from: ['requested', 'issued', 'failed', 'void', 'refunded'], event: 'exchange', to: 'exchanged', by: ['system'] },
  ],
};
