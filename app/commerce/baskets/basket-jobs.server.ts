import { jobKind } from '#app/platform/jobs.server.ts';

/** The money of a basket is settled: its mail says what became of each order. */
export const basketSettled = jobKind<{ basketId: string }>('basket.settled', 8, true);
