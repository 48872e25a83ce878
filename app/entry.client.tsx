import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isLanguageCode } from '#app/values/preferences.ts';
import { loadCatalogue, loadCatalogues } from '#app/ui/catalogues.client.ts';
import { TextsProvider } from '#app/ui/texts.tsx';
import { openTexts } from '#app/ui/translate.ts';

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
          <HydratedRouter />
        </TextsProvider>
      </StrictMode>,
    );
  });
}

void start();
