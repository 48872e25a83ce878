import { jobKind } from '#app/platform/jobs.server.ts';

/** One customer of a run over many. */
export const customerBulkLine = jobKind<{ readonly runId: string; readonly position: number }>('customers.bulk-line');

/** One company of a run over many. */
export const companyBulkLine = jobKind<{ readonly runId: string; readonly position: number }>('companies.bulk-line');
