import type { StatusTable } from '#app/values/status-table.ts';

export const creditRequestStates = ['asked', 'approved', 'declined'] as const;
export type CreditRequestStatus = (typeof creditRequestStates)[number];

/** A credit note that staff ask for. `approved` is also where one begins that its asker may issue alone. */
export const creditRequestTable: StatusTable<CreditRequestStatus, 'approve' | 'decline', 'staff'> = {
  name: 'credit-request',
  states: creditRequestStates,
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'approve', to: 'approved', by: ['staff'] },
    { from: 'asked', event: 'decline', to: 'declined', by: ['staff'] },
  ],
};
