import type { ApplicationStatus } from './job-application-status.ts';
import type { RequisitionStatus } from './requisition-status.ts';

/** What is to be done next for a position that is wanted; null when nothing is, because it is filled, cancelled or a matter of waiting. */
export type NextStep =
  | 'ask'
  | 'decide'
  | 'go-on'
  | 'post'
  | 'publish'
  | 'screen'
  | 'interview'
  | 'judge'
  | 'offer'
  | 'wait'
  | 'fill'
  | null;

export interface HiringOf {
  readonly postings: number;
  /** Of those, how many are out or will be by themselves. */
  readonly published: number;
  readonly stages: Readonly<Partial<Record<ApplicationStatus, number>>>;
}

/** The furthest candidates come first: whoever waits for an offer is lost soonest. */
export function nextStep(wanted: { readonly status: RequisitionStatus; readonly positions: number }, hiring: HiringOf): NextStep {
  const { stages } = hiring;
  switch (wanted.status) {
    case 'draft':
      return 'ask';
    case 'approval':
      return 'decide';
    case 'on_hold':
      return 'go-on';
    case 'approved':
      if ((stages.hired ?? 0) >= wanted.positions) return 'fill';
      if (stages.offer) return 'offer';
      if (stages.interview) return 'judge';
      if (stages.shortlisted) return 'interview';
      if (stages.received || stages.screening) return 'screen';
      if (hiring.postings === 0) return 'post';
      return hiring.published === 0 ? 'publish' : 'wait';
    default:
      return null;
  }
}
