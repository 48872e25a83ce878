import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPublic } from '#app/backoffice/settings/public-setting.ts';
import { readInvitation } from '#app/backoffice/staff-accounts/invitation-form.ts';
import { readBooker } from '#app/commerce/bookings/booker-form.server.ts';
import { readCall } from '#app/commerce/consultations/read-consultation.server.ts';
import { parseAddress, readSignIn, readSignUp } from '#app/commerce/customers/account-form.server.ts';
import { readCompanyForm } from '#app/commerce/customers/companies/company-form.ts';
import { readFeedback } from '#app/commerce/feedback/feedback-form.ts';
import { readInquiry } from '#app/commerce/inquiries/inquiry-form.ts';
import { readEmail } from '#app/commerce/newsletter/newsletter-form.ts';
import { readPartner } from '#app/commerce/partners/read-partner.server.ts';
import { readHandTicket, typedTicket } from '#app/commerce/tickets/ticket-form.ts';
import { readApplication } from '#app/people/recruitment/application-form.ts';
import { readSupplyWork } from '#app/products/experiences/staff/supply-form.ts';
import { readQuoteForm } from '#app/products/flights/quotes/flight-quote-form.ts';
import { readSupplier } from '#app/products/flights/supply/flight-supplier-form.ts';
import { contactFaults, readContact } from '#app/products/holidays/booking/holiday-form.ts';
import { instant, parseCalendarDate } from '#app/values/dates.ts';
import { looksLikeEmail, plainEmail } from '#app/values/email.ts';

/* An address that was pasted from a message brings signs along that nobody sees; whichever form it is put into, it is the address. */
const meant = 'layla@example.com';
const pasted = [
  ['marks of direction', '\u200elayla@example.com\u200f'],
  ['no width', 'layla\u200b@example\u2060.com\u200d'],
  ['a mark of byte order', '\ufefflayla@example.com'],
  ['spaces that do not break', '\u00a0layla@example.com\u202f'],
  ['isolates', '\u2068layla@example.com\u2069'],
  ['a soft hyphen and a sign of form', 'layla@exam\u00adple.com\ufe0f'],
] as const;

