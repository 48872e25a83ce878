import { describe, expect, it, test } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { areLinked, isStillBooked, touchOf, type LinkedPart, type MovedEnd } from './linked-rules.ts';

const utc = (text: string) => Date.parse(`${text}:00Z`);
const part = (role: LinkedPart['role'], starts: string, ends: string, more: Partial<LinkedPart> = {}): LinkedPart => ({
  reference: 'other',
  role,
  from: calendarDate(starts.slice(0, 10)),
  until: calendarDate(ends.slice(0, 10)),
  countries: ['IT'],
  startsAt: utc(starts),
  endsAt: utc(ends),
  ...more,
});
const end = (kind: MovedEnd['kind'], was: string, now: string | null, country: string | null = 'IT'): MovedEnd => {
  const moment = (text: string) => ({ at: utc(text), day: calendarDate(text.slice(0, 10)) });
  return { kind, country, was: moment(was), now: now === null ? null : moment(now) };
};
const lands = (was: string, now: string | null, country: string | null = 'IT') => end('lands', was, now, country);
const leaves = (was: string, now: string | null, country: string | null = 'IT') => end('leaves', was, now, country);

const bed = part('sleeps', '2027-03-01T13:00', '2027-03-05T09:00');
const visa = part('opens', '2027-03-01T00:00', '2027-03-01T23:00');
const walk = part('visits', '2027-03-01T15:00', '2027-03-01T18:00');
const train = part('carries', '2027-03-01T18:00', '2027-03-01T20:00', { countries: [] });

describe('what a moved flight touches', () => {
  test.each([
    ['a bed for whose first night they come too late', bed, lands('2027-03-01T10:00', '2027-03-02T01:00'), 'first-night'],
    ['a bed that is booked from the day after they come', bed, lands('2027-03-01T10:00', '2027-02-28T22:00'), 'night-before'],
    ['a bed on the same day, later', bed, lands('2027-03-01T10:00', '2027-03-01T22:00'), null],
    ['a bed whose last night is lost', bed, leaves('2027-03-05T12:00', '2027-03-04T22:00'), 'last-night'],
    ['a bed that is booked until the day before they go', bed, leaves('2027-03-05T12:00', '2027-03-06T02:00'), 'night-after'],
    ['a bed in which they did not mean to sleep that night', bed, lands('2027-03-03T10:00', '2027-03-04T10:00'), null],
    ['a visa that was asked for from a later day', visa, lands('2027-03-01T10:00', '2027-02-28T22:00'), 'entry-before'],
    ['a visa that was asked for from an earlier day', visa, lands('2027-03-01T10:00', '2027-03-02T01:00'), 'entry-after'],
    ['a visa of days before those on which they come', visa, lands('2027-03-03T10:00', '2027-03-04T01:00'), null],
    ['a visa on the same day', visa, lands('2027-03-01T10:00', '2027-03-01T20:00'), null],
    ['a visa of a day that fits at last', visa, lands('2027-02-28T10:00', '2027-03-01T01:00'), null],
    ['a walk that begins before they are in town', walk, lands('2027-03-01T10:00', '2027-03-01T13:01'), 'begins-before'],
    ['a walk that they still reach', walk, lands('2027-03-01T10:00', '2027-03-01T13:00'), null],
    ['a walk that was too soon already', walk, lands('2027-03-01T16:00', '2027-03-01T17:00'), null],
    ['a walk that lasts until they should be at the airport', walk, leaves('2027-03-01T23:00', '2027-03-01T20:59'), 'ends-after'],
    ['a walk that is over in good time', walk, leaves('2027-03-01T23:00', '2027-03-01T21:00'), null],
    ['another journey that leaves too soon after', train, lands('2027-03-01T10:00', '2027-03-01T16:01', 'FR'), 'begins-before'],
  ] as const)('%s', (_, other, moved, touch) => {
    expect(touchOf(other, [moved])).toBe(touch);
  });

  it('is nothing in another country, and everything without a country of its own', () => {
    const late = lands('2027-03-01T10:00', '2027-03-02T01:00', 'FR');
    expect(touchOf(bed, [late])).toBeNull();
    expect(touchOf(bed, [{ ...late, country: null }])).toBeNull();
    expect(touchOf({ ...bed, countries: [] }, [late])).toBe('first-night');
  });

  it('is all that a flight led to when it is not flown', () => {
    for (const other of [bed, visa, walk, train]) expect(touchOf(other, [lands('2027-03-01T10:00', null)])).toBe('no-flight');
    expect(touchOf(bed, [lands('2027-03-01T10:00', null, 'FR')])).toBeNull();
  });

  it('is nothing that was there before it: the evening before they leave, and where they are by the time it lands', () => {
    for (const other of [bed, walk, train]) expect(touchOf(other, [leaves('2027-03-05T12:00', null)])).toBeNull();
    for (const other of [bed, visa]) expect(touchOf(other, [lands('2027-03-02T10:00', null)])).toBeNull();
    for (const other of [walk, train]) expect(touchOf(other, [lands('2027-03-01T21:00', null)])).toBeNull();
  });
});

it('links what is of the same days, with a day on either side', () => {
  expect(areLinked(bed, part('visits', '2027-03-06T08:00', '2027-03-06T09:00'))).toBe(true);
  expect(areLinked(bed, part('visits', '2027-03-06T10:00', '2027-03-06T11:00'))).toBe(false);
  expect(areLinked(part('visits', '2027-02-28T10:00', '2027-02-28T13:00'), bed)).toBe(true);
  expect(areLinked(part('visits', '2027-02-28T10:00', '2027-02-28T12:00'), bed)).toBe(false);
});

it('counts what is placed and neither over nor ended', () => {
  const counted = ['held', 'paid', 'ticketed', 'confirmed', 'requested', 'accepted', 'cancel_quoted', 'schedule_change_pending'];
  const not = ['draft', 'expired', 'cancelled', 'refund_due', 'refunded', 'voided', 'closed', 'flown', 'completed'];
  expect(counted.filter((status) => !isStillBooked(status))).toEqual([]);
  expect(not.filter(isStillBooked)).toEqual([]);
});
