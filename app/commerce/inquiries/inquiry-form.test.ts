import { describe, expect, test } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { readInquiry, type InquiryField } from './inquiry-form.ts';
import type { InquiryKind } from './inquiry-kinds.ts';

const today = calendarDate('2026-11-23');
const good = { name: 'Layla Haddad', email: ' Layla@Example.com ', message: 'We would like to travel in April.' };

function read(kind: InquiryKind, fields: Partial<Record<InquiryField, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...good, ...fields })) form.set(name, value);
  return readInquiry(kind, form, today);
}
const errorsOf = (kind: InquiryKind, fields: Partial<Record<InquiryField, string>>) => {
  const result = read(kind, fields);
  return result.ok ? {} : result.errors;
};

describe('an inquiry', () => {
  test('is read with dates, people and money as they are', () => {
    const result = read('holiday', { startsOn: '2027-04-03', endsOn: '2027-04-10', adults: '2', children: '1', budget: '12,000' });
    expect(result).toMatchObject({
      ok: true,
      value: {
        email: 'layla@example.com',
        startsOn: '2027-04-03',
        endsOn: '2027-04-10',
        adults: 2,
        children: 1,
        budget: { amount: 1_200_000, currency: 'AED' },
        phone: null,
      },
    });
  });

  test('takes the digits of an Arabic keyboard', () => {
    const result = read('holiday', { adults: '٢', budget: '١٢٬٠٠٠', startsOn: '٢٠٢٧-٠٤-٠٣' });
    expect(result).toMatchObject({ ok: true, value: { adults: 2, budget: { amount: 1_200_000 }, startsOn: '2027-04-03' } });
  });

  test('keeps only what its kind asks for', () => {
    const result = read('other', { startsOn: 'not a date', adults: '-5', from: 'Dubai' });
    expect(result).toMatchObject({ ok: true, value: { startsOn: null, adults: null, from: null } });
  });

  test('says of each wrong field what is wrong', () => {
    expect(errorsOf('holiday', { name: ' ', email: 'layla', message: '' })).toEqual({
      name: 'name-missing',
      email: 'email-wrong',
      message: 'message-missing',
    });
    expect(errorsOf('holiday', { message: 'short', phone: '12' })).toEqual({ message: 'message-short', phone: 'phone-wrong' });
    expect(errorsOf('holiday', { startsOn: '2026-11-22' })).toEqual({ startsOn: 'date-past' });
    expect(errorsOf('holiday', { startsOn: '2027-02-30' })).toEqual({ startsOn: 'date-wrong' });
    expect(errorsOf('holiday', { startsOn: '2031-01-01' })).toEqual({ startsOn: 'date-far' });
    expect(errorsOf('holiday', { startsOn: '2027-04-03', endsOn: '2027-04-02' })).toEqual({ endsOn: 'end-before-start' });
    expect(errorsOf('flight-group', { adults: '0', children: '1e3' })).toEqual({ adults: 'adults-wrong', children: 'children-wrong' });
    expect(errorsOf('holiday', { budget: '99999999999999999999' })).toEqual({ budget: 'budget-wrong' });
    expect(errorsOf('booking', { order: 'ABC' })).toEqual({ order: 'order-wrong' });
    expect(errorsOf('other', { message: 'x'.repeat(4_001) })).toEqual({ message: 'message-long' });
  });

  test('loses the signs that turn the direction of text round, and controls, and keeps its scripts', () => {
    const result = read('other', { name: '\u202Eليلى\u0000 حداد\u2066', message: 'مرحبا\u202E، نريد\r\nرحلة\u0007 هادئة.' });
    expect(result).toMatchObject({ ok: true, value: { name: 'ليلى حداد', message: 'مرحبا، نريد\nرحلة هادئة.' } });
  });

  test('takes a phone of the Emirates without its country code', () => {
    expect(read('other', { phone: '050 123 4567' })).toMatchObject({ ok: true, value: { phone: '+971501234567' } });
  });

  test('about a visa takes countries of the list and what was said of refusals, and nothing of it for other kinds', () => {
    const told = { nationality: 'PH', residence: 'AE', destination: 'XX', purpose: 'family', refused: 'yes' };
    expect(read('visa-assistance', told)).toMatchObject({
      ok: true,
      value: { visa: { nationality: 'PH', residence: 'AE', destination: null, purpose: 'family', refusedBefore: true } },
    });
    expect(read('e-visa', told)).toMatchObject({ ok: true, value: { visa: { nationality: 'PH', refusedBefore: null } } });
    expect(read('holiday', told)).toMatchObject({ ok: true, value: { visa: { nationality: null, purpose: null } } });
  });
});

describe('an inquiry of a group', () => {
  test('is for as many people as one group has, and for two places', () => {
    const group = { from: 'Dubai', to: 'London', adults: '150', children: '50' };
    expect(read('flight-group', group)).toMatchObject({ ok: true, value: { adults: 150, children: 50 } });
    expect(errorsOf('flight-group', { ...group, children: '51' })).toEqual({ children: 'people-many' });
    expect(errorsOf('flight-group', { ...group, adults: '201' })).toEqual({ adults: 'adults-wrong' });
    // Infants on laps and the cabin belong to a group, and to nothing else that is asked.
    const party = { ...group, adults: '12', children: '3', infants: '1', cabin: 'business' };
    expect(read('flight-group', party)).toMatchObject({ ok: true, value: { adults: 12, children: 3, infants: 1, cabin: 'business' } });
    expect(read('holiday', party)).toMatchObject({ ok: true, value: { adults: 12, infants: null, cabin: null } });
    expect(read('flight-group', { ...party, cabin: 'roof' })).toMatchObject({ ok: true, value: { cabin: null } });
    expect(errorsOf('flight-group', { ...party, infants: '13' })).toEqual({ infants: 'infants-many' });
    expect(errorsOf('flight-group', { ...group, adults: '150', children: '50', infants: '1' })).toEqual({ children: 'people-many' });
    for (const to of ['Dubai', ' DUBAI ', 'dubái']) expect(errorsOf('flight-group', { ...group, to })).toEqual({ to: 'place-same' });
    // Nobody has to say where to: the desk asks.
    expect(errorsOf('flight-group', { from: 'Dubai', to: '' })).toEqual({});
  });
});
