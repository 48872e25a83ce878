import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evisaCountries } from '../../../../seeds/visas/evisa-countries.ts';
import { deliveredDeskHours, deskHoursOn, type DeskHours } from '#app/commerce/inquiries/answer-time-rules.ts';
import { laterVat, type PricingRules } from '#app/commerce/pricing/quote.ts';
import { money } from '#app/values/money.ts';
import { calendarDate, dateIn, dayNumber, instant, type CalendarDate } from '#app/values/dates.ts';
import { edgesOf, moveOn } from '#app/values/status-table.ts';
import { addWorkingDays, deliverBy, houseDays, isWorkingDay, pausesOf } from './evisa-deadline.ts';
import { mayApply, refusalsOf } from './evisa-eligibility.ts';
import { checkForm, readTyped } from './evisa-form.ts';
import { mrzDifferences } from './evisa-mrz-rules.ts';
import { evisaOrderMachine } from './evisa-order-status.ts';
import { quoteEvisa } from './evisa-price.ts';
import { rejectionCodes } from './evisa-offer.ts';
import { reapplyOf } from './reapply-rules.ts';
import { bandOf, fewestDecided, toldRecord } from './evisa-record-rules.ts';
import { courierRefund, lateShares, refundOf, refundStageOf, refundTable, sharesAt } from './evisa-refund.ts';
import { evisaMachine, evisaStates, overStates } from './evisa-status.ts';

const india = evisaCountries.find((country) => country.code === 'IN')!;
const saudi = evisaCountries.find((country) => country.code === 'SA')!;
const day = calendarDate;
const rules: PricingRules = { version: 1, currency: 'AED', rules: [], vat: { ...laterVat } as PricingRules['vat'] };

