import type { StatusTable } from '#app/values/status-table.ts';

export const ticketStates = ['new', 'open', 'waiting_customer', 'waiting_supplier', 'reopened', 'solved', 'closed'] as const;
export type TicketStatus = (typeof ticketStates)[number];

/** The states in which something is left to do. */
export const livingTicketStates = [
  'new',
  'open',
  'reopened',
  'waiting_customer',
  'waiting_supplier',
] as const satisfies readonly TicketStatus[];

export function isLiving(status: TicketStatus): boolean {
  return (livingTicketStates as readonly TicketStatus[]).includes(status);
}

export type TicketEvent = 'take' | 'answer' | 'reply' | 'wait-supplier' | 'resume' | 'solve' | 'close' | 'reopen' | 'merge';
export type TicketActor = 'staff' | 'customer' | 'system';

/** What else is written down of a ticket and moves nothing. */
export type TicketNote = 'opened' | 'note' | 'take-in' | 'assign' | 'priority' | 'order' | 'rate' | 'tag' | 'untag';

/** What somebody writes to a ticket that was solved opens it again; a closed one only for as long as `reopenDays` says. */
export const ticketMachine: StatusTable<TicketStatus, TicketEvent, TicketActor> = {
  name: 'ticket',
  states: ticketStates,
  initial: 'new',
  moves: [
    { from: ['new', 'reopened'], event: 'take', to: 'open', by: ['staff'] },
    { from: [...livingTicketStates], event: 'answer', to: 'waiting_customer', by: ['staff'] },
    { from: 'new', event: 'reply', to: 'new', by: ['customer'] },
    { from: 'reopened', event: 'reply', to: 'reopened', by: ['customer'] },
    { from: ['open', 'waiting_customer', 'waiting_supplier'], event: 'reply', to: 'open', by: ['customer'] },
    { from: ['solved', 'closed'], event: 'reply', to: 'reopened', by: ['customer'] },
    { from: ['new', 'open', 'reopened', 'waiting_customer'], event: 'wait-supplier', to: 'waiting_supplier', by: ['staff'] },
    { from: ['waiting_customer', 'waiting_supplier'], event: 'resume', to: 'open', by: ['staff'] },
    { from: [...livingTicketStates], event: 'solve', to: 'solved', by: ['staff'] },
    { from: [...livingTicketStates, 'solved'], event: 'close', to: 'closed', by: ['staff', 'system'] },
    { from: [...livingTicketStates], event: 'merge', to: 'closed', by: ['staff'] },
    { from: ['solved', 'closed'], event: 'reopen', to: 'reopened', by: ['staff', 'customer'] },
  ],
};
