import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { checkDigit, readMrz } from './mrz-rules.ts';

const today = calendarDate('2026-11-21');
/** The specimens of ICAO Doc 9303, part 4 and part 5. */
const passport = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10';
const card = 'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<';

it.each([
  ['520727', '3'],
  ['AB2134<<<', '5'],
])('reckons the check digit of %s as Doc 9303 part 3 does', (text, digit) => {
  expect(checkDigit(text)).toBe(digit);
});

describe('reading a zone', () => {
  it('reads the passport specimen', () => {
    expect(readMrz(passport, today)).toEqual({
      ok: true,
      value: {
        format: 'TD3',
        code: 'P',
        number: 'L898902C3',
        issuedBy: '',
        nationality: '',
        surname: 'ERIKSSON',
        givenNames: 'ANNA MARIA',
        birthDate: '1974-08-12',
        sex: 'F',
        expires: '2012-04-15',
      },
    });
  });

  it('reads the card specimen', () => {
    expect(readMrz(card, today)).toMatchObject({
      ok: true,
      value: {
        format: 'TD1',
        number: 'D23145890',
        surname: 'ERIKSSON',
        givenNames: 'ANNA MARIA',
        birthDate: '1974-08-12',
        expires: '2012-04-15',
      },
    });
  });

  it('takes small letters, spaces and a single line', () => {
    expect(readMrz(passport.toLowerCase().replace('\n', '  '), today).ok).toBe(true);
  });

  it('knows Germany by its single letter', () => {
    expect(readMrz(passport.replaceAll('UTO', 'D<<'), today)).toMatchObject({ ok: true, value: { issuedBy: 'DE', nationality: 'DE' } });
  });

  it('reads a letter O in a date as the digit it must be', () => {
    expect(readMrz(passport.replace('1204159', '12O4159'), today)).toMatchObject({ ok: true, value: { expires: '2012-04-15' } });
  });

  it.each([
    [passport.replace('L898902C3', 'L898903C3'), 'check-digit'],
    [passport.replace('7408122', '7408132'), 'check-digit'],
    [`${passport.slice(0, -1)}9`, 'check-digit'],
    [card.replace('D23145890', 'D23145891'), 'check-digit'],
    [passport.slice(0, -1), 'shape'],
    ['', 'shape'],
    ['V'.repeat(88), 'shape'],
    ['<script>alert(1)</script>'.repeat(4), 'shape'],
  ])('refuses %#', (zone, refused) => {
    expect(readMrz(zone, today)).toEqual({ ok: false, refused });
  });
});
