import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { curatedPassports, gulfResidences, nearness, schengenStates, sheetOf } from './passport-groups.ts';
import { readRegister } from './read-register.ts';
import { answerTrip } from './requirement-rules.ts';
import type { TripQuestion, VisaRule } from './requirement.ts';

const today = calendarDate('2026-11-23');
const folder = join(process.cwd(), 'seeds/visas/requirements');
const opening: VisaRule[] = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .flatMap((name) => readRegister(name, readFileSync(join(folder, name), 'utf8')))
  .map((line) => ({ ...line, reviewer: 'house' }));

const trip = (passport: string, destination: string, more: Partial<TripQuestion> = {}): TripQuestion => ({
  passports: [passport],
  residence: null,
  heldVisas: [],
  destination,
  purpose: 'tourism',
  arrives: calendarDate('2026-12-10'),
  leaves: calendarDate('2026-12-17'),
  via: [],
  passportExpires: null,
  ...more,
});
const ask = (question: TripQuestion, on = today, rules = opening) => answerTrip(rules, question, on);

const line = (more: string, sheet = 'XX https://visas.example 2026-11-01 90d passport arrival+6m') =>
  readRegister('test', `${sheet}\n  ${more}`).map((one): VisaRule => ({ ...one, reviewer: 'staff:a' }));

describe('an answer from the register', () => {
  it('lets the closest line speak: the passport itself before its group before everybody', () => {
    const rules = [...line('everybody: sticker-visa 30 for *'), ...line('gulf: not-needed 90 for GCC'), ...line('emiratis: eta 60 for AE')];
    expect(['AE', 'SA', 'IN'].map((passport) => ask(trip(passport, 'XX'), today, rules).need)).toEqual([
      'eta',
      'not-needed',
      'sticker-visa',
    ]);
  });

  it('eases a visa for residents of the Gulf, and only for them', () => {
    expect(ask(trip('IN', 'GE', { residence: 'AE' }))).toMatchObject({
      need: 'not-needed',
      sells: true,
      rule: { rule: 'GE/gulf-residents' },
    });
    expect(ask(trip('IN', 'GE', { residence: 'IN' }))).toMatchObject({ need: 'unknown', basis: 'none', sells: false });
    expect(ask(trip('PK', 'GE')).easier).toContainEqual({ heldVisas: [], residences: ['GCC'], need: 'not-needed', stayDays: 90 });
    expect(ask(trip('PK', 'GE', { residence: 'PK' })).easier.map((way) => way.residences)).toEqual([[]]);
  });

  it('honours a visa of somebody else', () => {
    expect(ask(trip('IN', 'TR')).need).toBe('sticker-visa');
    expect(ask(trip('IN', 'TR', { heldVisas: ['US'] })).need).toBe('e-visa');
    expect(ask(trip('IN', 'TR', { heldVisas: ['JP'] })).need).toBe('sticker-visa');
  });

  it('takes the better of two passports and says which', () => {
    expect(ask({ ...trip('LB', 'FR'), passports: ['LB', 'BR'] })).toMatchObject({ need: 'not-needed', passport: 'BR' });
    expect(ask({ ...trip('LB', 'LB'), passports: ['BR', 'LB'] })).toMatchObject({ basis: 'own-country', passport: 'LB' });
  });

  it('never betters being refused entry by a privilege', () => {
    const rules = [...line('refused: not-admitted - for IN'), ...line('with-visa: not-needed 30 for * visas US')];
    expect(ask(trip('IN', 'XX', { heldVisas: ['US'] }), today, rules)).toMatchObject({ need: 'not-admitted', easier: [] });
  });

  it('does not know what no line says: another purpose, another passport, another country', () => {
    for (const question of [trip('IN', 'TH', { purpose: 'study' }), trip('KP', 'TH'), trip('IN', 'AQ')])
      expect(ask(question)).toMatchObject({ need: 'unknown', rule: null, sells: false });
  });

  it('lets citizens and residents come home', () => {
    expect(ask(trip('DE', 'DE'))).toMatchObject({ need: 'not-needed', basis: 'own-country' });
    expect(ask(trip('SY', 'AE', { residence: 'AE' }))).toMatchObject({ need: 'not-needed', basis: 'own-residence' });
  });

  it('follows a line that ends on a day', () => {
    const [before, after] = ['2026-12-31', '2027-01-01'].map((day) => trip('IN', 'MY', { arrives: calendarDate(day), leaves: null }));
    expect([ask(before!).need, ask(after!).need]).toEqual(['not-needed', 'e-visa']);
  });
});

describe('a line grows stale', () => {
  const rules = line('everybody: e-visa 30 for *');

  it('on the day after it was due, and then no longer sells', () => {
    expect(ask(trip('IN', 'XX'), calendarDate('2027-01-30'), rules)).toMatchObject({ isStale: false, dueOn: '2027-01-30', sells: true });
    expect(ask(trip('IN', 'XX'), calendarDate('2027-01-31'), rules)).toMatchObject({ need: 'e-visa', isStale: true, sells: false });
  });

  it('and does not better a fresh one while it is', () => {
    const stale = line('residents: not-needed 30 for * residents GCC', 'XX https://visas.example 2026-01-01 30d passport stay');
    expect(ask(trip('IN', 'XX', { residence: 'AE' }), today, [...rules, ...stale]).need).toBe('e-visa');
  });
});

