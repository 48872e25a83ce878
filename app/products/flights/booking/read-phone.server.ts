import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** E.164 of a telephone number as typed; null when no such number can exist. `country` is ISO alpha-2 or empty. */
export function readPhone(typed: string, country: string): string | null {
  const text = typed.trim().replace(/^00(?=[1-9])/, '+');
  const number = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined);
  return number?.isValid() ? number.number : null;
}

export function isPhoneCountry(code: string): boolean {
  return isSupportedCountry(code);
}
