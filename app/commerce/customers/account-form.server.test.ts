import { describe, expect, it } from 'vitest';
import { readSignIn, readSignUp, typedValues } from './account-form.server.ts';

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

const complete = {
  email: ' Layla@Example.com ',
  password: 'camels walk at dawn',
  firstName: ' Layla ',
  lastName: 'Haddad',
  phone: '050 123 4567',
};
const errorsOf = (more: Record<string, string>) => {
  const read = readSignUp(form({ ...complete, ...more }));
  return read.ok ? null : read.errors;
};

describe('the sign-up form', () => {
  it('yields clean values: a lower-case address, trimmed names, an international number', () => {
    expect(readSignUp(form(complete))).toEqual({
      ok: true,
      value: {
        email: 'layla@example.com',
        password: 'camels walk at dawn',
        firstName: 'Layla',
        lastName: 'Haddad',
        phone: '+971501234567',
        letter: false,
      },
    });
  });

  it('takes a wish for the letter only from a tick', () => {
    const wish = (letter: string) => {
      const read = readSignUp(form({ ...complete, letter }));
      return read.ok && read.value.letter;
    };
    expect([wish('on'), wish(''), wish('off')]).toEqual([true, false, false]);
  });

  it('reads a number as one of the chosen country, unless it names its own; of the Emirates where none is chosen', () => {
    const numberOf = (phoneCountry: string, phone: string) => {
      const read = readSignUp(form({ ...complete, phoneCountry, phone }));
      return read.ok ? read.value.phone : read.errors.phone;
    };
    expect(numberOf('SA', '050 123 4567')).toBe('+966501234567');
    expect(numberOf('GB', '07400 123456')).toBe('+447400123456');
    expect(numberOf('SA', '+971 50 123 4567')).toBe('+971501234567');
    expect(numberOf('SA', '00971 50 123 4567')).toBe('+971501234567');
    expect([numberOf('', '050 123 4567'), numberOf('Atlantis', '050 123 4567')]).toEqual(['+971501234567', '+971501234567']);
    expect(numberOf('BR', '12')).toBe('phone-wrong');
  });

  it('lets the phone number be empty', () => {
    const read = readSignUp(form({ ...complete, phone: '' }));
    expect(read.ok && read.value.phone).toBeNull();
  });

  it.each(['ليلى', 'José María', "O'Neill", 'Nguyễn', 'Al-Farsi', 'J. P.'])('takes the name %s', (firstName) => {
    expect(errorsOf({ firstName })).toBeNull();
  });

  it.each([
    [{ email: '' }, { email: 'email-missing' }],
    [{ email: 'layla' }, { email: 'email-wrong' }],
    [{ email: 'layla@example.com\nBcc: all@example.com' }, { email: 'email-wrong' }],
    [{ password: '' }, { password: 'password-missing' }],
    [{ password: 'short' }, { password: 'password-length' }],
    [{ password: 'password123' }, { password: 'password-common' }],
    [{ password: 'Layla Haddad' }, { password: 'password-own' }],
    [{ firstName: ' ' }, { firstName: 'first-name-missing' }],
    [{ firstName: '<script>' }, { firstName: 'first-name-wrong' }],
    [{ lastName: 'R2D2' }, { lastName: 'last-name-wrong' }],
    [{ phone: '12' }, { phone: 'phone-wrong' }],
    [{ phone: '+971 call me' }, { phone: 'phone-wrong' }],
  ])('refuses %j', (more, errors) => {
    expect(errorsOf(more)).toEqual(errors);
  });

  it('does not fall over fields that are missing or files', () => {
    const data = new FormData();
    data.append('email', new Blob(['x']), 'x.txt');
    const read = readSignUp(data);
    expect(read.ok ? {} : read.errors).toMatchObject({ email: 'email-missing', firstName: 'first-name-missing' });
  });
});

it('asks only for the two fields when signing in, and not for a strong password', () => {
  expect(readSignIn(form({ email: 'A@b.example', password: 'x' }))).toEqual({ ok: true, value: { email: 'a@b.example', password: 'x' } });
});

it('keeps what was typed, but never the password', () => {
  expect(typedValues(form(complete))).toEqual({
    email: ' Layla@Example.com ',
    firstName: ' Layla ',
    lastName: 'Haddad',
    phoneCountry: '',
    phone: '050 123 4567',
    letter: '',
  });
});
