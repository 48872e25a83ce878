export const ticketChannels = ['contact', 'feedback', 'account', 'order', 'mail', 'phone', 'chat'] as const;
export type TicketChannel = (typeof ticketChannels)[number];

/** How a ticket reaches us that a colleague writes down. */
export const handChannels = ['phone', 'mail', 'chat', 'order'] as const satisfies readonly TicketChannel[];

export const ticketPriorities = ['urgent', 'high', 'normal', 'low'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

/** What may be done to many at once: a text that answers or solves, a colleague, a priority, a tag more or less. */
export const ticketDeeds = ['answer', 'solve', 'assign', 'priority', 'tag', 'untag'] as const;
export type TicketDeed = (typeof ticketDeeds)[number];

/** Tables that a ticket may have come of. */
export type TicketSource = 'inquiries' | 'feedback';
