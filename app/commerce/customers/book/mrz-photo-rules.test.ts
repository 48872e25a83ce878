import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { findZone } from './mrz-photo-rules.ts';

const today = calendarDate('2026-11-23');
// The specimens of ICAO Doc 9303.
const first = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const second = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
const card = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
const found = (...lines: string[]) => findZone(lines.join('\n'), today);

describe('the zone of a photographed page', () => {
  it('is found among all that the page says, in a passport and in a card', () => {
    const page = found('UTOPIA PASSPORT', 'SURNAME ERIKSSON ANNA MARIA OF ALL THE PLACES', first, second, '');
    expect(page).toMatchObject({ lines: [first, second], value: { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', number: 'L898902C3' } });
    expect(found('REPUBLIC OF UTOPIA', ...card)).toMatchObject({ lines: card, value: { format: 'TD1', number: 'D23145890' } });
  });

  it('is read with noise among the fillers, and with signs too many or too few', () => {
    for (const lines of [
      ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<K<<<C<<<', second],
      [first, `L${second}`],
      [first, second.replace('<<<<<', '<<<')],
      [first, second.replace('UTO', 'UT0')],
      [first, second.replace('E184226B', 'E1842268')],
    ])
      expect(found(...lines), lines.join(' ')).toMatchObject({
        value: { surname: 'ERIKSSON', number: 'L898902C3', expires: '2012-04-15' },
      });
  });

  it('is right, or none, whichever sign is taken for one that looks like it, and whichever is dropped or doubled', () => {
    const alike: Record<string, string> = { O: '0', 0: 'O', I: '1', 1: 'I', B: '8', 8: 'B', S: '5', 5: 'S', Z: '2', 2: 'Z' };
    const wrongly = [...second].flatMap((sign, at) => {
      const [before, after] = [second.slice(0, at), second.slice(at + 1)];
      return [...(alike[sign] ? [before + alike[sign] + after] : []), before + sign + sign + after, before + after];
    });
    const read = wrongly.map((line) => found(first, line)).filter((zone) => zone !== null);
    for (const { value } of read)
      expect([value.number, value.nationality, value.birthDate, value.sex, value.expires]).toEqual([
        'L898902C3',
        '',
        '1974-08-12',
        'F',
        '2012-04-15',
      ]);
    // Of a figure that was dropped nothing is known.
    expect(read.length).toBeGreaterThan(wrongly.length / 2);
    expect(read.length).toBeLessThan(wrongly.length);
  });

  it('is none in a text without one', () => {
    expect(found('')).toBeNull();
    expect(found('PLEASE KEEP THIS PASSPORT IN A SAFE PLACE AT ALL TIMES', 'AND SHOW IT WHENEVER SOMEBODY ASKS FOR IT AT ALL')).toBeNull();
  });
});
