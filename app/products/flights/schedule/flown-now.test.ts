import { expect, test } from 'vitest';
import { flownNow } from './flown-now.ts';
import { anOffer } from '../offer-testing.ts';
import type { Segment } from '../offer.ts';
import { sliceOf } from './schedule-rules.ts';

const out = anOffer().slices[0]!.segments[0]!;
const on: Segment = { ...out, flight: 'BA8', airline: 'BA', number: 8, from: 'LHR', to: 'MAN' };
const back: Segment = { ...out, flight: 'EK20', number: 20, from: 'MAN', to: 'DXB' };
const sold = [sliceOf([out, on]), sliceOf([back])];
const later = (segment: Segment): Segment => ({ ...segment, departs: { ...segment.departs, utc: '2026-12-05T05:45:00Z' } });
const changesOf = (...said: Parameters<typeof flownNow>) => flownNow(...said).flown.map(({ change }) => change);

test('only the flight that changed is told, with what was sold of it', () => {
  expect(changesOf(sold, null)).toEqual(['none', 'none', 'none']);
  const { flown, slices } = flownNow(sold, { slices: [sliceOf([out, later(on)]), sliceOf([back])], gone: [], flies: null, seatsLost: [] });
  expect(flown.map(({ change, position, sold: was }) => [change, position, was?.flight])).toEqual([
    ['none', 0, 'EK1'],
    ['moved', 1, 'BA8'],
    ['none', 2, 'EK20'],
  ]);
  expect(slices[0]!.segments[1]!.departs.utc).toBe('2026-12-05T05:45:00Z');
});

test('a number, an aircraft and lost seats are changes as well', () => {
  const other = { ...out, flight: 'EK9', number: 9 };
  expect(
    changesOf(sold, { slices: [sliceOf([other, on]), sliceOf([{ ...back, aircraft: '77W' }])], gone: [], flies: null, seatsLost: [1] }),
  ).toEqual(['moved', 'moved', 'moved']);
});

test('on another way no flight stands for one that was sold, and those after it keep their places', () => {
  const direct: Segment = { ...out, flight: 'EK17', number: 17, to: 'MAN' };
  const { flown } = flownNow(sold, { slices: [sliceOf([direct]), sliceOf([back])], gone: [], flies: null, seatsLost: [] });
  expect(flown.map(({ segment, change, position, sold: was }) => [segment.flight, change, position, was])).toEqual([
    ['EK17', 'moved', null, null],
    ['EK20', 'none', 2, back],
  ]);
});

test('what is flown no more is shown as it was sold', () => {
  const { flown, slices } = flownNow(sold, { slices: null, gone: [], flies: null, seatsLost: [] });
  expect(flown.map(({ change }) => change)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(slices).toEqual(sold);
});

test('one flight that is not flown takes its own direction, and no other', () => {
  expect(changesOf(sold, { slices: null, gone: [1], flies: null, seatsLost: [] })).toEqual(['cancelled', 'cancelled', 'none']);
  expect(changesOf(sold, { slices: null, gone: [2], flies: null, seatsLost: [] })).toEqual(['none', 'none', 'cancelled']);
});

test('what was said of the flights beside one that is not flown is said of them still', () => {
  const moved = [sliceOf([out, later(on)]), sliceOf([back])];
  const { flown, slices } = flownNow(sold, { slices: null, gone: [2], flies: moved, seatsLost: [] });
  expect(flown.map(({ change }) => change)).toEqual(['none', 'moved', 'cancelled']);
  expect(slices).toEqual([moved[0], sold[1]]);
});
