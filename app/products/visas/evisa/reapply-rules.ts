import type { DocumentCode, RejectionCode } from './evisa-offer.ts';

/** What a refusal means for another application: papers to bring anew, and what must be settled before any is worth its fee. */
export interface Reapply {
  readonly papers: readonly DocumentCode[];
  /** `settle`: with the authority first; `single`: no other may run; null: nothing but the papers. */
  readonly first: 'settle' | 'single' | null;
}

/** Papers that a reason casts doubt on; `all` where it may have been any of them. */
const doubted: Readonly<Record<RejectionCode, readonly DocumentCode[] | 'all'>> = {
  photo: ['photo'],
  'passport-validity': ['passport-page'],
  incomplete: 'all',
  'name-differs': ['passport-page', 'flight'],
  purpose: ['itinerary', 'hotel', 'flight', 'invitation', 'cover-letter', 'employment'],
  funds: ['bank', 'employment'],
  overstay: [],
  security: [],
  duplicate: [],
  'no-reason': 'all',
};

/** The check-list of somebody who was refused. `asked` are the papers of their country: no other is called for. */
export function reapplyOf(reason: RejectionCode, asked: readonly DocumentCode[]): Reapply {
  const papers = doubted[reason];
  return {
    papers: papers === 'all' ? asked : asked.filter((code) => papers.includes(code)),
    first: reason === 'overstay' || reason === 'security' ? 'settle' : reason === 'duplicate' ? 'single' : null,
  };
}
