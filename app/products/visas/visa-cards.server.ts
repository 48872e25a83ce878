import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { listAssistedCountries } from './assisted/list-assisted-countries.server.ts';
import { listKnownEvisas, type EvisaCountryCard } from './evisa/list-evisa-countries.server.ts';

export type VisaRoute = 'evisa' | 'assisted';

/** How long a visa usually takes. */
export interface VisaTakes {
  /** Of its authority, until it has decided. */
  readonly workingDays: number;
  /** Days until the soonest appointment at a counter; null where none is needed. */
  readonly waitDays: number | null;
}

/** One country's visa by one route, as its own list shows it. */
export interface VisaCard {
  readonly code: string;
  readonly title: string;
  readonly to: string;
  readonly poster: EvisaCountryCard['poster'];
  /** Everything for one traveller. */
  readonly from: Money;
  readonly takes: VisaTakes;
  /** Its authority takes nothing just now. */
  readonly paused: boolean;
}

/** The countries that have a page by a route, by name. */
export async function listVisaCards(platform: Platform, language: LanguageCode, route: VisaRoute): Promise<readonly VisaCard[]> {
  const { t } = textsFor(language);
  if (route === 'evisa')
    return (await listKnownEvisas(platform, language)).map(({ code, slug, name, poster, from, days, paused }) => ({
      code,
      title: t('evisas:page.title', { country: name }),
      to: `/e-visa/${slug}`,
      poster,
      from,
      takes: { workingDays: days.usual, waitDays: null },
      paused,
    }));
  return (await listAssistedCountries(platform, language)).cards.map(({ code, slug, name, poster, from, wait, processingDays }) => ({
    code,
    title: t('assisted:page.title', { country: name }),
    to: `/visa-assistance/${slug}`,
    poster,
    from,
    takes: { workingDays: processingDays, waitDays: wait.days },
    paused: false,
  }));
}
