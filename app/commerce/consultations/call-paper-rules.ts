import type { ConsultationTopic } from './consultation-kinds.ts';
import type { ConsultationStatus } from './consultation-status.ts';

/** What somebody sends for an officer to read before they talk. */
export const callPaperKinds = ['refusal', 'form', 'funds', 'other'] as const;
export type CallPaperKind = (typeof callPaperKinds)[number];

export const mostCallPapers = 6;
/** Days that papers are kept after their call is over. */
export const callPaperDays = 30;
/** Days after which papers go though nobody ever said how the call went: longer than any call can lie ahead. */
export const longestPaperDays = 150;

/** Whether a call still takes papers: not when it is over, and its papers wait to go. */
export function takesPapers(status: ConsultationStatus): boolean {
  return status !== 'completed' && status !== 'cancelled';
}

/** The kind that is offered first. */
export function usualPaper(topic: ConsultationTopic): CallPaperKind {
  return topic === 'refused' ? 'refusal' : topic === 'e-visa' || topic === 'assisted-visa' ? 'form' : 'other';
}
