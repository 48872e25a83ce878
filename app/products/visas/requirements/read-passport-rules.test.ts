import { describe, expect, it } from 'vitest';
import { calendarDate as day } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { loadRegister } from './load-register.server.ts';
import { readPassportRules } from './read-passport-rules.server.ts';

const platform = await openTestPlatform();
const text = [
  'GE https://www.geoconsul.gov.ge/en 2026-11-19 60d passport departure+3m',
  '  ninety-days: not-needed 90 for JO AE',
  '',
  'QA https://visitqatar.com 2026-11-19 60d passport arrival+6m',
  '  airside: not-needed 1 for * purpose transit',
  '',
  'LB https://www.general-security.gov.lb/en 2026-11-19 60d passport ?',
  '  arrival: on-arrival 30 for JO AE',
  '',
  'SCHENGEN https://home-affairs.ec.europa.eu 2026-11-19 60d passport departure+3m/10y',
  '  visit: sticker-visa 90/180 for JO',
  '',
].join('\n');
await loadRegister(platform, [{ name: 'test.txt', text }]);
const ask = (country: string, passport: string, residence: string | null = null) => ({
  passport,
  residence,
  country,
  arrives: day('2026-12-05'),
  leaves: day('2026-12-19'),
});

describe('how long a passport must last', () => {
  it('is what the one register says, by the passport’s line or by its country’s others', async () => {
    const answer = await readPassportRules(platform);
    const rule = { kind: 'rule', until: '2027-03-19', issuedFrom: null, source: 'geoconsul.gov.ge' };
    expect(answer(ask('GE', 'JO'))).toEqual(rule);
    expect(answer(ask('GE', 'NG'))).toEqual(rule);
    expect(answer({ ...ask('GE', 'JO'), leaves: null })).toMatchObject({ until: '2027-03-05' });
  });

  it('is nothing at home or where one lives, and unknown where nobody has read it', async () => {
    const answer = await readPassportRules(platform);
    expect([answer(ask('GE', 'GE')), answer(ask('GE', 'JO', 'GE'))]).toEqual([{ kind: 'home' }, { kind: 'home' }]);
    expect([answer(ask('LB', 'JO')), answer(ask('FJ', 'JO'))]).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
  });

  it('says since when it may have been issued, where the register asks that', async () => {
    const answer = await readPassportRules(platform);
    const asked = { kind: 'rule', until: '2027-03-19', issuedFrom: '2016-12-05' };
    expect(answer(ask('PT', 'JO'))).toMatchObject(asked);
    expect(answer(ask('PT', ''))).toMatchObject(asked);
    expect(answer(ask('PT', 'ES'))).toEqual({ kind: 'home' });
  });

  it('of a change of flights is what the register says of changes, and unknown where it says only what entering asks', async () => {
    const answer = await readPassportRules(platform);
    expect(answer({ ...ask('QA', 'JO'), airside: true })).toMatchObject({ kind: 'rule', until: '2027-06-05', source: 'visitqatar.com' });
    expect(answer({ ...ask('GE', 'JO'), airside: true })).toEqual({ kind: 'unknown' });
  });

  it('is unknown once the line is stale', async () => {
    platform.clock.advance(70 * 86_400_000);
    expect((await readPassportRules(platform))(ask('GE', 'JO'))).toEqual({ kind: 'unknown' });
  });
});
