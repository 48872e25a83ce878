import type { CaseEvent } from '../assisted-status.ts';
import type { Sticker } from '../assisted-store.server.ts';
import type { RequestItem } from '../../evisa/evisa.tables.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { PassportCondition } from '../custody-rules.ts';

/** One thing an officer does with a case. Events of the machine, and work that leaves the state as it is. */
export type CaseWork =
  | { readonly do: 'claim' }
  | { readonly do: 'confirm-file' | 'hand-over-file' | 'hunt' | 'hunt-again' | 'miss' | 'answer-extra' | 'close-decision' }
  | { readonly do: 'ask' | 'ask-extra'; readonly items: readonly RequestItem[]; readonly words: string }
  | { readonly do: 'attempt'; readonly outcome: 'nothing' | 'seen' | 'lost'; readonly firstFree: CalendarDate | null }
  | { readonly do: 'book'; readonly at: string; readonly reference: string; readonly letter: Uint8Array | null }
  | { readonly do: 'give-up-slot' }
  | { readonly do: 'attend'; readonly biometricsOn: CalendarDate | null }
  | { readonly do: 'lodge'; readonly reference: string; readonly condition: PassportCondition }
  /** `letter`: what the mission wrote of its refusal, where it did. */
  | { readonly do: 'decide'; readonly outcome: 'granted' | 'refused'; readonly letter?: Uint8Array | null }
  /** The letter of a refusal that came later, in the place of one before it. */
  | { readonly do: 'add-refusal'; readonly letter: Uint8Array | null }
  | { readonly do: 'collect'; readonly seal: string; readonly spot: string; readonly condition: PassportCondition; readonly proof: string }
  | { readonly do: 'read-sticker'; readonly sticker: Sticker; readonly photo: Uint8Array | null }
  | { readonly do: 'dispatch'; readonly tracking: string; readonly insured: number; readonly condition: PassportCondition }
  | { readonly do: 'come-back'; readonly seal: string; readonly spot: string; readonly condition: PassportCondition }
  | { readonly do: 'hand-over' | 'deliver'; readonly proof: string; readonly condition: PassportCondition };

/** Work beside the machine, by the states in which it makes sense. */
export const sideWork = ['claim', 'ask', 'attempt', 'read-sticker', 'add-refusal'] as const;

/** The order in which the desk offers what can be done: what leads on first. */
export const caseActions = [
  'claim',
  'confirm-file',
  'hand-over-file',
  'hunt',
  'hunt-again',
  'book',
  'attend',
  'lodge',
  'answer-extra',
  'decide',
  'collect',
  'read-sticker',
  'dispatch',
  'deliver',
  'hand-over',
  'close-decision',
  'add-refusal',
  'attempt',
  'ask',
  'ask-extra',
  'miss',
  'give-up-slot',
  'come-back',
  'withdraw',
] as const satisfies readonly (CaseEvent | (typeof sideWork)[number])[];
export type CaseAction = (typeof caseActions)[number];
