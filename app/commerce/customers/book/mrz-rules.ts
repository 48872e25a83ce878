import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { alpha2Of } from './country-codes.ts';

/*
 * The machine-readable zone of passports (TD3, two lines of 44) and identity cards (TD1, three lines of 30):
 * ICAO Doc 9303, parts 3 to 5. Every check digit must agree; a zone that does not check out fills nothing.
 */

export interface MrzReading {
  readonly format: 'TD3' | 'TD1';
  /** P for a passport, I, A or C for a card. */
  readonly code: string;
  readonly number: string;
  /** ISO 3166 alpha-2, or empty where the code is no country's (UTO of the specimen, a refugee's XXB). */
  readonly issuedBy: string;
  readonly nationality: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly birthDate: CalendarDate;
  readonly sex: 'F' | 'M' | 'X';
  readonly expires: CalendarDate;
}

export type MrzRefusal = 'shape' | 'check-digit' | 'date';
export type MrzAnswer = { readonly ok: true; readonly value: MrzReading } | { readonly ok: false; readonly refused: MrzRefusal };

/** Weights 7, 3, 1; letters count from A = 10; the filler counts nothing. */
export function checkDigit(text: string): string {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index]!;
    const value = sign === '<' ? 0 : sign >= 'A' ? sign.charCodeAt(0) - 55 : Number(sign);
    sum += value * [7, 3, 1][index % 3]!;
  }
  return String(sum % 10);
}

/** Where a digit belongs, what scanners take for letters; where a letter belongs, the reverse. */
const digits = (text: string) => text.replace(/O/g, '0').replace(/I/g, '1').replace(/B/g, '8').replace(/S/g, '5').replace(/Z/g, '2');
const letters = (text: string) => text.replace(/0/g, 'O').replace(/1/g, 'I').replace(/8/g, 'B').replace(/5/g, 'S').replace(/2/g, 'Z');

/** Reads a pasted zone. `today` decides the century of the two-digit years. */
export function readMrz(pasted: string, today: CalendarDate): MrzAnswer {
  const plain = pasted
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[«‹]/g, '<')
    .replace(/[^A-Z0-9<]/g, '');
  if (plain.length === 88 && plain.startsWith('P')) return readTd3(plain.slice(0, 44), plain.slice(44), today);
  if (plain.length === 90 && /^[IAC]/.test(plain)) return readTd1(plain.slice(0, 30), plain.slice(30, 60), plain.slice(60), today);
  return { ok: false, refused: 'shape' };
}

function readTd3(first: string, second: string, today: CalendarDate): MrzAnswer {
  const [birth, expiry] = [digits(second.slice(13, 20)), digits(second.slice(21, 28))];
  const personal = second.slice(28, 43);
  // Where there is no personal number its check digit may be a filler.
  const personalRight = second[42] === checkDigit(second.slice(28, 42)) || (second[42] === '<' && /^<{14}$/.test(second.slice(28, 42)));
  const right =
    digits(second[9]!) === checkDigit(second.slice(0, 9)) &&
    personalRight &&
    digits(second[43]!) === checkDigit(second.slice(0, 10) + birth + expiry + personal);
  return finish('TD3', first, right, {
    number: second.slice(0, 9),
    nationality: second.slice(10, 13),
    birth,
    sex: second[20]!,
    expiry,
    names: first.slice(5),
    today,
  });
}

function readTd1(first: string, second: string, names: string, today: CalendarDate): MrzAnswer {
  const [birth, expiry] = [digits(second.slice(0, 7)), digits(second.slice(8, 15))];
  let number = first.slice(5, 14);
  let numberRight = digits(first[14]!) === checkDigit(number);
  if (first[14] === '<') {
    // A number longer than nine signs runs on into the optional field, its check digit last.
    const rest = first.slice(15).replace(/<+$/, '');
    number += rest.slice(0, -1);
    numberRight = rest.length > 1 && rest.at(-1) === checkDigit(number);
  }
  const whole = first.slice(5) + birth + expiry + second.slice(18, 29);
  return finish('TD1', first, numberRight && digits(second[29]!) === checkDigit(whole), {
    number,
    nationality: second.slice(15, 18),
    birth,
    sex: second[7]!,
    expiry,
    names,
    today,
  });
}

function finish(
  format: 'TD3' | 'TD1',
  first: string,
  right: boolean,
  zone: { number: string; nationality: string; birth: string; sex: string; expiry: string; names: string; today: CalendarDate },
): MrzAnswer {
  const dated = (text: string) => text[6] === checkDigit(text.slice(0, 6));
  if (!right || !dated(zone.birth) || !dated(zone.expiry)) return { ok: false, refused: 'check-digit' };
  const thisYear = Number(zone.today.slice(0, 4));
  const full = (text: string, latest: number) => {
    const year = 2000 + Number(text.slice(0, 2));
    return parseCalendarDate(`${year > latest ? year - 100 : year}-${text.slice(2, 4)}-${text.slice(4, 6)}`);
  };
  const birthDate = full(zone.birth, thisYear);
  // Papers last ten years at most, some cards longer.
  const expires = full(zone.expiry, thisYear + 30);
  if (!birthDate || !expires) return { ok: false, refused: 'date' };
  const [surname = '', given = ''] = letters(zone.names).split('<<');
  const words = (text: string) => text.replace(/</g, ' ').trim();
  return {
    ok: true,
    value: {
      format,
      code: first[0]!,
      number: zone.number.replace(/</g, ''),
      issuedBy: alpha2Of(letters(first.slice(2, 5))),
      nationality: alpha2Of(letters(zone.nationality)),
      surname: words(surname),
      givenNames: words(given),
      birthDate,
      sex: zone.sex === 'F' || zone.sex === 'M' ? zone.sex : 'X',
      expires,
    },
  };
}
