import { isLanguageCode, languageParameter, type LanguageCode } from '#app/values/preferences.ts';

/**
 * The language a document's address asks for, or null. The data behind a page follows its document. At the desk `lang` is
 * the language that somebody writes in, not the one they read.
 */
export function languageInAddress(url: URL): LanguageCode | null {
  if (url.pathname.endsWith('.data') || url.pathname.startsWith('/admin/')) return null;
  const asked = url.searchParams.get(languageParameter);
  return isLanguageCode(asked) ? asked : null;
}

/** A path in one language: English is the plain one. */
export function addressIn(language: LanguageCode, publicUrl: string, path: string): string {
  return `${publicUrl}${path}${language === 'en' ? '' : `?${languageParameter}=${language}`}`;
}

export interface LanguageAddress {
  readonly hreflang: LanguageCode | 'x-default';
  readonly href: string;
}

/** Every language of a page that the shop offers, and the one for whom none of them fits. */
export function languageAddresses(publicUrl: string, path: string, offered: readonly LanguageCode[]): LanguageAddress[] {
  return [
    ...offered.map((code) => ({ hreflang: code, href: addressIn(code, publicUrl, path) })),
    { hreflang: 'x-default', href: addressIn('en', publicUrl, path) },
  ];
}
