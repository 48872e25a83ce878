/** Controls, and signs that turn the direction of text around: never part of what people mean to say. */
const turning = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;

/** A field of a form as text that may be kept and shown: whole, composed, cut a little over `longest` so that too long stays visible. */
export function plainText(typed: unknown, longest: number): string {
  if (typeof typed !== 'string') return '';
  return typed
    .slice(0, longest + 500)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(turning, '')
    .trim();
}

/** The same on one line. */
export function plainLine(typed: unknown, longest = 200): string {
  return plainText(typed, longest).replace(/\s+/g, ' ');
}

/** What somebody calls a thing of their own, in one line and without signs that turn its neighbours; null when nothing is left or it is too long. */
export function plainName(typed: unknown, longest: number): string | null {
  if (typeof typed !== 'string') return null;
  const name = typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return name === '' || name.length > longest ? null : name;
}

/** The version that a form was made from; -1, which nothing has, for what is no version. */
export function plainVersion(typed: unknown): number {
  return typeof typed === 'string' && /^\d{1,9}$/.test(typed) ? Number(typed) : -1;
}
