import { dayMs, hourMs, minuteMs, type Instant } from '#app/values/dates.ts';
import { foldText } from '#app/values/fold-text.ts';

/** How long a field stays open for whoever gave a reason. */
export const revealMs = 10 * minuteMs;
/** How long staff may look at the shop as a traveller. */
export const visitMs = 15 * minuteMs;
export const undoDays = 30;
export const undoMs = undoDays * dayMs;
/** A visit page must not be kept open over a working day by reloading: this many in an hour and no more. */
export const mostVisitsPerHour = { name: 'customer:visits', most: 12, perMs: hourMs } as const;

/** The first letter and the domain: enough to tell two people apart. */
export function maskedEmail(email: string): string {
  return email.replace(/^(.).*(@.*)$/u, '$1…$2');
}

/** The country's code is not hidden where it can be told apart, nor the last two digits: "+971 ••••• 67". */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '');
  return digits.length < 7 ? '•••••' : `${digits.slice(0, 4)} ••••• ${digits.slice(-2)}`;
}

/** The words of a name as a search compares them; a word of one letter finds nobody. */
export function wordsOfName(name: string): string[] {
  return [
    ...new Set(
      foldText(name)
        .split(' ')
        .filter((word) => word.length > 1),
    ),
  ];
}

/** Digits alone, with the country's code: as two notations of one number are the same. */
export function phoneKey(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^00/, '');
}

/** Whether a merge can still be taken back. */
export function mayUndo(merge: { readonly undoUntil: Date; readonly undoneAt: Date | null }, now: Instant): boolean {
  return merge.undoneAt === null && merge.undoUntil.getTime() > now;
}
