import { lockOf, type CaseFacts } from './case-action-rules.ts';
import { overStates } from '../assisted-status.ts';

/** What can be done with many cases in one go: nothing that needs a passport in the hand or a paper read. */
export const stickerBulkActions = ['claim', 'assign', 'hunt'] as const;
export type StickerBulkAction = (typeof stickerBulkActions)[number];

/** Why a case of a run would be skipped; null: it would be done. */
export function bulkLock(
  action: StickerBulkAction,
  facts: Pick<CaseFacts, 'status' | 'package' | 'orderStatus' | 'officer'>,
  who: { readonly me: string; readonly to: string },
): string | null {
  if (overStates.includes(facts.status)) return 'not-possible';
  if (action === 'claim') return facts.officer === who.me ? 'has-it-already' : null;
  if (action === 'assign') return facts.officer === who.to ? 'has-it-already' : null;
  if (facts.status !== 'file_ready') return 'not-possible';
  const rest = {
    // Looking for a time binds nobody; taking one waits for whoever checks the payment.
    checkOpen: false,
    passport: 'with_applicant',
    kept: true,
    papersMissing: 0,
    asked: false,
    outcome: null,
    stickerDiffers: null,
    handoverOpen: false,
  } as const;
  return lockOf('hunt', { ...facts, ...rest }, who.me);
}