describe('the catalogue', () => {
  it('sells at least thirty countries, each under a name of its own, with a type, a speed and a source', () => {
    expect(evisaCountries.length).toBeGreaterThanOrEqual(30);
    expect(new Set(evisaCountries.map((country) => country.slug)).size).toBe(evisaCountries.length);
    for (const country of evisaCountries) {
      expect(country.site, country.code).toMatch(/^https:\/\//);
      expect(country.types.length, country.code).toBeGreaterThan(0);
      expect(new Set(country.types.map((type) => type.code)).size, country.code).toBe(country.types.length);
      for (const type of country.types) {
        expect(type.speeds[0]?.code).toBe('standard');
        expect(Number.isInteger(type.governmentFee) && type.governmentFee >= 0).toBe(true);
      }
      for (const holiday of country.calendar.holidays) expect(holiday).toMatch(/^(\d{4}-)?\d{2}-\d{2}$/);
    }
  });
});

describe('the promised day', () => {
  const houseWorks = (date: CalendarDate) => deskHoursOn(deliveredDeskHours, date) !== null;

  it('counts neither the day of payment nor the authority’s weekend', () => {
    // Thursday; India rests on Saturday and Sunday.
    expect(deliverBy({ authority: india.calendar, houseWorks }, 3, day('2026-11-26'))).toBe('2026-12-02');
    expect(houseDays).toBe(1);
  });

  it('has our own day on one on which the visa desk and the authority both work', () => {
    const promised = (desk: DeskHours) =>
      deliverBy({ authority: india.calendar, houseWorks: (date) => deskHoursOn(desk, date) !== null }, 3, day('2026-11-30'));
    expect(promised(deliveredDeskHours)).toBe('2026-12-04');
    const holidays = [{ name: 'Eid al Etihad', from: day('2026-12-01'), until: day('2026-12-02') }];
    // We file on Thursday; the authority works on through what is a holiday here alone.
    expect(promised({ ...deliveredDeskHours, holidays })).toBe('2026-12-08');
    const later = [{ name: 'Eid al Etihad', from: day('2026-12-02'), until: day('2026-12-03') }];
    expect(promised({ ...deliveredDeskHours, holidays: later })).toBe('2026-12-04');
  });

  it('rests on Friday and Saturday where the authority does', () => {
    expect(isWorkingDay(saudi.calendar, day('2026-11-27'))).toBe(false);
    expect(isWorkingDay(saudi.calendar, day('2026-11-29'))).toBe(true);
    expect(addWorkingDays(saudi.calendar, day('2026-11-26'), 1)).toBe('2026-11-29');
  });

  it('leaves out holidays, those of every year and those of one', () => {
    expect(addWorkingDays(india.calendar, day('2026-12-24'), 1)).toBe('2026-12-28');
    expect(addWorkingDays({ ...india.calendar, holidays: ['2026-12-28'] }, day('2026-12-25'), 1)).toBe('2026-12-29');
  });

  it('stands still while we wait for the traveller, and again', () => {
    const whole = addWorkingDays(india.calendar, day('2026-11-23'), 4);
    const once = addWorkingDays(india.calendar, day('2026-11-23'), 4, [{ from: day('2026-11-24'), until: day('2026-11-26') }]);
    const twice = addWorkingDays(india.calendar, day('2026-11-23'), 4, [
      { from: day('2026-11-24'), until: day('2026-11-26') },
      { from: day('2026-11-27'), until: day('2026-11-28') },
    ]);
    expect([whole, once, twice]).toEqual(['2026-11-27', '2026-12-01', '2026-12-02']);
  });

  it('is what docs/how-it-works/visa-case.md says: over weekends, holidays, a change of the clock and pauses', () => {
    const text = readFileSync('docs/how-it-works/visa-case.md', 'utf8');
    const rows = text
      .slice(text.indexOf('| Country |'))
      .split('\n')
      .slice(2)
      .filter((row) => row.startsWith('|'))
      .map((row) => row.split('|').map((cell) => cell.trim()));
    expect(rows.length).toBeGreaterThan(5);
    const dayOf = (at: Date) => dateIn('Asia/Dubai', instant(at.getTime()));
    for (const [, slug, paid, days, asked, answered, promised, why] of rows) {
      const { calendar } = evisaCountries.find((country) => country.slug === slug)!;
      const steps = asked
        ? [
            { event: 'ask-more', at: new Date(asked) },
            { event: 'answer', at: new Date(answered!) },
          ]
        : [];
      expect(deliverBy({ authority: calendar, houseWorks }, Number(days), dayOf(new Date(paid!)), pausesOf(steps, dayOf)), why).toBe(
        promised,
      );
    }
  });

  it('moves with every day of a pause that lasts', () => {
    const pauses = [{ from: day('2026-11-24'), until: null }];
    const on = (today: string) => addWorkingDays(india.calendar, day('2026-11-23'), 2, pauses, day(today));
    expect(dayNumber(on('2026-11-26')) - dayNumber(on('2026-11-25'))).toBeGreaterThan(0);
  });
});

describe('who may apply', () => {
  it('never sells a country to its own citizens, nor to a passport it is closed to', () => {
    expect(mayApply(india, 'IN', 'AE')).toBe('not-open');
    expect(mayApply(india, 'PK', 'AE')).toBe('not-open');
    expect(mayApply(india, 'PH', '')).toBe('open');
  });

  it('lets a Gulf residence open what the passport does not', () => {
    expect(mayApply(saudi, 'PK', 'AE')).toBe('through-residence');
    expect(mayApply(saudi, 'PK', 'PK')).toBe('not-open');
  });

  const travel = { nationality: 'PH', residence: 'AE', passportExpires: day('2027-12-01'), arrival: day('2026-12-20') };
  const told = (more: Partial<typeof travel>) => refusalsOf(india, { ...travel, ...more }, day('2026-11-23'), day('2026-11-30'));

  it('finds nothing against a passport that lasts and a day within the window', () => expect(told({})).toEqual([]));
  it('refuses a passport that expires within six months of arrival', () =>
    expect(told({ passportExpires: day('2027-06-19') })).toEqual(['passport-too-short']));
  it('refuses a passport that has run out, and says only that', () =>
    expect(told({ passportExpires: day('2026-11-23') })).toEqual(['passport-expired']));
  it('refuses an arrival before the promised day', () => expect(told({ arrival: day('2026-11-29') })).toEqual(['too-late']));
  it('refuses an arrival farther off than the authority takes', () =>
    expect(told({ arrival: day('2027-05-01'), passportExpires: day('2030-01-01') })).toEqual(['too-early']));
});

describe('the price', () => {
  const type = india.types[0]!;
  const quoted = (travellers: string[], courier: boolean) =>
    quoteEvisa({ country: india, type, speed: type.speeds[0]!, travellers, courier }, rules, {
      quotedAt: '2026-11-23T07:42:00Z',
      expiresAt: '2026-11-24T07:42:00Z',
    });

  it('keeps the government fee apart from ours, without VAT on it', () => {
    const { lines, total, vatTotal } = quoted(['adult', 'adult', 'child', 'child'], true);
    const government = lines.find((line) => line.kind === 'government-fee')!;
    const ours = lines.find((line) => line.kind === 'visa-fee')!;
    expect([government.vatCategory, government.vat.amount]).toEqual(['out-of-scope', 0]);
    expect(ours.vat.amount).toBe(Math.round((ours.amount.amount * 500) / 10_500));
    expect(total.amount).toBe(4 * (type.governmentFee + type.serviceFee) + 3500);
    expect(vatTotal.amount).toBe(ours.vat.amount + lines.find((line) => line.kind === 'courier')!.vat.amount);
  });

  it('charges the extra of the express speed on the part it belongs to', () => {
    const express = type.speeds.find((speed) => speed.code === 'express')!;
    const { lines } = quoteEvisa({ country: india, type, speed: express, travellers: ['adult'], courier: false }, rules, {
      quotedAt: '',
      expiresAt: '',
    });
    expect(lines.find((line) => line.kind === 'visa-fee')!.amount.amount).toBe(type.serviceFee + express.serviceExtra);
  });

  it('gives back by the table, line by line and traveller by traveller', () => {
    const { lines } = quoted(['adult', 'child'], true);
    const back = (traveller: number, stage: Parameters<typeof sharesAt>[1]) =>
      refundOf(lines, traveller, sharesAt(india, stage)).reduce((sum, part) => sum + part.amount.amount, 0);
    expect(back(0, 'received')).toBe(type.governmentFee + type.serviceFee);
    expect(back(1, 'received')).toBe(type.governmentFee + type.serviceFee);
    expect(back(1, 'review')).toBe(type.governmentFee + Math.round(type.serviceFee * 0.75));
    expect(back(1, 'filed')).toBe(0);
    expect(back(1, 'rejected')).toBe(type.serviceFee);
    const courier = lines.findIndex((line) => line.kind === 'courier');
    expect(courierRefund(lines, sharesAt(india, 'rejected'))).toEqual([{ line: courier, amount: money(3500, 'AED') }]);
    expect([...courierRefund(lines, sharesAt(india, 'delivered')), ...courierRefund(lines, lateShares)]).toEqual([]);
    expect(refundOf(lines, 1, lateShares)).toEqual([
      { line: lines.findIndex((line) => line.kind === 'visa-fee'), amount: money(type.serviceFee, 'AED') },
    ]);
  });

  it('gives fees and taxes of our own rules back as our own fee, with whoever carries them', () => {
    const { lines } = quoted(['adult', 'child'], true);
    const own = lines.find((line) => line.kind === 'visa-fee')!;
    const fee = {
      ...own,
      kind: 'service-fee',
      travellers: [0],
      each: money(1000, 'AED'),
      amount: money(1000, 'AED'),
      facts: { phase: 'fee' },
    } as const;
    const all = [fee, { ...fee, kind: 'tax', facts: { phase: 'tax' } } as const];
    const back = (traveller: number, stage: Parameters<typeof sharesAt>[1]) =>
      refundOf(all, traveller, sharesAt(india, stage)).map(({ amount }) => amount.amount);
    expect([back(0, 'review'), back(0, 'filed'), back(1, 'received')]).toEqual([[750, 750], [], []]);
  });

  it('never gives back more at a later stage than at an earlier one, until the authority has refused', () => {
    const rows = refundTable(india).slice(0, 5);
    for (const part of ['government', 'service', 'courier'] as const)
      expect(rows.map((row) => row[part])).toEqual(rows.map((row) => row[part]).toSorted((a, b) => b - a));
  });

  it('knows the stage of every state in which money may be owed', () => {
    for (const state of evisaStates)
      expect(refundStageOf(state) !== null, state).toBe(!['draft', 'pre_checked', 'withdrawn'].includes(state));
  });
});

describe('the states of an application', () => {
  it('lets nothing happen to one that is over, but the journey', () => {
    for (const state of overStates)
      expect(
        evisaMachine.moves.filter((move) => [move.from].flat().includes(state as never)).map((move) => move.event),
        state,
      ).toEqual(state === 'delivered' ? ['travelled', 'run-out'] : []);
  });

  it('takes every move only from where it is declared, by whom it is declared', () => {
    const declared = new Set(
      evisaMachine.moves.flatMap((move) => [move.from].flat().flatMap((from) => move.by.map((by) => `${from} ${move.event} ${by}`))),
    );
    for (const from of evisaStates)
      for (const event of new Set(evisaMachine.moves.map((move) => move.event)))
        for (const by of ['customer', 'staff', 'system'] as const)
          expect(moveOn(evisaMachine, from, event, by).ok, `${from} ${event} ${by}`).toBe(declared.has(`${from} ${event} ${by}`));
  });

  it('reaches every state from the first one', () => {
    for (const machine of [evisaMachine, evisaOrderMachine]) {
      const reached = new Set<string>([machine.initial]);
      for (const _ of machine.states)
        for (const [from, to] of edgesOf<string, string, string>(machine as never)) if (reached.has(from)) reached.add(to);
      expect([...reached].toSorted()).toEqual([...machine.states].toSorted());
    }
  });

  it('never lets a traveller withdraw what the authority has', () => {
    for (const state of ['submitted_to_authority', 'authority_query', 'delayed', 'approved_unchecked', 'correction'] as const)
      expect(moveOn(evisaMachine, state, 'withdraw', 'customer').ok, state).toBe(false);
  });
});

describe('the check-list after a refusal', () => {
  const asked = ['passport-page', 'photo', 'hotel', 'flight', 'bank'] as const;
  it('calls for the papers that the reason casts doubt on, and for none that the country does not ask', () => {
    expect(reapplyOf('funds', asked)).toEqual({ papers: ['bank'], first: null });
    expect(reapplyOf('purpose', asked)).toEqual({ papers: ['hotel', 'flight'], first: null });
    expect(reapplyOf('photo', ['passport-page'])).toEqual({ papers: [], first: null });
    for (const reason of ['incomplete', 'no-reason'] as const) expect(reapplyOf(reason, asked).papers).toEqual(asked);
  });
  it('says what must be settled first where no paper would change anything', () => {
    expect(rejectionCodes.filter((reason) => reapplyOf(reason, asked).papers.length === 0)).toEqual(['overstay', 'security', 'duplicate']);
    expect(['overstay', 'security', 'duplicate'].map((reason) => reapplyOf(reason as 'overstay', asked).first)).toEqual([
      'settle',
      'settle',
      'single',
    ]);
  });
});

describe('the record of a country', () => {
  const days = { least: 1, median: 3, most: 6 };
  it('says nothing of few decisions, nor where none was granted', () => {
    expect(toldRecord(null)).toBeNull();
    expect(toldRecord({ decided: fewestDecided - 1, granted: fewestDecided - 1, days })).toBeNull();
    expect(toldRecord({ decided: 90, granted: 0, days: null })).toBeNull();
    expect(toldRecord({ decided: fewestDecided, granted: fewestDecided, days })).toEqual({
      decided: fewestDecided,
      median: 3,
      most: 6,
      band: 'nearly-all',
    });
  });
  it('tells a band, with its lower bound in it', () => {
    expect([100, 95, 94, 85, 84, 70, 69, 0].map((granted) => bandOf({ decided: 100, granted }))).toEqual([
      'nearly-all',
      'nearly-all',
      'most',
      'most',
      'many',
      'many',
      'fewer',
      'fewer',
    ]);
  });
});

describe('the form', () => {
  const whole: Record<string, string> = {
    givenNames: 'Layla', surname: 'Haddad', birthDate: '1988-03-12', sex: 'F', nationality: 'JO', residence: 'AE', number: 'n1234567',
    issuedBy: 'JO', issuedOn: '2022-01-01', expires: '2031-12-31', occupation: 'Doctor', 'stay-address': 'Galle Fort Hotel',
  }; // prettier-ignore
  const world = { today: day('2026-11-23'), arrival: day('2026-12-20'), isCountry: (code: string) => /^[A-Z]{2}$/.test(code) };
  const ceylon = evisaCountries.find((country) => country.code === 'LK')!;
  const check = (more: Record<string, string>) =>
    checkForm(
      ceylon,
      readTyped((name) => ({ ...whole, ...more })[name] ?? null),
      world,
    );

  it('reads a whole form as a person, with names as the passport’s zone has them', () => {
    expect(check({}).person).toMatchObject({ givenNames: 'LAYLA', surname: 'HADDAD', type: 'adult', document: { number: 'N1234567' } });
  });
  it('names every field that is missing', () => expect(Object.keys(checkForm(ceylon, {}, world).faults)).toHaveLength(11));
  it('takes a passport of one name', () => expect(check({ givenNames: '' }).person?.givenNames).toBe(''));
  it('refuses digits in a name, a date that is none, and a birth in the future', () => {
    expect(check({ surname: 'Had4d', birthDate: '2026-13-01', issuedOn: '2027-01-01' }).faults).toEqual({
      surname: 'letters',
      birthDate: 'date',
      issuedOn: 'future',
    });
  });
  it('counts age on the day of arrival', () => expect(check({ birthDate: '2014-12-20' }).person?.type).toBe('adult'));
});

describe('the passport’s zone beside the form', () => {
  const zone = {
    surname: 'HADDAD',
    givenNames: 'LAYLA',
    birthDate: '1988-03-12',
    nationality: 'JO',
    number: 'N1234567',
    expires: '2031-12-31',
  };
  it('finds nothing where they agree, however the form is written', () =>
    expect(mrzDifferences({ ...zone, surname: 'Haddád', number: 'n 1234567' }, zone)).toEqual([]));
  it('names each field that differs', () =>
    expect(mrzDifferences({ ...zone, number: 'N1234568', expires: '2031-12-30' }, zone)).toEqual(['number', 'expires']));
});
