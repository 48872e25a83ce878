import { hourMs, minuteMs } from '#app/values/dates.ts';

/** How long before its limit somebody is reminded of what they have not paid yet. */
const marksMs = [24 * hourMs, 6 * hourMs, hourMs];

/** A reminder is named by the minute at which it is due: of one limit each is told once, and another limit has its own. */
const versionOf = (at: number) => Math.floor(at / minuteMs);

/** Those that lie ahead. One that is due within minutes of the mail that named the limit would only repeat it. */
export function remindersAhead(until: number, now: number): { readonly at: number; readonly version: number }[] {
  return marksMs
    .map((before) => until - before)
    .filter((at) => at > now + 10 * minuteMs)
    .map((at) => ({ at, version: versionOf(at) }));
}

/** When a reminder of this limit is due; null for one of another limit. */
export function reminderAt(until: number, version: number): number | null {
  return marksMs.map((before) => until - before).find((at) => versionOf(at) === version) ?? null;
}

/** States in which an order waits for its payment. Whoever asks what letting go would mean has not let go. */
const waiting: readonly string[] = ['held', 'price_changed', 'payment_pending', 'cancel_quoted'];

export function isReminded(status: string): boolean {
  return waiting.includes(status);
}
