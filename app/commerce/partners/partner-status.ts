import type { StatusTable } from '#app/values/status-table.ts';

export const partnerStates = ['received', 'in_review', 'accepted', 'declined'] as const;
export type PartnerStatus = (typeof partnerStates)[number];

export const partnerMoves = ['take', 'accept', 'decline', 'reopen'] as const;
export type PartnerMove = (typeof partnerMoves)[number];

/** Nobody is accepted whose papers were not taken up first. */
export const partnerMachine: StatusTable<PartnerStatus, PartnerMove, 'staff'> = {
  name: 'partner-lead',
  states: partnerStates,
  initial: 'received',
  moves: [
    { from: 'received', event: 'take', to: 'in_review', by: ['staff'] },
    { from: 'in_review', event: 'accept', to: 'accepted', by: ['staff'] },
    { from: ['received', 'in_review'], event: 'decline', to: 'declined', by: ['staff'] },
    { from: 'declined', event: 'reopen', to: 'in_review', by: ['staff'] },
  ],
};
