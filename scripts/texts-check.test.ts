import { expect, it } from 'vitest';
import { readCatalogues, textFaults } from './texts-check.ts';

const complete = {
  en: { trip: { title: 'Your trip', bags_one: '{{count}} bag', bags_other: '{{count}} bags' } },
  ar: {
    trip: {
      title: 'رحلتك',
      bags_zero: 'بلا حقائب',
      bags_one: 'حقيبة',
      bags_two: 'حقيبتان',
      bags_few: '{{count}} حقائب',
      bags_many: '{{count}} حقيبة',
      bags_other: '{{count}} حقيبة',
    },
  },
  tl: { trip: { title: 'Biyahe mo', bags_one: '{{count}} bagahe', bags_other: '{{count}} na bagahe' } },
  es: { trip: { title: 'Tu viaje', bags_one: '{{count}} maleta', bags_other: '{{count}} maletas' } },
  pt: { trip: { title: 'Sua viagem', bags_one: '{{count}} mala', bags_other: '{{count}} malas' } },
};

it('has every text of every page in all five languages', () => {
  expect(textFaults(readCatalogues('app/catalogues'))).toEqual([]);
});

it('finds nothing wrong with complete catalogues', () => {
  expect(textFaults(complete)).toEqual([]);
});

it.each([
  ['a missing catalogue', { ...complete, pt: {} }, 'pt/trip: there is no such catalogue'],
  ['a missing key', { ...complete, es: { trip: { ...complete.es.trip, title: undefined } } }, 'es/trip: title is missing'],
  ['a key that English lacks', { ...complete, es: { trip: { ...complete.es.trip, more: 'más' } } }, 'es/trip: more is not in English'],
  [
    'a value left in English',
    { ...complete, tl: { trip: { ...complete.tl.trip, title: 'Your trip' } } },
    'tl/trip: title is still English: "Your trip"',
  ],
  [
    'a missing Arabic plural form',
    { ...complete, ar: { trip: { ...complete.ar.trip, bags_few: undefined } } },
    'ar/trip: bags has no form for "few"',
  ],
  [
    'a variable that English has not',
    { ...complete, pt: { trip: { ...complete.pt.trip, bags_other: '{{bags}} malas' } } },
    'pt/trip: bags_other has a variable that English has not',
  ],
  [
    'another variable',
    { ...complete, pt: { trip: { ...complete.pt.trip, title: '{{name}} viaja' } } },
    'pt/trip: title has the variables "name", English has ""',
  ],
  ['an empty text', { ...complete, es: { trip: { ...complete.es.trip, title: ' ' } } }, 'es/trip: title is empty or has a blank at an end'],
])('finds %s', (_name, catalogues, fault) => {
  expect(textFaults(catalogues)).toEqual([fault]);
});
