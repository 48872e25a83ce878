import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { z } from 'zod';
import { emailKey } from '#app/values/email.ts';
import { brokenPasswordRules, longestPassword } from './password-rules.ts';

/** Error codes are keys of the catalogue: `account:error.<code>`. */
export type AccountField = 'email' | 'password' | 'firstName' | 'lastName' | 'phone';
export type FieldErrors = Partial<Record<AccountField, string>>;

// Normalised before it is checked, so that what was checked is what is compared and written to.
const email = z
  .string()
  .transform(emailKey)
  .pipe(z.string().min(1, 'email-missing').max(254, 'email-wrong').pipe(z.email('email-wrong')));

/** A name as people write theirs: any script, spaces, hyphens, apostrophes, dots. No digits, signs or addresses. */
const name = (field: string) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .min(1, `${field}-missing`)
    .max(60, `${field}-long`)
    .regex(/^[\p{L}\p{M}][\p{L}\p{M} .'’ʼ-]*$/u, `${field}-wrong`);

/** Whose numbers are meant where none is chosen. */
export const usualPhoneCountry = 'AE';

/** Stored as E.164. Without a country code of its own it is taken for a number of the chosen country. */
const phone = (country: CountryCode) =>
  z
    .string()
    .trim()
    .max(40, 'phone-wrong')
    .transform((typed, context) => {
      if (typed === '') return null;
      const number = parsePhoneNumberFromString(typed.replace(/^00(?=[1-9])/, '+'), country);
      if (number?.isPossible()) return number.number as string;
      context.addIssue({ code: 'custom', message: 'phone-wrong' });
      return z.NEVER;
    });

const signIn = z.object({ email, password: z.string().min(1, 'password-missing').max(longestPassword, 'credentials') });

const signUp = (country: CountryCode) =>
  z
    .object({
      email,
      password: z.string().min(1, 'password-missing').max(1_000, 'password-length'),
      firstName: name('first-name'),
      lastName: name('last-name'),
      phone: phone(country),
    })
    .superRefine((value, context) => {
      const [broken] = brokenPasswordRules(value.password, value);
      if (broken) context.addIssue({ code: 'custom', path: ['password'], message: `password-${broken}` });
    });

export type SignIn = z.output<typeof signIn>;
/** `letter`: whoever signs up also wants the letter; a tick of its own, and off until it is set. */
export type SignUp = z.output<ReturnType<typeof signUp>> & { readonly letter: boolean };
export type Parsed<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly errors: FieldErrors };

const text = (form: FormData, field: string): string => {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
};

function parse<Schema extends z.ZodType>(schema: Schema, form: FormData, fields: readonly AccountField[]): Parsed<z.output<Schema>> {
  const result = schema.safeParse(Object.fromEntries(fields.map((field) => [field, text(form, field)])));
  if (result.success) return { ok: true, value: result.data };
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) errors[issue.path[0] as AccountField] ??= issue.message;
  return { ok: false, errors };
}

export function readSignIn(form: FormData): Parsed<SignIn> {
  return parse(signIn, form, ['email', 'password']);
}

/** The one field of a forgotten password. */
export function readAddress(form: FormData): Parsed<{ email: string }> {
  return parse(z.object({ email }), form, ['email']);
}

/** The same from a field of another name. */
export function parseAddress(typed: string): Parsed<{ email: string }> {
  const form = new FormData();
  form.set('email', typed);
  return readAddress(form);
}

export function readSignUp(form: FormData, known: readonly string[] = []): Parsed<SignUp> {
  const country = text(form, 'phoneCountry');
  const read = parse(signUp(isSupportedCountry(country) ? country : usualPhoneCountry), form, [
    'email',
    'password',
    'firstName',
    'lastName',
    'phone',
  ]);
  if (read.ok && known.includes(read.value.password)) return { ok: false, errors: { password: 'password-common' } };
  return read.ok ? { ok: true, value: { ...read.value, letter: form.get('letter') === 'on' } } : read;
}

/** What was typed, to be shown again after an error. Never the password. */
export function typedValues(form: FormData): Record<Exclude<AccountField, 'password'> | 'phoneCountry' | 'letter', string> {
  const kept = (field: string) => text(form, field).slice(0, 300);
  return {
    email: kept('email'),
    firstName: kept('firstName'),
    lastName: kept('lastName'),
    phoneCountry: kept('phoneCountry'),
    phone: kept('phone'),
    letter: kept('letter'),
  };
}
