import { expect, it } from 'vitest';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { faultOf } from './mail-cause.ts';

it.each([
  ['ETIMEDOUT', 'timeout'],
  ['ESOCKETTIMEDOUT', 'timeout'],
  ['ECONNREFUSED', 'unreachable'],
  ['ECONNECTION', 'unreachable'],
  ['ESOCKET', 'unreachable'],
  ['EDNS', 'no-such-server'],
  ['EAUTH', 'login'],
  ['535', 'login'],
  ['ETLS', 'insecure'],
  ['CERT_HAS_EXPIRED', 'insecure'],
  ['EENVELOPE', 'address'],
  ['421', 'later'],
  ['554', 'refused'],
  ['EMESSAGE', 'other'],
])('knows what %s means, in every language of the desk', (code, fault) => {
  expect(faultOf(code)).toBe(fault);
  const words = languageCodes.map((language) => textsFor(language).of('staff-mails')(`fault.${fault}`));
  expect(new Set(words).size).toBe(languageCodes.length);
  expect(words.join(' ')).not.toContain('fault.');
});

it.each(['hard-bounce', 'quiet-hours', 'unknown'])('leaves the house’s own word %s as it is', (cause) => {
  expect(faultOf(cause)).toBeNull();
});
