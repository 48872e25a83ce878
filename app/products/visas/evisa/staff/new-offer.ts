import type { CalendarDate } from '#app/values/dates.ts';
import type { VisaCountry } from '../evisa-offer.ts';

/** What the form of a country begins with that was never sold. */
export function newOffer(code: string, today: CalendarDate): VisaCountry {
  return {
    code,
    slug: '',
    authority: '',
    site: 'https://',
    asOf: today,
    calendar: { zone: '', weekend: [5, 6], holidays: [] },
    open: 'all',
    closed: [],
    residents: [],
    passportMonths: 6,
    earliest: 90,
    documents: ['passport-page', 'photo'],
    fields: ['occupation', 'stay-address'],
    shown: 'printed',
    ports: 'all',
    extendable: false,
    rejectedService: 50,
    refusals: ['photo', 'incomplete', 'passport-validity', 'name-differs'],
    types: [],
  };
}
