import { expect, it } from 'vitest';
import { shareTraveller } from './twin-rules.ts';

const layla = { givenNames: 'LAYLA', surname: 'HADDAD' };

it.each([
  [[layla], [layla], true],
  [[layla], [{ givenNames: 'Láyla', surname: 'Had dad' }], true],
  [[{ givenNames: 'OMAR', surname: 'SAID' }, layla], [layla, { givenNames: 'NOOR', surname: 'HADDAD' }], true],
  [[layla], [{ givenNames: 'NOOR', surname: 'HADDAD' }], false],
  // What is a surname in one order and a given name in the other is another name.
  [[layla], [{ givenNames: 'HADDAD', surname: 'LAYLA' }], false],
  [[], [layla], false],
])('%j and %j have a traveller in common: %s', (ours, theirs, shared) => {
  expect(shareTraveller(ours, theirs)).toBe(shared);
});
