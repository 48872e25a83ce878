import { assistedMachine, caseEvents, overStates, type CaseEvent, type CaseState } from '../assisted-status.ts';
import { isHome, type PassportPlace } from '../custody-rules.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { caseActions, type CaseAction } from './case-work.ts';

/** What the rules look at; nothing of the traveller. */
export interface CaseFacts {
  readonly status: CaseState;
  readonly package: 'check' | 'full' | 'vip';
  readonly orderStatus: string;
  /** Its buyer took money back before, and no colleague has looked at this order yet. */
  readonly checkOpen: boolean;
  readonly passport: PassportPlace;
  /** The mission keeps passports. */
  readonly kept: boolean;
  readonly officer: string | null;
  readonly papersMissing: number;
  readonly asked: boolean;
  readonly outcome: 'granted' | 'refused' | null;
  /** Null before the sticker was read. */
  readonly stickerDiffers: number | null;
  readonly handoverOpen: boolean;
}

export type ActionLock =
  | 'order-not-open'
  | 'payment-check'
  | 'nobody-has-it'
  | 'same-person'
  | 'papers-missing'
  | 'still-asked'
  | 'only-check'
  | 'not-only-check'
  | 'passport-elsewhere'
  | 'passport-first'
  | 'sticker-unread'
  | 'sticker-differs'
  | 'handover-open'
  | 'not-kept'
  | 'kept';

/** Where the passport must be for a step that moves it, or takes it for granted. */
const placesFor: Partial<Readonly<Record<CaseAction, readonly PassportPlace[]>>> = {
  collect: ['at_centre', 'at_mission', 'ready_for_collection'],
  dispatch: ['with_us_return'],
  // At our counter, or at the door by the runner who has it.
  'hand-over': ['with_us_return', 'with_runner'],
  deliver: ['with_courier'],
  'come-back': ['with_courier'],
};

/** Steps that somebody outside takes us at our word for: an appointment, a file handed in. */
const bindingSteps: readonly CaseAction[] = ['hand-over-file', 'book', 'lodge'];

/** What a state offers to staff, whether it is open just now or not. */
function offered(status: CaseState): readonly CaseAction[] {
  const moves: readonly CaseEvent[] = movesFrom(assistedMachine, status, 'staff');
  return caseActions.filter((action) => {
    if ((caseEvents as readonly string[]).includes(action)) return moves.includes(action as CaseEvent);
    if (action === 'claim') return !overStates.includes(status);
    if (action === 'ask') return status === 'opened';
    if (action === 'attempt') return status === 'appointment_searching';
    // Whatever became of the case since: who was refused needs the letter for the next application.
    if (action === 'add-refusal') return true;
    return action === 'read-sticker' && (status === 'decision_received' || status === 'passport_with_us');
  });
}

/** Every step of the state for one officer; `locked` says why one is not open, null when it is. */
export function actionsFor(
  facts: CaseFacts,
  staffId: string,
): readonly { readonly action: CaseAction; readonly locked: ActionLock | null }[] {
  return offered(facts.status)
    .filter((action) => !(action === 'claim' && facts.officer === staffId))
    .filter((action) => !(action === 'read-sticker' && facts.outcome !== 'granted'))
    .filter((action) => !(action === 'add-refusal' && facts.outcome !== 'refused'))
    .map((action) => ({ action, locked: lockOf(action, facts, staffId) }));
}

/** Steps that a card of the board takes: those that ask for nothing more and end nothing. */
const boardSteps: readonly CaseAction[] = ['claim', 'confirm-file', 'hunt', 'hunt-again', 'answer-extra'];

/** What a card offers by what its row says; the papers are judged when it is pressed. */
export const boardMoves = (
  row: Pick<CaseFacts, 'status' | 'package' | 'orderStatus' | 'passport' | 'officer' | 'outcome'>,
  staffId: string,
): readonly CaseAction[] =>
  actionsFor({ ...row, checkOpen: false, kept: true, papersMissing: 0, asked: false, stickerDiffers: null, handoverOpen: false }, staffId)
    .filter(({ action, locked }) => locked === null && boardSteps.includes(action))
    .map(({ action }) => action);

export function lockOf(action: CaseAction, facts: CaseFacts, staffId: string): ActionLock | null {
  if (action === 'claim' || action === 'add-refusal') return null;
  // While its holder thinks about taking everything back, nothing is done that could not be taken back.
  if (facts.orderStatus !== 'accepted') return 'order-not-open';
  if (facts.officer === null && action !== 'withdraw') return 'nobody-has-it';
  if (facts.checkOpen && bindingSteps.includes(action)) return 'payment-check';
  if (facts.handoverOpen && action in placesFor) return 'handover-open';
  const places = placesFor[action];
  if (places && !places.includes(facts.passport)) return 'passport-elsewhere';
  switch (action) {
    case 'confirm-file':
      if (facts.papersMissing > 0) return 'papers-missing';
      if (facts.asked) return 'still-asked';
      return facts.officer === staffId ? 'same-person' : null;
    case 'hand-over-file':
      return facts.package === 'check' ? null : 'not-only-check';
    case 'hunt':
      return facts.package === 'check' ? 'only-check' : null;
    case 'lodge':
      if (!facts.kept) return null;
      return ['with_applicant', 'with_runner', 'at_centre', 'at_mission'].includes(facts.passport) ? null : 'passport-elsewhere';
    case 'collect':
      return facts.kept ? null : 'not-kept';
    case 'close-decision':
      if (facts.kept && !isHome(facts.passport)) return 'kept';
      return isHome(facts.passport) ? null : 'passport-first';
    case 'dispatch':
    case 'hand-over':
      if (facts.outcome !== 'granted') return null;
      if (facts.stickerDiffers === null) return 'sticker-unread';
      return facts.stickerDiffers > 0 ? 'sticker-differs' : null;
    case 'withdraw':
      return isHome(facts.passport) ? null : 'passport-first';
    default:
      return null;
  }
}