const formOf = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** What each form of the store and of the desk makes of an address; null where it is refused. */
const readers: Readonly<Record<string, (email: string) => string | null>> = {
  'a stay, an experience or a proposal': (email) => {
    const { booker, faults } = readBooker(formOf({ email }));
    return faults.includes('email') ? null : booker.email;
  },
  'a holiday': (email) => {
    const contact = readContact((name) => (name === 'email' ? email : null));
    return contactFaults(contact).includes('email') ? null : contact.email;
  },
  'a letter': (email) => readEmail(formOf({ email })),
  'a question to us': (email) => {
    const read = readInquiry(
      'booking',
      formOf({ email, name: 'Layla', message: 'Where is my bag, please?' }),
      parseCalendarDate('2026-11-24')!,
    );
    return read.ok ? read.value.email : null;
  },
  'a call': (email) => {
    const read = readCall(formOf({ email, name: 'Layla', phone: '+971501234567', channel: 'phone', country: 'FR', words: '' }), null);
    return read.ok ? read.value.contact.email : null;
  },
  feedback: (email) => {
    // A complaint is the kind that needs an address.
    const read = readFeedback(formOf({ email, kind: 'complaint', words: 'Nobody has rung me back since Monday.' }));
    return read.ok ? read.value.email : null;
  },
  'a partner': (email) => {
    const fields = {
      kind: 'hotel',
      company: 'Oasis',
      country: 'AE',
      licence: 'CN-12345',
      name: 'Layla',
      role: 'Owner',
      phone: '+971501234567',
    };
    const form = formOf({ ...fields, email, mandate: 'yes', offers: 'Forty rooms by the sea, with breakfast and a boat.' });
    const read = readPartner(form, (code) => code === 'AE');
    return read.ok ? read.value.contact.email : null;
  },
  'an application': (email) => {
    const read = readApplication(formOf({ email, name: 'Layla', experience: 'Ten years at a desk.', keep: '6', agree: 'yes' }), []);
    return read.ok ? read.value.contact.email : null;
  },
  'a new account': (email) => {
    const read = readSignUp(formOf({ email, password: 'a long-enough Password 1', firstName: 'Layla', lastName: 'Haddad', phone: '' }));
    return read.ok ? read.value.email : null;
  },
  'signing in': (email) => {
    const read = readSignIn(formOf({ email, password: 'x' }));
    return read.ok ? read.value.email : null;
  },
  'another address': (email) => {
    const read = parseAddress(email);
    return read.ok ? read.value.email : null;
  },
  'a supplier': (email) => {
    const { wrong, fields } = readSupplier((name) => (name === 'contactEmail' ? email : ''));
    // A supplier may have none.
    return wrong.includes('contactEmail') || fields.contactEmail === '' ? null : fields.contactEmail;
  },
  'an operator': (email) => {
    const work = readSupplyWork(formOf({ email, intent: 'operator', name: 'Oasis' }));
    return work?.do === 'operator' && looksLikeEmail(work.email) ? work.email : null;
  },
  'a colleague': (email) => {
    const { typed, wrong } = readInvitation(formOf({ email, name: 'Layla' }));
    return wrong === 'email' ? null : typed.email;
  },
  'the address of the house': (email) => {
    const read = readPublic(formOf({ email }));
    return read.ok ? read.value.email : null;
  },
  'a ticket that a colleague opens': (email) => {
    const fields = { name: 'Layla', subject: 'Bag', words: 'Where is my bag?', channel: 'phone', language: 'en', priority: 'normal' };
    const read = readHandTicket(typedTicket(formOf({ ...fields, email })));
    return read.ok ? read.value.contact.email : null;
  },
  'who is written to of a company': (email) => {
    const read = readCompanyForm(formOf({ email, name: 'Oasis' }), []);
    // A company may have none.
    return read.ok && read.facts.contact.email !== '' ? read.facts.contact.email : null;
  },
  'a quote for flights': (email) => {
    const now = instant(Date.parse('2026-11-24T08:00:00Z'));
    const { typed, faults } = readQuoteForm(formOf({ email }), { now, departsOn: null, phone: (said) => said });
    return faults.some(({ field }) => field === 'email') ? null : typed.email;
  },
};

describe('an address that was pasted with signs that cannot be seen', () => {
  it.each(pasted)('is the address without them: %s', (_, typed) => {
    expect(plainEmail(typed)).toBe(meant);
    for (const [form, read] of Object.entries(readers)) expect(read(typed), form).toBe(meant);
  });
  it('is still wrong where a space stands within it, or where nothing can be seen at all', () => {
    for (const [form, read] of Object.entries(readers))
      for (const typed of ['layla@exam\u00a0ple.com', '\u200e\u200b']) expect(read(typed), form).toBeNull();
  });
});

it('an address in letters of another script is read by every form as the network writes it', () => {
  for (const [form, read] of Object.entries(readers)) expect(read('user@bücher.example'), form).toBe('user@xn--bcher-kva.example');
  for (const [form, read] of Object.entries(readers)) expect(read('user@bücher..example'), form).toBeNull();
});

it('what an address looks like is said in one place, and is a name, one sign and a place of whole words', () => {
  for (const address of ['layla@example.com', "d'arcy@mail.example.com", 'a@b.ae', 'layla+trip@exämple.com'])
    expect(looksLikeEmail(plainEmail(address)), address).toBe(true);
  for (const address of [
    'layla',
    'layla@',
    '@example.com',
    'layla@example',
    'x@example..com',
    'x@.com',
    'a@b@example.com',
    '<x>@example.com',
  ])
    expect(looksLikeEmail(address), address).toBe(false);
  const own = globSync('app/**/*.{ts,tsx}').filter((file) => /\[\^\\s@[^\]]*\]/.test(readFileSync(file, 'utf8')));
  expect(own).toEqual(['app/values/email.ts']);
});
