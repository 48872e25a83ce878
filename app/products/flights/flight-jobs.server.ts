import { jobKind } from '#app/platform/jobs.server.ts';

/** Work on flight orders that goes on after the transaction that decided it. Handlers are idempotent. */
export const flightTicket = jobKind<{ orderId: string }>('flight.ticket');
/** Has the documents of an order's paid extras written. */
export const flightExtrasWrite = jobKind<{ orderId: string }>('flight.write-extras');
/** Lets go of what was chosen beside ticketed flights and not paid in time. */
export const flightAddition = jobKind<{ orderId: string }>('flight.addition');
/** Asks the supplier what became of an attempt that got no answer, or one that is not done yet. */
export const flightLookUp = jobKind<{ orderId: string }>('flight.look-up');
/** Takes the next step of a change of flights: exchange it, wait for its money, or let it be when its time is over. */
export const flightChange = jobKind<{ orderId: string }>('flight.change');
/** Asks suppliers what they changed of schedules, records it and brings it before the travellers. */
export const scheduleNewsAsk = jobKind<Record<string, never>>('flight.schedule-news', 1);
/** Writes to a traveller what the airline changed; `again` names a letter after the first, `over`: that it flies what was sold again. */
export const scheduleTell = jobKind<{ scheduleId: string; again?: string; over?: true }>('flight.tell-schedule');
/** Gives up what a supplier still holds for an order that ended unpaid. */
export const flightRelease = jobKind<{ orderId: string }>('flight.release');
/** Writes to a traveller what airlines said to their requests. */
export const answersTell = jobKind<{ orderId: string }>('flight.tell-answers');
/** Ends an order whose ticket staff could not get elsewhere: the money goes back. */
export const flightGiveUp = jobKind<{ orderId: string }>('flight.give-up');
/** One order of many that staff do the same thing to. */
export const flightBulkLine = jobKind<{ runId: string; position: number }>('flight.bulk-line');
/** Makes the pools of an allotment as large as it says, once no hold can be under way that read it before a change. */
export const allotmentSettle = jobKind<{ allotmentId: string }>('flight.settle-allotment');
