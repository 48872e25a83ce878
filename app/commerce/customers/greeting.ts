/** What the next page says once: carried by a short-lived cookie from the action that did the work. */
export const greetingCookie = 'rihla-greeting';

const greetings = [
  'signed-in',
  'account-created',
  'email-confirmed',
  'password-changed',
  'password-chosen',
  'signed-out-everywhere',
  'account-deleted',
  'account-blocked',
] as const;
export type Greeting = (typeof greetings)[number];

export interface SaidOnce {
  readonly greeting: Greeting;
  /** Bookings made as a guest that were just joined to the account. */
  readonly joined: number;
}

export function greetingValue(greeting: Greeting, joined = 0): string {
  return joined > 0 ? `${greeting}+${joined}` : greeting;
}

/** Reads the cookie's text, which a browser may have changed. */
export function readGreeting(value: unknown): SaidOnce | null {
  const [, name, joined] = typeof value === 'string' ? (/^([a-z-]{1,30})(?:\+(\d{1,3}))?$/.exec(value) ?? []) : [];
  const greeting = greetings.find((each) => each === name);
  return greeting ? { greeting, joined: Number(joined ?? 0) } : null;
}
