import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { readProfile } from '../customers/book/profile-store.server.ts';
import { longestPickup } from './booker-lengths.ts';

/** Who books and is met at the start: no passport, only a name and ways to reach them. */
export interface Booker {
  readonly givenNames: string;
  readonly surname: string;
  readonly email: string;
  /** E.164 once it is read. */
  readonly phone: string;
  readonly note: string;
  /** Where they are fetched; absent where nobody is. */
  readonly pickup?: string;
}
export type BookerField = keyof Booker;

const lengths: Readonly<Record<BookerField, number>> = {
  givenNames: 60,
  surname: 60,
  email: 120,
  phone: 30,
  note: 400,
  pickup: longestPickup,
};
const nameSigns = /^[\p{L}\p{M}][\p{L}\p{M}\s'’.-]*$/u;

/** Where somebody is fetched, as it was typed; null where no driver could find it. */
export function readPickup(value: FormDataEntryValue | null): string | null {
  const typed = typeof value === 'string' ? plainLine(value, longestPickup + 1) : '';
  return typed.length <= longestPickup && /\p{L}.*\p{L}.*\p{L}/u.test(typed) ? typed : null;
}

/** What was typed, and the fields that are not right; with none the booker can be used. Numbers without a country are of the Emirates. */
export function readBooker(
  form: FormData,
  asks: { readonly pickup: boolean } = { pickup: false },
): { readonly booker: Booker; readonly faults: readonly BookerField[] } {
  const text = (name: BookerField) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim().slice(0, lengths[name]) : '';
  };
  const typed = {
    givenNames: text('givenNames'),
    surname: text('surname'),
    email: plainEmail(form.get('email')).slice(0, lengths.email),
    phone: text('phone'),
    note: text('note'),
    ...(asks.pickup ? { pickup: readPickup(form.get('pickup')) ?? text('pickup') } : {}),
  };
  const number = parsePhoneNumberFromString(typed.phone.replace(/^00(?=[1-9])/, '+'), 'AE');
  const faults: BookerField[] = [
    ...(['givenNames', 'surname'] as const).filter((field) => !nameSigns.test(typed[field])),
    ...(looksLikeEmail(typed.email) ? [] : (['email'] as const)),
    ...(number?.isValid() ? [] : (['phone'] as const)),
    ...(asks.pickup && readPickup(form.get('pickup')) === null ? (['pickup'] as const) : []),
  ];
  return { booker: number?.isValid() ? { ...typed, phone: number.number } : typed, faults };
}

/** What the house knows of a customer already, so that they need not type it again. */
export async function knownBooker(platform: Platform, viewer: Viewer): Promise<Booker> {
  const nobody: Booker = { givenNames: '', surname: '', email: '', phone: '', note: '' };
  if (viewer.kind !== 'customer') return nobody;
  const { identity, contact } = await readProfile(platform, viewer.user.id);
  return { ...nobody, givenNames: identity.given, surname: identity.surname, email: viewer.user.email, phone: contact.phone };
}
