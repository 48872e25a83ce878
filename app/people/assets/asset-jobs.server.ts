import { jobKind } from '#app/platform/jobs.server.ts';

/** Tells a colleague that a paper waits for their signature. */
export const assetPaperMail = jobKind<{ readonly paperId: string }>('asset.paper-mail', 8, true);
/** Tells a colleague what is charged for a damage, or that nothing is. */
export const assetChargeMail = jobKind<{ readonly chargeId: string; readonly template: 'charge' | 'charge-off' }>(
  'asset.charge-mail',
  8,
  true,
);
/** Looks each morning for what is due back. */
export const assetsWatch = jobKind<Record<string, never>>('assets.watch', 1);
/** One mail to one colleague about everything of theirs that is due by a day. */
export const assetDueMail = jobKind<{ readonly userId: string; readonly day: string }>('asset.due-mail', 8, true);
