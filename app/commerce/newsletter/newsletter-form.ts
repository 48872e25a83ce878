import { z } from 'zod';
import { emailKey } from '#app/values/email.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import { interests, type Taste } from './reader-taste.ts';

const address = z.string().transform(emailKey).pipe(z.email().max(254));

/** The address in a form, or null for what is none. */
export function readEmail(form: FormData): string | null {
  const read = address.safeParse(form.get('email'));
  return read.success ? read.data : null;
}

/** Language and interests in a form; what is not ours is left out. */
export function readTaste(form: FormData, fallback: LanguageCode): Taste {
  const asked = form.get('language');
  const chosen = form.getAll('interest');
  return {
    language: isLanguageCode(asked) ? asked : fallback,
    interests: interests.filter((interest) => chosen.includes(interest)),
  };
}
