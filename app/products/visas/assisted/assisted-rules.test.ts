import { describe, expect, it } from 'vitest';
import { assistedCountries } from '../../../../seeds/visas/assisted-countries.ts';
import { laterVat, type PricingRules } from '#app/commerce/pricing/quote.ts';
import { addDays, calendarDate, dayNumber, instant } from '#app/values/dates.ts';
import { edgesOf, moveOn } from '#app/values/status-table.ts';
import { counterFor, freezeOffer, governmentFeeAt, regions } from './assisted-country.ts';
import { appointmentFile } from './appointment-file.server.ts';
import { quoteAssisted } from './assisted-price.ts';
import { caseRefundOf, caseRefundTable, caseSharesAt, caseStageOf } from './assisted-refund.ts';
import { assistedMachine, caseEvents, caseStates, overStates, stageDays, withdrawableStates } from './assisted-status.ts';
import { atCounter, bothClocks } from './counter-time.ts';
import { compareCount, partiesOf, passportPlaces, reconcile, refusalOf, waysFrom, type CountedCase } from './custody-rules.ts';
import { caseRefundRows } from './assisted-words.server.ts';
import { timelineBackFrom, timelineFrom } from './timeline-rules.ts';

const france = assistedCountries.find(({ code }) => code === 'FR')!;
const rules: PricingRules = { version: 1, currency: 'AED', rules: [], vat: { ...laterVat } as PricingRules['vat'] };
const times = { quotedAt: '2026-11-21T08:00:00Z', expiresAt: '2026-11-22T08:00:00Z' };

