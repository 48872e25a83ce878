import { startTransition, StrictMode, useEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isLanguageCode } from '#app/values/preferences.ts';
import { loadCatalogue, loadCatalogues } from '#app/ui/catalogues.client.ts';
import { TextsProvider } from '#app/ui/texts.tsx';
import { openTexts } from '#app/ui/translate.ts';

/** Says in the document that the page answers by its script: whoever drives a browser waits for it, not for a quiet network. */
function Live({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset['live'] = '';
  }, []);
  return children;
}

/** The catalogues that the server used must be here before hydration, or the two would not match. */
async function start(): Promise<void> {
  const { lang, dataset } = document.documentElement;
  const language = isLanguageCode(lang) ? lang : 'en';
  const texts = openTexts(language, await loadCatalogues((dataset.texts ?? 'frame').split(' ')), loadCatalogue);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TextsProvider texts={texts}>
          <Live>
            <HydratedRouter />
          </Live>
        </TextsProvider>
      </StrictMode>,
    );
  });
}

void start();
