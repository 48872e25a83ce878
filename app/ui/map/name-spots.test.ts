import { expect, it } from 'vitest';
import { nameSpots } from './name-spots.ts';

it('writes a name beside its point, and turns it inwards near an edge', () => {
  expect(
    nameSpots(
      [
        [300, 200],
        [590, 100],
      ],
      ['Dubai', 'Muscat'],
    ),
  ).toEqual([
    { x: 313, y: 206, anchor: 'start' },
    { x: 577, y: 106, anchor: 'end' },
  ]);
});

it('leaves out a name that would cover another one', () => {
  const crowd = Array.from({ length: 12 }, (_, index): [number, number] => [300 + (index % 4) * 12, 200 + Math.floor(index / 4) * 12]);
  const spots = nameSpots(
    crowd,
    crowd.map((_, index) => `A long name ${index}`),
  );
  expect(spots.some((spot) => spot === null)).toBe(true);
  expect(spots.some((spot) => spot !== null)).toBe(true);
});
