import { expect, it } from 'vitest';
import { brokenPasswordRules } from './password-rules.ts';

const layla = { email: 'layla.haddad@example.com', firstName: 'Layla', lastName: 'Haddad' };
const broken = (password: string) => brokenPasswordRules(password, layla);

it.each(['camels walk at dawn', 'Rihla-demo-2026', 'كثبان رملية عند الفجر', 'x7#Kq!9vTz', 'password of my two camels'])(
  'accepts %s',
  (password) => {
    expect(broken(password)).toEqual([]);
  },
);

it.each([
  ['nine char', 'length'],
  ['a'.repeat(129), 'length'],
  ['password123', 'common'],
  ['Passw0rd!!', 'common'],
  ['1234567890', 'common'],
  ['9876543210', 'common'],
  ['abcdefghijkl', 'common'],
  ['qwertyqwerty', 'common'],
  ['aaaaaaaaaaaa', 'common'],
  ['ababababab', 'common'],
  ['layla.haddad', 'own'],
  ['Haddad-2026', 'own'],
] as const)('refuses %s by the rule "%s"', (password, rule) => {
  expect(broken(password)).toContain(rule);
});
