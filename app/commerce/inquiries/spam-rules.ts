import { dayMs } from '#app/values/dates.ts';

/** Nobody reads a page, thinks and types this fast. */
const fastestMs = 3_000;
const mostLinks = 2;

/**
 * Whether a message looks sent by a machine: written too fast, from a page opened long ago, or full of links.
 * It is taken all the same; only fewer of its sort are taken in an hour.
 */
export function isSuspect(sent: { readonly openedMsAgo: number | null; readonly message: string }): boolean {
  if (sent.openedMsAgo === null || sent.openedMsAgo < fastestMs || sent.openedMsAgo > dayMs) return true;
  return (sent.message.match(/https?:\/\/|www\./gi) ?? []).length > mostLinks;
}