describe('days', () => {
  it('counts the days of arrival and of leaving into the stay', () => {
    const rules = line('week: not-needed 7 for *');
    const stay = (leaves: string) => ask(trip('IN', 'XX', { leaves: calendarDate(leaves) }), today, rules).stayFits;
    expect([stay('2026-12-16'), stay('2026-12-17')]).toEqual([true, false]);
  });

  it('reckons the passport from arrival or from leaving, as the country does', () => {
    const until = (validity: string) =>
      ask(
        trip('IN', 'XX', { passportExpires: calendarDate('2027-03-17') }),
        today,
        line('a: e-visa 30 for *', `XX https://x.example 2026-11-01 90d passport ${validity}`),
      );
    expect(until('arrival+6m')).toMatchObject({ passportUntil: '2027-06-10', passportLasts: false });
    expect(until('departure+3m')).toMatchObject({ passportUntil: '2027-03-17', passportLasts: true });
    expect(until('arrival+150d')).toMatchObject({ passportUntil: '2027-05-09', passportLasts: false });
    expect(until('?')).toMatchObject({ passportUntil: null, passportLasts: null });
  });
});

describe('changing flights', () => {
  it('looks at every airport on the way', () => {
    const { transits } = ask(trip('PK', 'US', { via: ['AE', 'GB', 'DE'] }));
    expect(transits.map(({ destination, need }) => [destination, need])).toEqual([
      ['AE', 'not-needed'],
      ['GB', 'sticker-visa'],
      ['DE', 'sticker-visa'],
    ]);
    expect(ask(trip('PK', 'US', { via: ['GB'], heldVisas: ['US'] })).transits[0]!.need).toBe('not-needed');
  });

  it('asks for an entry where the country is entered on the way, and not once more where the journey leads', () => {
    const { transits, entries } = ask(trip('IN', 'US', { via: ['GB', 'AE'], enters: ['GB', 'US'] }));
    expect(transits.map(({ destination }) => destination)).toEqual(['AE']);
    expect(entries.map(({ destination, need }) => [destination, need])).toEqual([['GB', 'sticker-visa']]);
    // One visa opens the whole area.
    expect(ask(trip('IN', 'FR', { enters: ['DE'] })).entries).toEqual([]);
  });

  it('needs the visa itself where there is no transit area, and knows nothing where no line speaks of it', () => {
    expect(ask(trip('IN', 'MX', { via: ['US'] })).transits[0]!.need).toBe('sticker-visa');
    expect(ask(trip('SY', 'IN', { via: ['PK'] })).transits[0]!.need).toBe('unknown');
  });
});

describe('the opening register', () => {
  it('covers sixty countries and more for the passports and residences of our customers', () => {
    const sheets = new Set(opening.map(({ destination }) => destination));
    expect(sheets.size).toBeGreaterThanOrEqual(60);
    const countries = [...sheets].flatMap((sheet) => (sheet === 'SCHENGEN' ? schengenStates : [sheet]));
    const asked = curatedPassports.flatMap((passport) => countries.map((to) => ask(trip(passport, to))));
    const known = asked.filter(({ need }) => need !== 'unknown').length;
    expect(known / asked.length).toBeGreaterThan(0.85);
    const living = gulfResidences.flatMap((residence) =>
      ['IN', 'PK', 'PH', 'EG'].map((passport) => ask(trip(passport, 'GE', { residence })).need),
    );
    expect(new Set(living)).toEqual(new Set(['not-needed']));
  });

  it('names each line once and lets no two of the same closeness speak on one day', () => {
    expect(new Set(opening.map(({ rule }) => rule)).size).toBe(opening.length);
    const clashes = curatedPassports.flatMap((passport) =>
      [...new Set(opening.map(({ destination }) => destination))].flatMap((destination) =>
        (['2026-12-01', '2027-02-01'] as const).flatMap((day) =>
          (['tourism', 'transit'] as const).flatMap((purpose) => {
            const speaking = opening
              .filter(
                (rule) =>
                  rule.destination === destination &&
                  rule.purposes.includes(purpose) &&
                  rule.residences.length + rule.heldVisas.length === 0,
              )
              .filter((rule) => (rule.validFrom ?? day) <= day && day <= (rule.validUntil ?? day))
              .map((rule) => ({ rule: rule.rule, near: nearness(rule.passports, passport) }))
              .filter(({ near }) => near !== null);
            const closest = Math.max(...speaking.map(({ near }) => near!));
            const said = speaking.filter(({ near }) => near === closest);
            return said.length > 1 && sheetOf(passport) !== destination
              ? [`${passport}: ${said.map(({ rule }) => rule).join(' and ')}`]
              : [];
          }),
        ),
      ),
    );
    expect([...new Set(clashes)]).toEqual([]);
  });

  it('was checked on a day that has been and says at whose address', () => {
    for (const rule of opening) {
      expect(rule.checkedOn <= today && rule.checkedOn > calendarDate('2026-01-01')).toBe(true);
      expect(new URL(rule.source).protocol).toBe('https:');
    }
  });

  it('is refused whole when a line of it is wrong', () => {
    expect(() =>
      readRegister('a', 'XX https://x.example 2026-11-01 90d passport stay\n  bad: visa 30 for IN\n  worse: e-visa 30 for Indians'),
    ).toThrow(/a:2 need or stay: visa 30\na:3 does not know Indians/);
    expect(() => readRegister('a', 'XX http://x.example 2026-02-30 90d passport stay')).toThrow(/a:1 is no sheet/);
  });
});
