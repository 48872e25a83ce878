import { expect, it } from 'vitest';
import { passportChoiceText, readPassportChoice } from './passport-choice.ts';

it.each([
  { nationality: 'JO', residence: 'AE' },
  { nationality: 'PH', residence: null },
  { nationality: null, residence: 'SA' },
])('reads back what it wrote: %j', (choice) => {
  expect(readPassportChoice(passportChoiceText(choice))).toEqual(choice);
});

it.each([null, '', '.', 'JO', 'jo.ae', 'JO.AE.PH', 'JO.<b>', ' JO.AE'])('takes %j for no choice', (value) => {
  expect(readPassportChoice(value)).toBeNull();
});
