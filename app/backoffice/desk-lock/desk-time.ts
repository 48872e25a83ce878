/** What an open page of the desk is told of its session: whose it is, how many seconds are left, and what ends it. */
export type DeskTime =
  | { readonly userId: string; readonly seconds: number; readonly ends: 'idle' | 'day' }
  /** It is over. */
  | { readonly userId: null };

/** What signing in again asks for next. */
export type DeskAnswer =
  | { readonly step: 'open' }
  | { readonly step: 'password' | 'code'; readonly wrong: 'missing' | 'check' | 'fault' | null }
  | { readonly step: 'password' | 'code'; readonly wrong: 'wait'; readonly minutes: number };

/** From here on the page says that it will lock. */
const warnSeconds = 120;
/** Whoever works is kept for as long as they do; said to the server no oftener than it writes it down. */
const keepBelowSeconds = 28 * 60;

export type DeskState = 'open' | 'warned' | 'locked' | 'elsewhere';

/**
 * What the page does of what it was told: whoever it was drawn for goes on, is warned or signs in again; a page of one person
 * under the session of another begins anew.
 */
export function deskState(time: DeskTime, me: string): DeskState {
  if (time.userId === null) return 'locked';
  if (time.userId !== me) return 'elsewhere';
  return time.seconds <= warnSeconds ? 'warned' : 'open';
}

/** Whether the session is to be kept for somebody who worked since it was last asked. The end of a day is no matter of work. */
export function isToKeep(time: DeskTime, worked: boolean): boolean {
  return worked && time.userId !== null && time.ends === 'idle' && time.seconds < keepBelowSeconds;
}
