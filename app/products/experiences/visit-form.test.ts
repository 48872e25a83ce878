import { describe, expect, it } from 'vitest';
import type { LocalTime } from '#app/values/local-time.ts';
import { someFacts } from './experience-testing.ts';
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

  it('says who cannot come', () => {
    expect(visit('adult=0&child=2').fault).toBe('children-alone');
    expect(visit('adult=0').fault).toBe('nobody');
    expect(visit('adult=5&child=2').fault).toBe('too-many');
    const crowd = visit('adult=99');
    expect([crowd.party, crowd.fault]).toEqual([{ adult: 0 }, 'unread']);
    expect([visit('adult=500').fault, visit('adult=2&child=x').fault]).toEqual(['unread', 'unread']);
  });
});
