/** What a password must be; the same words stand beside the field from the start. Length does more than odd signs. */
export const passwordRules = ['length', 'common', 'own'] as const;
export type PasswordRule = (typeof passwordRules)[number];

export const shortestPassword = 10;
export const longestPassword = 128;

/** Beginnings and keyboard walks that every guessing list tries first. */
const common = [
  'password',
  'passw0rd',
  'qwerty',
  'azerty',
  'asdfgh',
  'zxcvbn',
  '1q2w3e',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'abc123',
  '123456',
  '654321',
  '111111',
  '000000',
];

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The rules a password breaks, for the person it belongs to. */
export function brokenPasswordRules(password: string, person: { email: string; firstName: string; lastName: string }): PasswordRule[] {
  const broken: PasswordRule[] = [];
  const length = [...password].length;
  if (length < shortestPassword || length > longestPassword) broken.push('length');
  const folded = plain(password);
  // What is left of a guess when its common part is gone must still carry the password.
  const rest = common.reduce((text, word) => text.replaceAll(word, ''), folded);
  if (new Set(folded).size < 5 || (rest.length < 6 && rest !== folded) || isRun(folded)) broken.push('common');
  const own = [person.email.split('@')[0] ?? '', person.firstName, person.lastName].map(plain).filter((part) => part.length >= 3);
  if (own.some((part) => folded.replaceAll(part, '').length < 6 && folded.includes(part))) broken.push('own');
  return broken;
}

/** abcdefghij, 9876543210: each sign the neighbour of the one before. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, index) => sign.charCodeAt(0) - text.charCodeAt(index));
  return steps.length > 0 && (steps.every((step) => step === 1) || steps.every((step) => step === -1));
}
