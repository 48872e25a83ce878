import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { checkForm } from './check-holiday-form.server.ts';
import type { HolidayForm } from './holiday-form.ts';
import { emptyForm } from './open-holiday-booking.server.ts';

const layla = { givenNames: 'Layla', surname: 'Haddad', birthDate: '1990-01-02', nationality: 'PH' };
const form = (people: HolidayForm['people']): HolidayForm => ({
  ...emptyForm(calendarDate('2027-03-01')),
  people,
  contact: { email: 'layla@example.com', phone: '+971501234567' },
});
const check = (...people: HolidayForm['people']) => checkForm(form(people), { minAge: 0, days: 7 });

describe('the travellers of a tour', () => {
  it('are each somebody else, whatever the capitals', () => {
    const checked = check(layla, { ...layla, givenNames: 'LAYLA' });
    expect(checked.travellers).toEqual([{}, { surname: 'twice' }]);
    expect(checked.people).toBeNull();
    expect(check(layla, { ...layla, givenNames: 'Mona' }).people).toHaveLength(2);
    // Twins have everything but a given name in common, a grandmother and her namesake everything but a birthday.
    expect(check(layla, { ...layla, birthDate: '1950-05-06' }).people).toHaveLength(2);
  });

  it('have a passport each', () => {
    const passport = { number: 'P1234567', expires: '2030-01-01' };
    expect(check({ ...layla, ...passport }, { ...layla, givenNames: 'Mona', ...passport }).travellers[1]).toEqual({ number: 'shared' });
    expect(check({ ...layla, ...passport }, { ...layla, givenNames: 'Mona', nationality: 'JO', ...passport }).people).toHaveLength(2);
  });
});
