import type { Instant } from '#app/values/dates.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const proposalStates = ['draft', 'sent', 'accepted', 'declined', 'superseded', 'withdrawn', 'discarded'] as const;
export type ProposalState = (typeof proposalStates)[number];
export type ProposalEvent = 'send' | 'discard' | 'accept' | 'decline' | 'supersede' | 'withdraw';

/** One version of a proposal. That it has expired is read off its day and is no move: the clerk may send another. */
export const proposalMachine: StatusTable<ProposalState, ProposalEvent, 'staff' | 'customer'> = {
  name: 'proposal-version',
  states: proposalStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'send', to: 'sent', by: ['staff'] },
    { from: 'draft', event: 'discard', to: 'discarded', by: ['staff'] },
    { from: 'sent', event: 'accept', to: 'accepted', by: ['customer'] },
    { from: 'sent', event: 'decline', to: 'declined', by: ['customer'] },
    { from: 'sent', event: 'supersede', to: 'superseded', by: ['staff'] },
    { from: 'sent', event: 'withdraw', to: 'withdrawn', by: ['staff'] },
  ],
};

/** What the customer is told of a version; `open` can be accepted. */
export type Standing = 'open' | 'expired' | 'accepted' | 'declined' | 'superseded' | 'withdrawn';

/** Null for what never reached the customer. */
export function standingOf(version: { readonly status: ProposalState; readonly expiresAt: Date }, now: Instant): Standing | null {
  if (version.status === 'draft' || version.status === 'discarded') return null;
  if (version.status === 'sent') return version.expiresAt.getTime() <= now ? 'expired' : 'open';
  return version.status;
}
