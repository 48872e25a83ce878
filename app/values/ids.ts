import { plainDigits } from './plain-digits.ts';

/** Crockford's alphabet: no I, L, O or U, so a reference survives a phone call. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A spoken reference such as 7K2M9-4QX3D: ten characters of five random bits, 50 bits in all. */
export function referenceFrom(random: Uint8Array): string {
  if (random.length < 10) throw new RangeError('A reference takes ten random bytes');
  let text = '';
  for (let index = 0; index < 10; index += 1) {
    if (index === 5) text += '-';
    text += alphabet[random[index]! & 31];
  }
  return text;
}

const spoken = (typed: string) =>
  plainDigits(typed)
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** What people type for a reference: any case, spaces, any dash or none, digits of any keyboard, O for 0, I and L for 1. Null when it cannot be one. */
export function parseReference(typed: string): string | null {
  const plain = spoken(typed);
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(plain)) return null;
  return `${plain.slice(0, 5)}-${plain.slice(5)}`;
}

/** The beginning of a reference as far as it was typed, dash included; null when none begins so. */
export function parseReferenceStart(typed: string): string | null {
  const plain = spoken(typed);
  if (!/^[0-9A-HJKMNP-TV-Z]{1,10}$/.test(plain)) return null;
  return plain.length > 5 ? `${plain.slice(0, 5)}-${plain.slice(5)}` : plain;
}

/** Whether a text from an address can be the id of a catalogue item at all: a slug such as `best-of-italy`. */
export function isSlug(text: string): boolean {
  return text.length <= 60 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}
