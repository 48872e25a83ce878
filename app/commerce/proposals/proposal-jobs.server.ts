import { jobKind } from '#app/platform/jobs.server.ts';

/** A mail to whoever asked: a version was sent (`of` is its number), or we answered (`of` is the remark). */
export const proposalMail = jobKind<{ readonly kind: 'sent' | 'replied'; readonly proposalId: string; readonly of: string }>(
  'proposal.mail',
);
