import { describe, expect, it } from 'vitest';
import { brokenPasswordRules, passwordStrength } from './password-rules.ts';

const layla = { email: 'layla.haddad@example.com', firstName: 'Layla', lastName: 'Haddad' };
const broken = (password: string) => brokenPasswordRules(password, layla);

it.each([
  'camels walk at dawn',
  'Rihla-demo-2026',
  'كثبان رملية عند الفجر',
  'x7#Kq!9vTz',
  'password of my two camels',
  'dubai creek abra ride at six',
])('accepts %s', (password) => {
  expect(broken(password)).toEqual([]);
});

it.each([
  ['nine char', 'length'],
  ['a'.repeat(129), 'length'],
  ['password123', 'common'],
  ['Passw0rd!!', 'common'],
  ['P@$$w0rd2026', 'common'],
  ['1234567890', 'common'],
  ['9876543210', 'common'],
  ['abcdefghijkl', 'common'],
  ['qwertyqwerty', 'common'],
  ['1q2w3e4r5t6y', 'common'],
  ['iloveyou2026', 'common'],
  ['mahalkita143', 'common'],
  ['Barcelona1899', 'common'],
  ['Bismillah786', 'common'],
  ['Summer2026!', 'common'],
  ['dubai-dubai-1', 'common'],
  ['aaaaaaaaaaaa', 'common'],
  ['ababababab', 'common'],
  ['layla.haddad', 'own'],
  ['Haddad-2026', 'own'],
] as const)('refuses %s by the rule "%s"', (password, rule) => {
  expect(broken(password)).toContain(rule);
});

describe('the word for its strength', () => {
  it.each([
    ['password123', 'weak'],
    ['short', 'weak'],
    ['mytwocamel', 'fair'],
    ['camels walk at', 'good'],
    ['camels walk at dawn, slowly', 'strong'],
    ['x7#Kq!9vTz', 'good'],
  ] as const)('of %s is %s', (password, strength) => {
    expect(passwordStrength(password, layla)).toBe(strength);
  });
});

it('takes no password that everybody can read in this house', () => {
  expect(brokenPasswordRules('Rihla-demo-2026', layla, ['Rihla-demo-2026'])).toEqual(['common']);
});
