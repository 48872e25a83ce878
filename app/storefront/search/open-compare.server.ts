import { compareAddress, mostCompared, readCompared } from '#app/commerce/catalogue-search/search-form.ts';
import {
  keyOf,
  type Length,
  type KnownThing,
  type Theme,
  type ThingFacts,
  type ThingPromise,
} from '#app/commerce/catalogue-search/search-thing.ts';
import type { Shopper } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { ownNights } from '#app/products/staycations/list-staycations.server.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { tileOf, type ThingTile } from './open-search.server.ts';
import { readCatalogue } from './kept-catalogue.server.ts';

/** A column of the comparison. */
export interface ComparedThing extends ThingTile {
  readonly length: Length;
  readonly months: readonly number[];
  readonly themes: readonly Theme[];
  readonly promises: readonly ThingPromise[];
  readonly all: ThingFacts;
  /** Names of the languages of its guides. */
  readonly guides: readonly string[];
  /** This comparison without it. */
  readonly without: string;
}

export interface CompareView {
  readonly things: readonly ComparedThing[];
  /** Something was asked for that is not on sale any more. */
  readonly hasGone: boolean;
  readonly onlyDifferences: boolean;
  /** This comparison with all lines, or with those only that differ. */
  readonly other: string;
  /** More of the same kind, while there is room. */
  readonly like: readonly (ThingTile & { readonly add: string })[];
}

const mostLike = 3;

/** The things an address names, side by side, in a language. */
export async function openCompare(
  platform: Platform,
  params: URLSearchParams,
  language: LanguageCode,
  shopper: Shopper,
): Promise<CompareView> {
  const [index, nights] = await Promise.all([readCatalogue(platform), ownNights(platform, language, shopper)]);
  const asked = readCompared(params, 'of');
  const things = asked.flatMap((key) => index.find(key) ?? []);
  const keys = things.map(keyOf);
  const onlyDifferences = params.get('only') === 'differences' && things.length > 1;
  const address = (kept: readonly string[], differences = onlyDifferences) =>
    compareAddress(kept) + (differences && kept.length > 1 ? '&only=differences' : '');
  const like = things[0] && keys.length < mostCompared ? index.like(things[0], mostLike + mostCompared) : [];
  return {
    things: things.map((thing) => ({ ...columnOf(thing, language, nights), without: address(keys.filter((key) => key !== keyOf(thing))) })),
    hasGone: things.length < asked.length,
    onlyDifferences,
    other: address(keys, !onlyDifferences),
    like: like
      .filter((thing) => !keys.includes(keyOf(thing)))
      .slice(0, mostLike)
      .map((thing) => ({ ...tileOf(thing, language, nights), add: address([...keys, keyOf(thing)]) })),
  };
}

function columnOf(thing: KnownThing, language: LanguageCode, nights: ReadonlyMap<string, Money> | null): Omit<ComparedThing, 'without'> {
  const { length, months, themes, promises, facts } = thing;
  const guides = (facts.guides ?? []).map((code) => languageName(code, language));
  return { ...tileOf(thing, language, nights), length, months, themes, promises, all: facts, guides };
}
