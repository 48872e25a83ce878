import { useEffect } from 'react';
import { useLanguage } from '#app/ui/texts.tsx';
import { newerChoice, noteAgreed, readKeptChoice } from '#app/ui/kept-choice.ts';
import { useShopLanguages } from '#app/ui/use-shop-languages.ts';
import { isLanguageCode, languageParameter, type LanguageCode } from '#app/values/preferences.ts';

const key = 'language';
const oneYear = 31_536_000;

/** Keeps a choice in local storage as specified; the server's cookie mirrors it. */
export function rememberLanguage(code: LanguageCode): void {
  try {
    localStorage.setItem(key, code);
  } catch {
    // A full or forbidden storage: the cookie still carries the choice.
  }
}

/**
 * Restores the stored language at start-up. The server draws by cookie; where local storage has a supported code that is
 * newer, the cookie is set to it and the page opened once more, but never twice.
 */
export function useKeptLanguage(): void {
  const language = useLanguage();
  const offered = useShopLanguages();
  useEffect(() => {
    const kept = readKeptChoice(key);
    const { stored, cookie } = kept;
    // Not offered for now: the server has answered in English already, and the choice waits for the language to come back.
    if (isLanguageCode(stored) && !offered.includes(stored)) return;
    const wanted = newerChoice(kept);
    // An address that says its language is a choice too (docs/decisions/0016), and of what the cookie says the server knew.
    const fixed = new URLSearchParams(location.search).has(languageParameter) || cookie === stored;
    if (!fixed && wanted === stored && isLanguageCode(stored) && stored !== language) {
      document.cookie = `${key}=${stored}; Path=/; Max-Age=${oneYear}; SameSite=Lax`;
      noteAgreed(key, stored);
      if (readKeptChoice(key).cookie === stored) location.reload();
    } else if (cookie !== null) {
      if (stored !== language) rememberLanguage(language);
      noteAgreed(key, language);
    }
  }, [language, offered]);
}
