import { expect, it } from 'vitest';
import { flightThing, readFavorite, readFavoriteList, readFlightThing } from './favorite-rules.ts';

it('writes a route with its dates as one id and reads it back', () => {
  const thing = flightThing('DXB', 'LHR', '2027-03-09', '2027-03-16');
  expect(readFlightThing(thing)).toEqual({ from: 'DXB', to: 'LHR', departs: '2027-03-09', returns: '2027-03-16' });
  expect(readFlightThing(flightThing('DXB', 'MNL', '2027-03-09', null))?.returns).toBeNull();
});

it.each(['DXB-DXB-2027-03-09', 'DXB-LHR-2027-03-09-2027-03-08'])('knows %s for no journey', (thing) => {
  expect(readFlightThing(thing)).toBeNull();
});

it.each([
  null,
  'tour',
  { kind: 'car', thing: 'a', title: 'A' },
  { kind: 'tour', thing: '../admin', title: 'A' },
  { kind: 'tour', thing: 'a', title: ' \u202e ' },
  { kind: 'flight', thing: 'DXB-LHR-2027-02-30', title: 'A' },
  { kind: 'tour', thing: 'a'.repeat(121), title: 'A' },
  { kind: 'evisa', thing: 'india', title: 'A' },
  { kind: 'assisted', thing: 'fr', title: 'A' },
])('takes %j for nothing of ours', (given) => {
  expect(readFavorite(given)).toBeNull();
});

it('takes directional overrides out of a title', () => {
  expect(readFavorite({ kind: 'tour', thing: 'best-of-italy', title: 'Best\u202e of Italy' })?.title).toBe('Best of Italy');
});

it.each([null, '', 'no json', '{}', `[${'1,'.repeat(60_000)}1]`])('reads a broken list as an empty one', (text) => {
  expect(readFavoriteList(text)).toEqual([]);
});

it('keeps what is right of a list, each thing once', () => {
  const tour = { kind: 'tour', thing: 'best-of-italy', title: 'Best of Italy' };
  expect(readFavoriteList(JSON.stringify([tour, { kind: 'x' }, tour]))).toEqual([tour]);
});

it('keeps a price of whole fils within reason to compare with, and of anything else only the thing', () => {
  const tour = { kind: 'tour', thing: 'best-of-italy', title: 'Best of Italy' };
  expect(readFavorite({ ...tour, price: 399_000 })).toEqual({ ...tour, price: 399_000 });
  for (const price of [0, -1, 1.5, NaN, Infinity, 100_000_001, '399000', null, { amount: 1 }, [1]])
    expect(readFavorite({ ...tour, price })).toEqual(tour);
});
