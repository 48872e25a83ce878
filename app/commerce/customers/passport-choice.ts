/**
 * Which passport somebody travels on and where they live, kept in their own browser as `JO.AE`; either part may be
 * empty. No number, no name: it only chooses which visa rules are shown.
 */
export const passportCookie = 'rihla-passport';

export interface PassportChoice {
  /** ISO 3166 alpha-2. */
  readonly nationality: string | null;
  readonly residence: string | null;
}

/** The choice in a cookie's value; null when there is none or it is broken. */
export function readPassportChoice(value: string | null): PassportChoice | null {
  const match = /^([A-Z]{2})?\.([A-Z]{2})?$/.exec(value ?? '');
  if (!match || (!match[1] && !match[2])) return null;
  return { nationality: match[1] ?? null, residence: match[2] ?? null };
}

export function passportChoiceText({ nationality, residence }: PassportChoice): string {
  return `${nationality ?? ''}.${residence ?? ''}`;
}
