import { jobKind } from '#app/platform/jobs.server.ts';

/** Says to the bank what a second colleague agreed to; sent in the transaction in which they did. */
export const disputeAnswer = jobKind<{ answerId: string }>('dispute.answer');
