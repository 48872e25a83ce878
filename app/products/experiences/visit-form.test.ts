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

  it('offers the next day for one on which it does not run', () => {
    const { day, missed } = visit('date=2026-11-24');
    expect([day, missed]).toEqual(['2026-11-25', '2026-11-24']);
    expect(visit('date=nonsense').missed).toBeNull();
  });

  it('says who cannot come', () => {
    expect(visit('adult=0&child=2').fault).toBe('children-alone');
    expect(visit('adult=0').fault).toBe('nobody');
    expect(visit('adult=5&child=2').fault).toBe('too-many');
    expect(visit('adult=99').party).toEqual({ adult: 12 });
  });
});
