import type { ApiScope } from '#app/platform/api-key-rules.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { priceOfParty } from '#app/products/experiences/experience-price.ts';
import { listExperiences } from '#app/products/experiences/list-experiences.server.ts';
import { openExperience } from '#app/products/experiences/open-experience.server.ts';
import { listTours } from '#app/products/holidays/list-tours.server.ts';
import { showTour } from '#app/products/holidays/show-tour.server.ts';
import { listStaycations } from '#app/products/staycations/list-staycations.server.ts';
import { openStaycation } from '#app/products/staycations/open-staycation.server.ts';
import { decimalString, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** A price as it leaves: a decimal text with its ISO 4217 code, and what it is of. */
interface ToldPrice {
  readonly amount: string;
  readonly currency: string;
  readonly of: 'person-sharing' | 'person' | 'group' | 'room-night' | 'stay';
}

export interface CatalogueItem {
  readonly id: string;
  readonly title: string;
  readonly tagline: string;
  /** ISO 3166-1 alpha-2, in the order of the way. */
  readonly countries: readonly string[];
  readonly from: ToldPrice;
  /** Where travellers find and book it. */
  readonly url: string;
}

/** One thing that can be had, or not: a departure, a start or a room. Days are ISO 8601, times those of the place. */
export interface AvailabilityLine {
  readonly date: string | null;
  readonly time: string | null;
  readonly name: string | null;
  readonly open: boolean;
  /** Places or rooms that are free; null where no day was asked for. */
  readonly left: number | null;
  readonly price: ToldPrice | null;
}

interface Catalogue {
  readonly scope: ApiScope;
  readonly list: (platform: Platform, language: LanguageCode) => Promise<readonly CatalogueItem[]>;
  /** Null when nothing of this id is on sale. */
  readonly availability: (
    platform: Platform,
    id: string,
    params: URLSearchParams,
    language: LanguageCode,
  ) => Promise<readonly AvailabilityLine[] | null>;
}

const told = (price: Money, of: ToldPrice['of']): ToldPrice => ({ amount: decimalString(price), currency: price.currency, of });

export const catalogueNames = ['tours', 'experiences', 'stays'] as const;
export type CatalogueName = (typeof catalogueNames)[number];
export const isCatalogueName = (text: string): text is CatalogueName => catalogueNames.some((one) => one === text);

/** What partners may read, with the prices and places that travellers see. */
export const catalogues: Readonly<Record<CatalogueName, Catalogue>> = {
  tours: {
    scope: 'tours:read',
    list: async (platform, language) =>
      (await listTours(platform, language)).map(({ id, title, tagline, countries, price }) => ({
        id,
        title,
        tagline,
        countries,
        from: told(price, 'person-sharing'),
        url: `${platform.env.publicUrl}/tour/${id}`,
      })),
    availability: async (platform, id, params, language) => {
      const shown = await showTour(platform, id, language, null);
      const first = params.get('date') ?? '';
      return (
        shown &&
        shown.departures
          .filter(({ from }) => from >= first)
          .map(({ from, left, state, price }) => ({
            date: from,
            time: null,
            name: null,
            open: state === 'open',
            left,
            price: told(price, 'person-sharing'),
          }))
      );
    },
  },
  experiences: {
    scope: 'experiences:read',
    list: async (platform, language) =>
      (await listExperiences(platform, language)).map(({ id, title, tagline, country, price }) => ({
        id,
        title,
        tagline,
        countries: [country],
        from: told(price, 'person'),
        url: `${platform.env.publicUrl}/experience/${id}`,
      })),
    availability: async (platform, id, params, language) => {
      const view = await openExperience(platform, id, params, language);
      if (!view) return null;
      const now = platform.clock.now();
      const rules = await getPricingRules(platform.db, now);
      const at = new Date(now).toISOString();
      const { experience, visit } = view;
      const { band } = experience.ageBands.find((one) => one.band === 'adult') ?? experience.ageBands[0]!;
      return visit.sessions.map(({ date, start, open, left, pricePercent }) => {
        const share = { option: visit.option, slotPercent: pricePercent };
        const { total } = priceOfParty(experience, { [band]: 1 }, rules, at, share, at, { travel: date, language });
        return { date, time: start, name: null, open, left, price: told(total, visit.option.unit) };
      });
    },
  },
  stays: {
    scope: 'stays:read',
    list: async (platform, language) =>
      (await listStaycations(platform, language)).map(({ id, title, tagline, country, best }) => ({
        id,
        title,
        tagline,
        countries: [country],
        from: told(best.night, 'room-night'),
        url: `${platform.env.publicUrl}/staycations/${id}`,
      })),
    availability: async (platform, id, params, language) => {
      const view = await openStaycation(platform, id, params, language);
      return (
        view &&
        view.offers.map(({ name, closed, left, stay }) => ({
          date: view.plan.arrival,
          time: null,
          name,
          open: closed === null && stay !== null && left !== 0,
          left,
          price: stay && told(stay.total, 'stay'),
        }))
      );
    },
  },
};
