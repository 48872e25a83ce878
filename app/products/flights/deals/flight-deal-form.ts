import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { languageCodes } from '#app/values/preferences.ts';
import type { FlightDeal } from './flight-deal.ts';
import { cabinsInOrder } from '../offer.ts';

export type DealField = 'id' | 'fromAirport' | 'toAirport' | 'nights' | 'travelFrom' | 'travelUntil' | 'bookBy' | 'price' | 'note';

/** Reads the form of a deal, and names every field that is wrong. An empty number of nights is one way. */
export function readDeal(get: (name: string) => string): {
  readonly deal: Omit<FlightDeal, 'withdrawn'>;
  readonly wrong: readonly DealField[];
} {
  const text = (name: string) => get(name).trim();
  const wrong: DealField[] = [];
  const id = text('id').toLowerCase();
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 60) wrong.push('id');
  const from = text('from').toUpperCase();
  const to = text('to').toUpperCase();
  if (!/^[A-Z]{3}$/.test(from)) wrong.push('fromAirport');
  if (!/^[A-Z]{3}$/.test(to) || to === from) wrong.push('toAirport');
  const nights = text('nights') === '' ? null : /^\d{1,3}$/.test(text('nights')) ? Number(text('nights')) : -1;
  if (nights !== null && (nights < 0 || nights > 180)) wrong.push('nights');
  const date = (field: 'travelFrom' | 'travelUntil' | 'bookBy'): CalendarDate => {
    const read = parseCalendarDate(text(field));
    if (!read) wrong.push(field);
    return read ?? ('' as CalendarDate);
  };
  const price = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text('price'));
  const fils = price ? Number(price[1]) * 100 + Number((price[2] ?? '').padEnd(2, '0')) : 0;
  if (fils <= 0) wrong.push('price');
  const note = Object.fromEntries(
    languageCodes.flatMap((code) => {
      const words = text(`note-${code}`).slice(0, 300);
      return words ? [[code, words]] : [];
    }),
  );
  if (!note.en) wrong.push('note');
  return {
    wrong,
    deal: {
      id,
      from,
      to,
      cabin: cabinsInOrder.find((cabin) => cabin === text('cabin')) ?? 'economy',
      nights,
      directOnly: text('directOnly') === '1',
      withBag: text('withBag') === '1',
      travelFrom: date('travelFrom'),
      travelUntil: date('travelUntil'),
      bookBy: date('bookBy'),
      price: money(Math.max(fils, 1), 'AED'),
      note,
    },
  };
}
