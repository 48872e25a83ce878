import { guessedFirst } from './guessed-first.ts';

/** What a password must be; the same words stand beside the field from the start. Length does more than odd signs. */
export const passwordRules = ['length', 'common', 'own'] as const;
export type PasswordRule = (typeof passwordRules)[number];

export const shortestPassword = 10;
export const longestPassword = 128;

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Signs that guessing programs also try for a letter. */
const stoodFor: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const unmasked = (text: string) => plain(text.toLowerCase().replace(/[013457@$!]/g, (sign) => stoodFor[sign] ?? sign));

const longestFirst = [...guessedFirst].sort((a, b) => b.length - a.length);

/** Whether little is left of a password when the words that everyone tries are taken away, and years and digits around them. */
function isCommon(password: string): boolean {
  const folded = plain(password);
  if (new Set(folded).size < 5 || isRun(folded)) return true;
  return [folded, unmasked(password)].some((text) => {
    const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), text).replaceAll(' ', '');
    return rest !== text && rest.replace(/^\d+|\d+$/g, '').length < 6;
  });
}

/** The rules a password breaks, for the person it belongs to; `known` are those that everybody can read. */
export function brokenPasswordRules(
  password: string,
  person: { email: string; firstName: string; lastName: string },
  known: readonly string[] = [],
): PasswordRule[] {
  const broken: PasswordRule[] = [];
  const length = [...password].length;
  if (length < shortestPassword || length > longestPassword) broken.push('length');
  const folded = plain(password);
  if (known.includes(password) || isCommon(password)) broken.push('common');
  const own = [person.email.split('@')[0] ?? '', person.firstName, person.lastName].map(plain).filter((part) => part.length >= 3);
  if (own.some((part) => folded.replaceAll(part, '').length < 6 && folded.includes(part))) broken.push('own');
  return broken;
}

export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

/** A word for how long a password would withstand guessing: by its length, and by how many kinds of signs it mixes. */
export function passwordStrength(password: string, person: { email: string; firstName: string; lastName: string }): PasswordStrength {
  if (brokenPasswordRules(password, person).length > 0) return 'weak';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u, /\p{Lo}/u].filter((kind) => kind.test(password)).length;
  const worth = new Set(password.toLowerCase()).size + [...password].length / 2 + kinds * 2;
  return worth >= 27 ? 'strong' : worth >= 21 ? 'good' : 'fair';
}

/** abcdefghij, 9876543210: each sign the neighbour of the one before. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, index) => sign.charCodeAt(0) - text.charCodeAt(index));
  return steps.length > 0 && (steps.every((step) => step === 1) || steps.every((step) => step === -1));
}
