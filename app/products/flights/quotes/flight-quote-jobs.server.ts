import { jobKind } from '#app/platform/jobs.server.ts';

/** Writes to whoever was quoted to that their quote is there. */
export const flightQuoteMail = jobKind<{ readonly quoteId: string }>('flight-quote.mail');
