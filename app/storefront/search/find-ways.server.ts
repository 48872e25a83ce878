import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { RecentRead } from '#app/platform/recent-read.server.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { placeCalled } from '#app/products/flights/search/place-called.ts';
import { searchPlaces } from '#app/products/flights/world/places.ts';
import { findAssistedCountries } from '#app/products/visas/assisted/assisted-store.server.ts';
import { findOffers } from '#app/products/visas/evisa/evisa-offers-store.server.ts';
import type { IconName } from '#app/ui/icon-names.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { foldText } from '#app/values/fold-text.ts';
import { otherNames } from '#app/values/search-synonyms.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { listLive, listLiveWords } from '../content/content-store.server.ts';
import { articlesCalled, lettersApart, type ArticleWords } from '../content/search-articles.ts';
import { readWays, type AskedWays } from './read-ways.ts';

/** A page of the shop that the words of a search are about, beside the things that they find. */
export interface Way {
  readonly icon: IconName;
  readonly words: string;
  readonly to: string;
}

const mostArticles = 2;
/** How old the names of visas and articles may be. */
const ageMs = 30_000;

interface Kept {
  /** By country, the name in addresses. */
  readonly evisas: ReadonlyMap<string, string>;
  readonly assisted: ReadonlyMap<string, string>;
  readonly articles: readonly ArticleWords[];
}

const kept = new WeakMap<Db, RecentRead<Kept>>();

function keptOf({ db, clock }: Pick<Platform, 'db' | 'clock'>): RecentRead<Kept> {
  let own = kept.get(db);
  if (!own) {
    own = new RecentRead<Kept>(clock, ageMs, async () => {
      const [evisas, assisted, articles] = await Promise.all([findOffers(db), findAssistedCountries(db), listLiveWords(db, 'help')]);
      const slugs = (some: readonly { readonly code: string; readonly slug: string }[]) =>
        new Map(some.map(({ code, slug }) => [code, slug]));
      return { evisas: slugs(evisas), assisted: slugs(assisted), articles };
    });
    kept.set(db, own);
  }
  return own;
}

let countries: ReadonlyMap<string, string> | null = null;

/** Codes of countries by their names in all languages, folded. */
function countriesByName(): ReadonlyMap<string, string> {
  countries ??= new Map(
    languageCodes.flatMap((language) => countryNames(language).map(({ code, name }) => [foldText(name), code] as const)),
  );
  return countries;
}

/** The country called so; with a slip of the finger only where somebody has said that they mean one. */
function countryCalled(names: readonly string[], loose: boolean): string | null {
  const known = countriesByName();
  for (const name of names) {
    const code = known.get(name) ?? otherNames.get(name)?.flatMap((other) => known.get(other) ?? [])[0];
    if (code) return code;
  }
  if (!loose) return null;
  for (const name of names) {
    const most = name.length < 5 ? 0 : name.length < 9 ? 1 : 2;
    if (most === 0) continue;
    for (const [spelled, code] of known) if (lettersApart(name, spelled, most) <= most) return code;
  }
  return null;
}

/**
 * Where else in the shop the words of a search lead: visas by country, flights by city, articles of the help. Nothing for what
 * says none of that. The names stand in memory: a search costs no question to the database but for the titles it shows.
 */
export async function findWays(
  platform: Pick<Platform, 'db' | 'clock'>,
  { world, geography }: Pick<Flights, 'world' | 'geography'>,
  typed: string,
  language: LanguageCode,
): Promise<Way[]> {
  const asked = readWays(typed);
  if (!asked) return [];
  const { t } = textsFor(language);
  const known = await keptOf(platform).read();
  return [...visas(asked), ...flights(asked), ...(await articles())];

  function visas({ visa, flight, places }: AskedWays): Way[] {
    const line = (to: string, words: string): Way => ({ icon: 'visa', words, to });
    if (!visa && flight) return [];
    const country = countryCalled(places, visa);
    if (!country) {
      if (!visa) return [];
      const all = ['e-visa', 'visa-assistance'].map((id) => line(`/${id}`, t(`titles:${id}`)));
      return places.length === 0 ? all : [line('/visa-services', t('titles:visa-services'))];
    }
    const name = { country: countryName(country, language) };
    const [evisa, assisted] = [known.evisas.get(country), known.assisted.get(country)];
    const lines = [
      ...(evisa ? [line(`/e-visa/${evisa}`, t('evisas:page.title', name))] : []),
      ...(assisted ? [line(`/visa-assistance/${assisted}`, t('assisted:page.title', name))] : []),
    ];
    // What is not sold is still told: who needs one, and where it is had.
    return visa && lines.length === 0 ? [line(`/e-visa?to=${country}`, t('search:ways.visa', name))] : lines;
  }

  function flights({ visa, flight, places, from, to }: AskedWays): Way[] {
    if (visa && !flight) return [];
    const line = (address: string, words: string): Way => ({ icon: 'plane', words, to: address });
    if (!flight) {
      const city = placeCalled(world.places, places[0]!);
      // Of what lies at home somebody looks for what can be done there.
      if (city?.as !== 'city' || geography.country(city.code) === 'AE') return [];
      return [line(`/flights?to=${city.code}`, t('search:ways.flights', { place: geography.city(city.code, language) }))];
    }
    const [begins, ends] = [cityOf(from), cityOf(to)];
    const names = { from: begins && geography.city(begins, language), place: ends && geography.city(ends, language) };
    if (begins && ends) return [line(`/flights?from=${begins}&to=${ends}`, t('search:ways.flightsBetween', names))];
    if (ends) return [line(`/flights?to=${ends}`, t('search:ways.flights', names))];
    if (begins) return [line(`/flights?from=${begins}`, t('search:ways.flightsFrom', names))];
    return [line('/flights', t('titles:flights'))];
  }

  function cityOf(names: readonly string[]): string | null {
    for (const name of names) {
      const exact = placeCalled(world.places, name);
      if (exact) return exact.code;
    }
    // Said to be a place, and called by none: the one that is spelled nearly so.
    const [name = ''] = names;
    return name.length < 4 ? null : (searchPlaces(world.places, name, language, 1)[0]?.code ?? null);
  }

  async function articles(): Promise<Way[]> {
    const called = articlesCalled(known.articles, typed, language).slice(0, mostArticles);
    if (called.length === 0) return [];
    const live = await listLive(platform.db, 'help', language);
    return called.flatMap((id) => {
      const one = live.find(({ item }) => item.id === id);
      return one
        ? [{ icon: 'info' as const, words: t('search:ways.help', { title: one.title }), to: `/help-center/${one.item.slug}` }]
        : [];
    });
  }
}
