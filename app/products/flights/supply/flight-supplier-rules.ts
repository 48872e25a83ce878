import { addDays, type CalendarDate } from '#app/values/dates.ts';
import type { SupplierEvent } from './flight-supplier-status.ts';

/** Papers are renewed within this many days of their end. */
export const renewalDays = 30;

export type PaperState = 'valid' | 'ending' | 'expired';

export function paperState(expiresOn: string, today: CalendarDate): PaperState {
  if (expiresOn < today) return 'expired';
  return expiresOn <= addDays(today, renewalDays) ? 'ending' : 'valid';
}

export type MoveBlock = 'no-papers' | 'paper-expired' | 'contract-over' | 'no-bank';

interface Known {
  readonly kind: string;
  readonly contractUntil: string | null;
  readonly papers: readonly { readonly expiresOn: string }[];
  readonly bankConfirmed: boolean;
}

/** Why a supplier may not take a step yet; null when it may. Our own sources owe us no papers and have no bank. */
export function blocks(event: SupplierEvent, known: Known, today: CalendarDate): MoveBlock | null {
  const selling = event === 'activate' || event === 'resume';
  if ((event !== 'approve' && !selling) || known.kind === 'house' || known.kind === 'own') return null;
  if (known.papers.length === 0) return 'no-papers';
  if (known.papers.some(({ expiresOn }) => paperState(expiresOn, today) === 'expired')) return 'paper-expired';
  if (!selling) return null;
  if (known.contractUntil !== null && known.contractUntil < today) return 'contract-over';
  return known.bankConfirmed ? null : 'no-bank';
}
