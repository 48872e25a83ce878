import i18next, { type i18n, type Resource } from 'i18next';
import { useContext, type ReactNode } from 'react';
import { I18nContext, I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import type { LanguageCode } from '#app/values/preferences.ts';

export type Texts = i18n;

/** Loads one catalogue in the browser; the server has them all. */
export type ReadCatalogue = (language: string, name: string) => Promise<object>;

/**
 * The catalogues of one language. A missing key falls back to English (merged underneath when the catalogue
 * is loaded), then to the key itself. The language of an instance never changes: a switch is a new document.
 */
export function openTexts(language: LanguageCode, resources: Resource, read?: ReadCatalogue): Texts {
  const texts = i18next.createInstance();
  if (read) {
    texts.use({
      type: 'backend',
      init: () => undefined,
      read: (code: string, name: string, callback: (fault: Error | null, found: object | false) => void) => {
        read(code, name).then(
          (found) => callback(null, found),
          (fault: Error) => callback(fault, false),
        );
      },
    });
  }
  void texts.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    supportedLngs: ['en', 'ar', 'tl', 'es', 'pt'],
    resources,
    partialBundledLanguages: true,
    ns: Object.keys(resources[language] ?? {}),
    defaultNS: 'frame',
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: read !== undefined },
    returnNull: false,
  });
  return texts;
}

export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <I18nextProvider i18n={texts}>{children}</I18nextProvider>;
}

/** The translate function of one catalogue; suspends in the browser while the catalogue loads. */
export function useTexts(name: string) {
  return useTranslation(name).t;
}

/** The language of the page. Outside its provider is a programming fault and throws. */
export function useLanguage(): LanguageCode {
  const given = useContext(I18nContext) as { i18n?: Texts } | undefined;
  if (!given?.i18n) throw new Error('useLanguage must be used within a TextsProvider');
  return given.i18n.language as LanguageCode;
}
