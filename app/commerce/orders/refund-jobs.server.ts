import { jobKind } from '#app/platform/jobs.server.ts';

/** One order of many whose refunds are given to a colleague. */
export const refundBulkLine = jobKind<{ readonly runId: string; readonly position: number }>('orders.refund-bulk-line');
