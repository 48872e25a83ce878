import type { LanguageCode } from '#app/values/preferences.ts';

/**
 * With which day a week begins, 0 for Monday to 6 for Sunday, as the CLDR has it for the region that a language's dates are
 * written for. Arabic is that of the Emirates here: since 2022 their weekend is Saturday and Sunday, and Monday comes first.
 * A table, because Firefox does not tell (`Intl.Locale` weekInfo) and page and server must agree; its test asks Node.
 */
export const firstWeekday: Readonly<Record<LanguageCode, number>> = { en: 0, ar: 0, es: 0, pt: 6, tl: 6 };
