import { describe, expect, it } from 'vitest';
import { mailFamilies } from '#app/commerce/messages/mail-kinds.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { nameOfMail } from './order-line.ts';

const records = textsFor('en').of('staff-records');

describe('mails in the line of time of an order', () => {
  it('has a name for every mail about an order, for the check-in and for a whole trip', () => {
    const templates = [...mailFamilies.orders.templates, ...mailFamilies.trips.templates, 'basket-settled'];
    const names = templates.map((template) => nameOfMail(records, template));
    expect(templates.filter((_, at) => names[at] === records('line.mail'))).toEqual([]);
    expect(names.length - new Set(names).size).toBe(0);
  });

  it('calls a mail that the house does not send any more a mail to the traveller', () => {
    expect(nameOfMail(records, 'of-another-year')).toBe('Mail to the traveller');
  });
});
