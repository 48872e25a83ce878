import { useRouteLoaderData } from 'react-router';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';

/** The languages that the shop offers; all of them on a page that broke before it knew. */
export function useShopLanguages(): readonly LanguageCode[] {
  return useRouteLoaderData<{ readonly languages: readonly LanguageCode[] }>('root')?.languages ?? languageCodes;
}
