import type { Snooze } from '../task-rules.ts';

/** What is done to all that match; taking from colleagues what they have is none of it, nor is what undoes something. */
export const everyMoves = ['take', 'give', 'put-off'] as const;
export interface EveryWish {
  readonly move: (typeof everyMoves)[number];
  readonly snooze: Snooze;
  /** To whom it is given; a user's id. */
  readonly to: string | null;
}

/** As many are done with one press. */
export const mostAtOnce = 100;
