import { createContext, use, useContext, type ReactNode } from 'react';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Texts, Translate } from './translate.ts';

const Known = createContext<Texts | null>(null);

export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <Known value={texts}>{children}</Known>;
}

function useKnown(hook: string): Texts {
  const texts = useContext(Known);
  if (!texts) throw new Error(`${hook} must be used within a TextsProvider`);
  return texts;
}

/** The translate function of one catalogue; suspends in the browser while the catalogue loads. */
export function useTexts(name: string): Translate {
  const texts = useKnown('useTexts');
  if (!texts.has(name)) use(texts.load(name));
  return texts.of(name);
}

/** The language of the page. Outside its provider is a programming fault and throws. */
export function useLanguage(): LanguageCode {
  return useKnown('useLanguage').language;
}
