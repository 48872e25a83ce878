import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { HeldAnswer } from '../take-answer-form.server.ts';
import type { TripAnswer } from '../take-trip-form.server.ts';

/** Of the two forms of an application that can come back, the one that did. */
export function answersOf(answer: HeldAnswer | TripAnswer | undefined): {
  readonly held: HeldAnswer | null;
  readonly trip: TripAnswer | null;
} {
  if (!answer) return { held: null, trip: null };
  return 'missing' in answer ? { held: answer, trip: null } : { held: null, trip: answer };
}

/** A page whose form came back is loaded anew: papers that were taken with it are there. */
export function reloadHeld({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 422 || defaultShouldRevalidate;
}
