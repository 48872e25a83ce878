import { expect, it } from 'vitest';
import { everything, onlyNecessary, parseConsent, readChoice, signalsOf } from './consent.ts';

it('reads back exactly what it stores', () => {
  for (const choice of [everything, onlyNecessary, { ...onlyNecessary, marketing: true }])
    expect(parseConsent(JSON.stringify(choice))).toEqual(choice);
});

it.each([
  null,
  '',
  'yes',
  '{}',
  '[]',
  '{"necessary":false,"analytics":true,"marketing":true,"personalization":true}',
  '{"necessary":true}',
])('takes %j for no choice at all', (text) => expect(parseConsent(text)).toBeNull());

it('takes a switch that was not sent for off', () => {
  const form = new FormData();
  form.set('analytics', 'on');
  form.set('marketing', 'true');
  expect(readChoice(form)).toEqual({ necessary: true, analytics: true, marketing: false, personalization: false });
});

it('tells marketing as ad storage', () => {
  expect(signalsOf({ ...onlyNecessary, marketing: true })).toEqual({
    analytics_storage: 'denied',
    ad_storage: 'granted',
    personalization_storage: 'denied',
  });
});
