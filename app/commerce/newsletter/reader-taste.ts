import type { LanguageCode } from '#app/values/preferences.ts';

/** What a reader may ask for more of; none chosen means all of it. */
export const interests = ['flights', 'holidays', 'staycations', 'experiences', 'visas'] as const;
export type Interest = (typeof interests)[number];

export interface Taste {
  readonly language: LanguageCode;
  readonly interests: readonly Interest[];
}

/** Each language under its own name. */
export const ownNames: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  ar: 'العربية',
  tl: 'Tagalog',
  es: 'Español',
  pt: 'Português',
};
