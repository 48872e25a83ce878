import { jobKind } from '#app/platform/jobs.server.ts';

/** A mail to the customer about one version of a ticket: that it is there (1), an answer, or that it is solved. */
export const ticketMail = jobKind<{ readonly ticketId: string; readonly version: number }>('ticket.mail');

/** Messages that become tickets, clocks that have run out, and tickets that were solved long enough ago. */
export const ticketsWatch = jobKind<Record<string, never>>('tickets.watch', 1);

/** One line of an answer to many. */
export const ticketRunLine = jobKind<{ readonly runId: string; readonly position: number }>('ticket.run-line');
