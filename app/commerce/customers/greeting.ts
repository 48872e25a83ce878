/** What the next page says once: carried by a short-lived cookie from the action that did the work. */
export const greetingCookie = 'rihla-greeting';

export type Greeting = 'signed-in' | 'account-created';

export function isGreeting(value: unknown): value is Greeting {
  return value === 'signed-in' || value === 'account-created';
}
