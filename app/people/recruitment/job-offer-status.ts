import type { StatusTable } from '#app/values/status-table.ts';

export const offerStates = ['draft', 'approved', 'sent', 'accepted', 'declined', 'withdrawn'] as const;
export type OfferStatus = (typeof offerStates)[number];

export type OfferEvent = 'approve' | 'send' | 'accept' | 'decline' | 'withdraw';
export type OfferActor = 'recruiter' | 'approver' | 'candidate' | 'system';

/** A changed offer is a new one with the next number; at most one of an application is open. */
export const offerMachine: StatusTable<OfferStatus, OfferEvent, OfferActor> = {
  name: 'job-offer',
  states: offerStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'approve', to: 'approved', by: ['approver'] },
    { from: 'approved', event: 'send', to: 'sent', by: ['recruiter', 'approver'] },
    { from: 'sent', event: 'accept', to: 'accepted', by: ['candidate'] },
    { from: 'sent', event: 'decline', to: 'declined', by: ['candidate'] },
    { from: ['draft', 'approved', 'sent', 'accepted'], event: 'withdraw', to: 'withdrawn', by: ['recruiter', 'approver', 'system'] },
  ],
};
