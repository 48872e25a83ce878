import { hearWords, type HeardWords } from '#app/commerce/catalogue-search/hear-words.ts';
import { getShopperRules, type Shopper } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { StayParty } from './occupancy-rules.ts';
import { staysInOrder, type PricedStay } from './filter-staycations.ts';
import { fittingRooms } from './staycation-price.ts';
import { listStaycationCards } from './staycations-store.server.ts';

/** Who is priced for when nobody said: two grown-ups for a night. */
const couple: Wish = { arrival: null, nights: 1, party: { adults: 2, childAges: [] } };

interface Wish {
  /** Null: not chosen yet, and every night is reckoned at its lowest. */
  readonly arrival: CalendarDate | null;
  readonly nights: number;
  readonly party: StayParty;
}

/** The same as `listStaycations`, told which of them words find, and what was looked for in their place. */
export async function searchStaycations(
  platform: Platform,
  language: LanguageCode,
  wish: Wish,
  words: string | undefined,
  shopper: Shopper,
): Promise<{ readonly stays: PricedStay[]; readonly corrections: HeardWords['corrections'] }> {
  const [stays, cards] = await Promise.all([listStaycations(platform, language, wish, shopper), listStaycationCards(platform, language)]);
  const heard = hearWords(cards, words, (card) => card.searchWords);
  return {
    stays: heard ? stays.map((stay) => ({ ...stay, isHeard: heard.finds(stay.id) })) : stays,
    corrections: heard?.corrections ?? [],
  };
}

/** Stays on sale that can lodge a party, with what they cost it and whoever asks, nearest to Dubai first. */
export async function listStaycations(
  platform: Platform,
  language: LanguageCode,
  { arrival, nights, party }: Wish = couple,
  shopper: Shopper = null,
): Promise<PricedStay[]> {
  const now = platform.clock.now();
  const [cards, rules] = await Promise.all([
    listStaycationCards(platform, language),
    getShopperRules(platform.db, now, 'staycation', shopper),
  ]);
  const at = new Date(now).toISOString();
  const priced = cards.flatMap((card) => {
    const [best] = fittingRooms(card, party, nights, rules, at, arrival);
    return best ? [{ ...card, best, isHeard: true }] : [];
  });
  return staysInOrder(priced, 'near');
}

/**
 * What a night costs a traveller whose prices are not those of everybody, by stay: a search is indexed by the prices of all,
 * and what it shows of a stay is put right by these. Null for everybody else.
 */
export async function ownNights(platform: Platform, language: LanguageCode, shopper: Shopper): Promise<ReadonlyMap<string, Money> | null> {
  if (shopper === null) return null;
  const rules = await getShopperRules(platform.db, platform.clock.now(), 'staycation', shopper);
  if (rules.experiment?.arm !== 'challenger') return null;
  return new Map((await listStaycations(platform, language, couple, shopper)).map(({ id, best }) => [id, best.night]));
}
