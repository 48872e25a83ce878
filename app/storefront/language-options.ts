import type { LanguageCode } from '#app/values/preferences.ts';

/** The specified options; each language under its own name. The flag is that of the market the texts are written for. */
export interface LanguageOption {
  readonly code: LanguageCode;
  readonly name: string;
  readonly flag: string;
  readonly flagCode: string;
}

export const languageOptions: readonly LanguageOption[] = [
  { code: 'en', name: 'English', flag: '🇬🇧', flagCode: 'GB' },
  { code: 'ar', name: 'العربية', flag: '🇦🇪', flagCode: 'AE' },
  { code: 'tl', name: 'Tagalog', flag: '🇵🇭', flagCode: 'PH' },
  { code: 'es', name: 'Español', flag: '🇪🇸', flagCode: 'ES' },
  { code: 'pt', name: 'Português', flag: '🇧🇷', flagCode: 'BR' },
];
