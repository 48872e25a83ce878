import { useEffect } from 'react';
import { useLanguage } from '#app/ui/texts.tsx';
import { useShopLanguages } from '#app/ui/use-shop-languages.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';

const key = 'language';
const oneYear = 31_536_000;

const cookieLanguage = () => /(?:^|; )language=(\w\w)/.exec(document.cookie)?.[1] ?? null;

/** Keeps a choice in local storage as specified; the server's cookie mirrors it. */
export function rememberLanguage(code: LanguageCode): void {
  try {
    localStorage.setItem(key, code);
  } catch {
    // A full or forbidden storage: the cookie still carries the choice.
  }
}

/**
 * Restores the stored language at start-up. The server draws by cookie; where that is gone and local storage still
 * has a supported code, the cookie is set again and the page opened once more, but never twice.
 */
export function useKeptLanguage(): void {
  const language = useLanguage();
  const offered = useShopLanguages();
  useEffect(() => {
    try {
      const stored = localStorage.getItem(key);
      // Not offered for now: the server has answered in English already, and the choice waits for the language to come back.
      if (isLanguageCode(stored) && !offered.includes(stored)) return;
      if (cookieLanguage() === null && isLanguageCode(stored) && stored !== language) {
        document.cookie = `${key}=${stored}; Path=/; Max-Age=${oneYear}; SameSite=Lax`;
        if (cookieLanguage() === stored) location.reload();
      } else if (cookieLanguage() !== null && stored !== language) {
        localStorage.setItem(key, language);
      }
    } catch {
      // No storage: the page stays in the language it has.
    }
  }, [language, offered]);
}
