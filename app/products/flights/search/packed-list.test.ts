import { expect, it } from 'vitest';
import { packList, unpackList } from './packed-list.ts';
import type { ResultsList } from './results-view.ts';

const list = (name: string): ResultsList => ({
  asked: 1,
  answered: 1,
  failed: 0,
  found: 2,
  matching: 2,
  tabs: [],
  cards: [],
  compared: [],
  page: 1,
  pages: 1,
  facets: { stops: [], airlines: [], alliances: [], from: [], to: [], via: [], aircraft: [], checkedBag: 0, refundable: 0, changeable: 0 },
  bars: null,
  relax: [],
  names: { CODE: name },
});

it.each([['Xi\u2019an'], ["Xi'an"], ['"Quoted"'], [`Both ' and "`], ['Back\\slash \\" and \\\''], ['']])(
  'gives back what was packed, %s included',
  (name) => {
    const packed = packList(list(name));
    expect(unpackList(packed)).toEqual(list(name));
    // In the browser, where nothing was packed.
    for (let other = 0; other < 20; other += 1) packList(list(`other ${other}`));
    expect(unpackList(packed)).toEqual(list(name));
  },
);

it('holds no double quote where its words hold no quote', () => {
  expect(packList(list('London'))).not.toContain('"');
});
