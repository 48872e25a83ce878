import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** A form that was refused because of what happened meanwhile is read beside what stands there now. */
export function reloadOvertaken({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}