describe('the catalogue', () => {
  it('has at least twenty countries, each with a source, a counter for somebody and prices in whole fils', () => {
    expect(assistedCountries.length).toBeGreaterThanOrEqual(20);
    expect(new Set(assistedCountries.map(({ slug }) => slug)).size).toBe(assistedCountries.length);
    for (const country of assistedCountries) {
      expect(country.site, country.code).toMatch(/^https:\/\//);
      expect(counterFor(country, 'AE-DU'), country.code).not.toBeNull();
      expect(counterFor(country, 'AE-AZ'), country.code).not.toBeNull();
      const served = country.counters.flatMap(({ serves }) => serves);
      expect(new Set(served).size, `${country.code}: nobody has two counters`).toBe(served.length);
      for (const { governmentFee } of country.purposes) expect(Number.isInteger(governmentFee)).toBe(true);
      for (const holiday of country.calendar.holidays) expect(holiday).toMatch(/^(\d{4}-)?\d{2}-\d{2}$/);
    }
    expect(regions.every((region) => counterFor(france, region) !== null)).toBe(true);
  });
});

describe('the refund table in words', () => {
  it.each([
    ['en', '100%'],
    ['ar', '100٪'],
  ] as const)('has the sign after the number in %s', (language, whole) => {
    const shares = caseRefundRows({ rejectedService: 40 }, language).flatMap(([, ...cells]) => cells);
    expect(shares).toContain(whole);
    for (const share of shares) expect(share).toMatch(/^\d+\D+$/);
  });
});

describe('the machine', () => {
  it('leads from every state to an end, and from an end nowhere', () => {
    for (const state of caseStates) {
      const seen = new Set<string>([state]);
      for (const from of seen) for (const [at, to] of edgesOf(assistedMachine)) if (at === from) seen.add(to);
      expect(
        overStates.some((over) => seen.has(over)),
        state,
      ).toBe(true);
    }
    for (const over of overStates) expect(edgesOf(assistedMachine).some(([from]) => from === over)).toBe(false);
    expect(Object.keys(stageDays).sort()).toEqual([...caseStates].sort());
  });

  it('moves by no event, state and actor but those of the table', () => {
    let possible = 0;
    for (const state of caseStates)
      for (const event of caseEvents)
        for (const actor of ['customer', 'staff', 'system'] as const) {
          const declared = assistedMachine.moves.find((move) => move.event === event && [move.from].flat().includes(state));
          const moved = moveOn(assistedMachine, state, event, actor);
          if (!declared) expect(moved).toEqual({ ok: false, refused: 'not-possible-from-here' });
          else if (!declared.by.includes(actor)) expect(moved).toEqual({ ok: false, refused: 'not-yours-to-do' });
          else {
            possible += 1;
            expect(moved).toEqual({ ok: true, to: declared.to });
          }
        }
    expect(possible).toBe(assistedMachine.moves.reduce((sum, move) => sum + [move.from].flat().length * move.by.length, 0));
  });

  it('never lets a traveller decide anything but to answer and to withdraw', () => {
    const theirs = assistedMachine.moves.filter(({ by }) => by.includes('customer')).map(({ event }) => event);
    expect([...new Set(theirs)].sort()).toEqual(['answer-extra', 'withdraw']);
    expect(withdrawableStates).not.toContain('decision_received');
  });
});

describe('the plan', () => {
  const pace = { waitDays: 14, processingDays: 10 };
  const days = { authority: france.calendar, houseWorks: () => true };

  it('counts the file in working days, rests at weekends and holidays, and never books a counter on one', () => {
    const line = timelineFrom(days, calendarDate('2026-11-26'), pace);
    expect(line.fileReady).toBe('2026-12-01');
    expect(line.appointment).toBe('2026-12-15');
    expect(dayNumber(line.travel)).toBeGreaterThan(dayNumber(line.passportBack));
    expect(timelineFrom(days, calendarDate('2026-11-17'), { ...pace, waitDays: 12 }).appointment).toBe('2026-12-04');
  });

  it('builds the file and brings the passport back on days on which the visa desk works, and leaves the mission its own', () => {
    // Closed from Thursday to Monday, as over a holiday of the house.
    const closed = { ...days, houseWorks: (day: string) => day < '2026-11-26' || day > '2026-11-30' };
    const [open, shut] = [days, closed].map((counted) => timelineFrom(counted, calendarDate('2026-11-24'), pace));
    expect([open!.fileReady, shut!.fileReady]).toEqual(['2026-11-27', '2026-12-04']);
    const held = { ...days, houseWorks: (day: string) => day <= open!.decision || day > addDays(open!.decision, 7) };
    const late = timelineFrom(held, calendarDate('2026-11-24'), pace);
    expect(late.decision).toBe(open!.decision);
    expect(late.passportBack > open!.passportBack).toBe(true);
  });

  it('says the latest day to begin: that day is in time, and the next one is not', () => {
    for (const travel of ['2027-02-01', '2027-03-14', '2027-05-05'].map(calendarDate)) {
      const back = timelineBackFrom(days, travel, pace);
      expect(back.passportBack <= travel).toBe(true);
      expect(timelineFrom(days, back.start, pace).travel <= travel).toBe(true);
    }
  });
});

describe('the price', () => {
  const choice = { purpose: france.purposes[0]!, package: 'full', region: 'AE-DU', counter: france.counters[0]! } as const;
  const offer = freezeOffer(france, choice, 14);
  const arrival = calendarDate('2027-03-01');
  const born = (year: number) => ({ type: year > 2014 ? 'child' : 'adult', birthDate: calendarDate(`${year}-01-01`) });

  it('asks nothing of the mission for a child under six, half for one under twelve', () => {
    expect([3, 8, 30].map((age) => governmentFeeAt(france.childFees, 386_00, age))).toEqual([0, 193_00, 386_00]);
    const { lines } = quoteAssisted({ offer, arrival, people: [born(1990), born(2019), born(2024)], courier: true }, rules, times);
    const government = lines.filter(({ kind }) => kind === 'government-fee');
    expect(government.map(({ travellers, each }) => [travellers, each.amount])).toEqual([
      [[0], 386_00],
      [[1], 193_00],
    ]);
    expect(lines.find(({ kind }) => kind === 'centre-fee')).toMatchObject({ vatCategory: 'out-of-scope', travellers: [0, 1, 2] });
    expect(lines.find(({ kind }) => kind === 'visa-fee')).toMatchObject({ vatCategory: 'standard' });
    expect(lines.find(({ kind }) => kind === 'courier')?.travellers).toEqual([0]);
  });

  it('charges who only has the file checked for nothing else', () => {
    const check = freezeOffer(france, { ...choice, package: 'check' }, 14);
    const { lines } = quoteAssisted({ offer: check, arrival, people: [born(1990)], courier: false }, rules, times);
    expect(lines.map(({ kind }) => kind)).toEqual(['visa-fee']);
  });

  it('gives back by the table, and less at every stage', () => {
    const { lines } = quoteAssisted({ offer, arrival, people: [born(1990)], courier: true }, rules, times);
    const sums = caseRefundTable(offer).map(({ stage }) =>
      caseRefundOf(lines, 0, caseSharesAt(offer, stage)).reduce((sum, { amount }) => sum + amount.amount, 0),
    );
    expect(sums).toEqual(sums.toSorted((a, b) => b - a));
    expect(sums.at(-1)).toBe(0);
    for (const state of caseStates) expect(caseStageOf(state) !== null, state).toBe(state !== 'withdrawn');
    expect([caseStageOf('appointment_searching'), caseStageOf('appointment_searching', 1)]).toEqual(['file', 'appointment']);
  });
});

describe('the appointment', () => {
  it('shows both clocks, and refuses what is no time', () => {
    const at = atCounter('riyadh', '2026-12-15T09:30')!;
    expect(at).toBe(Date.parse('2026-12-15T06:30:00Z'));
    expect(bothClocks('riyadh', instant(at))).toEqual({ counter: '2026-12-15T09:30', house: '2026-12-15T10:30' });
    expect([atCounter('dubai', '2026-13-15T09:30'), atCounter('dubai', 'soon'), atCounter('dubai', '2026-12-15T25:00')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('the ledger', () => {
  const way = (from: CountedCase['passport'], to: CountedCase['passport'], number: number, more: object = {}) => ({
    number,
    from,
    to,
    ...partiesOf(from, to, 'staff:one'),
    seal: ['received_by_us', 'in_safe', 'with_us_return'].includes(to) ? 'B-1' : null,
    ...more,
  });
  const whole: CountedCase = {
    id: 'a',
    status: 'in_process',
    passport: 'at_centre',
    seal: null,
    daysThere: 3,
    lines: [way('with_applicant', 'at_centre', 1)],
  };

  it('knows a way home from every place, and none from home', () => {
    for (const place of passportPlaces) {
      const seen = new Set([place]);
      for (const at of seen) for (const to of waysFrom(at)) seen.add(to);
      expect(seen.has('returned'), place).toBe(true);
    }
    expect(waysFrom('returned')).toEqual([]);
  });

  it('refuses a move with one identity, with the wrong party, without a way and into the house without a seal', () => {
    const move = { from: 'received_by_us', to: 'in_safe', givenBy: 'staff:one', receivedBy: 'staff:two', seal: 'B-1' } as const;
    expect(refusalOf(move)).toBeNull();
    expect(refusalOf({ ...move, receivedBy: 'staff:one' })).toBe('one-identity');
    expect(refusalOf({ ...move, receivedBy: 'courier' })).toBe('wrong-party');
    expect(refusalOf({ ...move, to: 'at_mission' })).toBe('no-such-way');
    expect(refusalOf({ ...move, seal: null })).toBe('seal-missing');
    for (const from of passportPlaces)
      for (const to of waysFrom(from)) {
        const parties = partiesOf(from, to, 'staff:one');
        const refused = refusalOf({ from, to, ...parties, seal: 'B-1' });
        // Between two colleagues one of them cannot be both.
        expect(refused, `${from} > ${to}`).toBe(parties.givenBy === parties.receivedBy ? 'one-identity' : null);
      }
  });

  it('finds every planted discrepancy, and none where there is none', () => {
    const faults = (one: CountedCase, ...others: CountedCase[]) => reconcile([one, ...others]).map(({ fault }) => fault);
    expect(faults(whole)).toEqual([]);
    expect(faults({ ...whole, passport: 'at_mission' })).toEqual(['card-differs']);
    expect(faults({ ...whole, lines: [way('with_applicant', 'at_centre', 2)] })).toEqual(['broken-chain']);
    expect(faults({ ...whole, lines: [] })).toEqual(['card-differs']);
    expect(faults({ ...whole, lines: [way('with_applicant', 'at_centre', 1, { receivedBy: 'applicant' })] })).toEqual(['broken-chain']);
    expect(faults({ ...whole, status: 'delivered' })).toEqual(['state-differs']);
    expect(faults({ ...whole, daysThere: 46 })).toEqual(['rests-too-long']);
    const bag = { ...whole, status: 'opened', passport: 'received_by_us', seal: 'B-1', daysThere: 0 } as const;
    const lines = [way('with_applicant', 'received_by_us', 1)];
    expect(faults({ ...bag, lines }, { ...bag, id: 'b', lines })).toEqual(['same-seal', 'same-seal']);
  });

  it('compares what lies in the safe with what should', () => {
    expect(compareCount(['B-1', 'B-2'], ['B-2', 'B-9'])).toEqual({ missing: ['B-1'], unexpected: ['B-9'] });
    expect(compareCount(['B-1'], ['B-1'])).toEqual({ missing: [], unexpected: [] });
  });
});

describe('the appointment as a file for calendars', () => {
  const offer = freezeOffer(
    france,
    { purpose: france.purposes[0]!, package: 'full', region: 'AE-DU', counter: counterFor(france, 'AE-DU')! },
    10,
  );
  const group = { id: 'a-group', offer, language: 'ar' } as const;
  const where = { home: 'https://rihla.example', now: instant(Date.parse('2026-11-21T08:00:00Z')) };
  const one = { id: 'a-case', version: 7, appointmentAt: new Date('2026-12-03T06:30:00Z'), appointmentReference: 'VFS-1, A' };

  it('replaces itself when the slot is moved, and speaks the language of the application', () => {
    const lines = appointmentFile(group, one, where)!.replaceAll('\r\n ', '').split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:assisted-a-case@rihla.example',
        'SEQUENCE:7',
        'DTSTART:20261203T063000Z',
        'DTEND:20261203T073000Z',
        'URL:https://rihla.example/visa-assistance/apply/a-group',
      ]),
    );
    expect(lines.find((line) => line.startsWith('SUMMARY:'))).toContain('دبي');
    expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toContain('VFS-1\\, A');
  });

  it('is none while there is no slot', () => {
    expect(appointmentFile(group, { ...one, appointmentAt: null }, where)).toBeNull();
  });
});
