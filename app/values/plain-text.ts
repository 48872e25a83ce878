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

/** The version that a form was made from; -1, which nothing has, for what is no version. */
export function plainVersion(typed: unknown): number {
  return typeof typed === 'string' && /^\d{1,9}$/.test(typed) ? Number(typed) : -1;
}
