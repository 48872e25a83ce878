import { dayMs, type Instant } from '#app/values/dates.ts';
import type { InquiryKind } from './inquiry-kinds.ts';
import type { InquiryEvent, InquiryNote, InquiryStatus } from './inquiry-status.ts';

/** Days of silence after our answer before we ask once whether it arrived, and after that before the inquiry ends. */
export const remindAfterDays = 5;
export const closeAfterDays = 7;
/** What nobody followed up for so long ends without a word: a reminder now would only puzzle. */
const forgottenDays = 30;

/** What somebody may still want to buy. A question about a booking, of the press or of anything else is answered, not followed. */
export const followedKinds: readonly InquiryKind[] = [
  'holiday',
  'experience',
  'staycation',
  'flight',
  'flight-group',
  'e-visa',
  'visa-assistance',
];
/** A proposal has its own last day, and who was put off is left alone until their time. */
export const followedStates: readonly InquiryStatus[] = ['contacted', 'qualified'];

/** What moves nothing between the two of us: it neither breaks a silence nor begins one. */
export const quietNotes: readonly InquiryNote[] = ['assign', 'needs', 'take-in'];

export interface Silence {
  /** What was said or done last. */
  readonly last: InquiryEvent | InquiryNote;
  readonly since: Instant;
  /** Their address does not want to be reminded. */
  readonly unasked: boolean;
}

/** What is due for an inquiry that was answered in writing; null: nothing yet, or not by us. */
export function followUpOf({ last, since, unasked }: Silence, now: Instant): 'remind' | 'close' | null {
  const days = Math.floor((now - since) / dayMs);
  if (last === 'answer' && unasked) return days >= remindAfterDays + closeAfterDays ? 'close' : null;
  if (last === 'answer') return days > forgottenDays ? 'close' : days >= remindAfterDays ? 'remind' : null;
  return last === 'remind' && days >= closeAfterDays ? 'close' : null;
}
