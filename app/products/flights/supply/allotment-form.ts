import { parseCalendarDate } from '#app/values/dates.ts';
import { cabinsInOrder, type Cabin } from '../offer.ts';

/** What a form says of an allotment, checked for its form alone. */
export interface AllotmentFields {
  readonly airline: string;
  readonly number: number;
  readonly fromAirport: string;
  readonly toAirport: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly weekdays: number;
  readonly cabin: Cabin;
  readonly seats: number;
  /** Minor units of AED. */
  readonly net: number;
  readonly withBag: boolean;
  readonly releaseDays: number;
}

export type AllotmentField = 'flight' | 'fromAirport' | 'toAirport' | 'firstDay' | 'lastDay' | 'weekdays' | 'seats' | 'net' | 'releaseDays';

export interface ReadAllotment {
  readonly fields: AllotmentFields;
  readonly wrong: readonly AllotmentField[];
}

/** Reads the fields of a form or of a line of a file: `flight`, `from`, `to`, `first`, `last`, `days` (as in 1234567, Monday first), `cabin`, `seats`, `net`, `bag`, `release`. */
export function readAllotment(get: (name: string) => string): ReadAllotment {
  const wrong: AllotmentField[] = [];
  const text = (name: string) => get(name).trim();
  const keep = <Value>(field: AllotmentField, value: Value | null, instead: Value): Value => {
    if (value === null) wrong.push(field);
    return value ?? instead;
  };
  const flight = /^([A-Z0-9]{2}) ?([1-9]\d{0,3})$/.exec(text('flight').toUpperCase());
  if (!flight) wrong.push('flight');
  const airport = (name: string) => (/^[A-Z]{3}$/.test(text(name).toUpperCase()) ? text(name).toUpperCase() : null);
  const whole = (name: string, least: number, most: number) => {
    const value = /^\d{1,6}$/.test(text(name)) ? Number(text(name)) : Number.NaN;
    return value >= least && value <= most ? value : null;
  };
  const firstDay = keep('firstDay', parseCalendarDate(text('first')), '' as never) as string;
  const lastDay = keep('lastDay', parseCalendarDate(text('last')), '' as never) as string;
  if (firstDay && lastDay && firstDay > lastDay) wrong.push('lastDay');
  const days = [...new Set(text('days'))].filter((day) => day >= '1' && day <= '7');
  if (days.length === 0) wrong.push('weekdays');
  const net = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text('net'));
  const fils = net ? Number(net[1]) * 100 + Number((net[2] ?? '').padEnd(2, '0')) : 0;
  if (fils <= 0) wrong.push('net');
  const fromAirport = keep('fromAirport', airport('from'), '');
  const toAirport = keep('toAirport', airport('to'), '');
  return {
    fields: {
      airline: flight?.[1] ?? '',
      number: Number(flight?.[2] ?? 0),
      fromAirport,
      toAirport,
      firstDay,
      lastDay,
      weekdays: days.reduce((bits, day) => bits | (1 << (Number(day) - 1)), 0),
      cabin: cabinsInOrder.find((cabin) => cabin === text('cabin')) ?? 'economy',
      seats: keep('seats', whole('seats', 1, 400), 0),
      net: fils,
      withBag: text('bag') === '1',
      releaseDays: keep('releaseDays', whole('release', 0, 120), 0),
    },
    wrong,
  };
}
