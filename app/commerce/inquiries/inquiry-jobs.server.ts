import { jobKind } from '#app/platform/jobs.server.ts';

/** One inquiry of many that are given to a colleague or marked as lost. */
export const inquiryBulkLine = jobKind<{ readonly runId: string; readonly position: number }>('inquiries.bulk-line');
