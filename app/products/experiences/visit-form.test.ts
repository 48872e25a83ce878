import { describe, expect, it } from 'vitest';
import type { LocalTime } from '#app/values/local-time.ts';
import { someFacts } from './experience-testing.ts';
import { usualOptions } from './slot-rules.ts';
import { readVisit } from './visit-form.ts';

const now = '2026-11-23T11:42' as LocalTime;
const facts = someFacts({ startTimes: ['09:00', '15:00'], capacity: 6 });
const visit = (query: string) => readVisit(new URLSearchParams(query), facts, now);

describe('a visit', () => {
  it('is the next open start for two grown-ups until something is chosen', () => {
    const { day, session, party, fault, missed } = visit('');
    expect([day, session!.start, party, fault, missed]).toEqual(['2026-11-25', '09:00', { adult: 2 }, null, null]);
  });

  it('takes the day, the start and the party of its address', () => {
    const { day, session, party } = visit('date=2026-12-02&time=15:00&adult=1&child=2&infant=0');
    expect([day, session!.start, party]).toEqual(['2026-12-02', '15:00', { adult: 1, child: 2, infant: 0 }]);
  });

  it('chooses nothing in the place of a day on which it does not run', () => {
    const { day, days, session, lost, missed } = visit('date=2026-11-24');
    expect([day, days[0], session, lost, missed]).toEqual([null, '2026-11-25', null, 'day', '2026-11-24']);
    const unread = visit('date=nonsense');
    expect([unread.day, unread.session, unread.lost, unread.missed]).toEqual([null, null, 'day', null]);
  });

  it('chooses nothing in the place of a start or an option that cannot be had', () => {
    const late = visit('date=2026-12-02&time=16:00');
    expect([late.day, late.sessions.length, late.session, late.lost]).toEqual(['2026-12-02', 2, null, 'start']);
    const other = visit('date=2026-12-02&time=15:00&option=nope');
    expect([other.session, other.lost]).toEqual([null, 'option']);
    expect(visit('date=&time=&option=&adult=').lost).toBeNull();
  });

  const taken = (...pools: [string, number][]) => new Map(pools.map(([key, quantity]) => [`experience:desert-evening/${key}`, quantity]));
  const large = someFacts({ startTimes: ['09:00', '15:00'], capacity: 24 });
  const onStock = (query: string, ...pools: [string, number][]) =>
    readVisit(new URLSearchParams(query), large, now, { options: usualOptions(large), changes: [], taken: taken(...pools) });

  it('tells a day whose every place is taken from one on which it does not run, with the days around and other ways', () => {
    const full = ['standard/2026-12-23T09:00', 'standard/2026-12-23T15:00'].map((key): [string, number] => [key, 24]);
    const found = onStock('date=2026-12-23&adult=2', ...full);
    expect([found.lost, found.missed, found.day, found.session]).toEqual(['full', '2026-12-23', '2026-12-23', null]);
    expect(found.days).toEqual([
      '2026-12-18',
      '2026-12-19',
      '2026-12-20',
      '2026-12-21',
      '2026-12-24',
      '2026-12-25',
      '2026-12-26',
      '2026-12-27',
    ]);
    expect([found.soonest, found.otherWays.map(({ key }) => key)]).toEqual(['2026-11-25', ['private']]);
    expect(onStock('date=2026-12-23', full[0]!).lost).toBeNull();
    // Where it does not run, or can no longer be booked, nothing is taken.
    expect(onStock('date=2026-12-22').lost).toBe('day');
    const late = onStock('date=2026-11-23', ['standard/2026-11-23T09:00', 24], ['standard/2026-11-23T15:00', 24]);
    expect([late.lost, late.days[0], late.otherWays]).toEqual(['day', '2026-11-25', []]);
    const both = onStock('date=2026-12-23', ...full, ['private/2026-12-23T09:00', 2], ['private/2026-12-23T15:00', 2]);
    expect(both.otherWays).toEqual([]);
  });

  it('leads a party above what anybody may keep unpaid to be asked for, and says what room there is where that is less', () => {
    expect(onStock('date=2026-12-23&adult=12&child=8').fault).toBeNull();
    const group = onStock('date=2026-12-23&adult=12&child=9');
    expect([group.fault, group.most]).toEqual(['group', 20]);
    const little = onStock('date=2026-12-23&time=09:00&adult=12&child=9', ['standard/2026-12-23T09:00', 10]);
    expect([little.fault, little.most]).toEqual(['too-many', 14]);
  });

  it('says who cannot come', () => {
    expect(visit('adult=0&child=2').fault).toBe('children-alone');
    expect(visit('adult=0').fault).toBe('nobody');
    expect(visit('adult=5&child=2').fault).toBe('too-many');
    const crowd = visit('adult=99');
    expect([crowd.party, crowd.fault]).toEqual([{ adult: 0 }, 'unread']);
    expect([visit('adult=500').fault, visit('adult=2&child=x').fault]).toEqual(['unread', 'unread']);
  });
});
