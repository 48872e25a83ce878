import { matchPath } from 'react-router';
import { listOpenPostings } from '#app/people/recruitment/job-postings-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listExperienceIds } from '#app/products/experiences/experiences-store.server.ts';
import { listDeals } from '#app/products/flights/deals/flight-deal-store.server.ts';
import { listTourIds } from '#app/products/holidays/tours-store.server.ts';
import { findAssistedCountries } from '#app/products/visas/assisted/assisted-store.server.ts';
import { findOffers } from '#app/products/visas/evisa/evisa-offers-store.server.ts';
import { listStaycationIdsOnSale } from '#app/products/staycations/staycations-store.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { accountPlaces, shopPlaces } from '#app/site-map.ts';
import type { ContentKind } from '../content/content-kinds.ts';
import { listLive } from '../content/content-store.server.ts';
import { isPublicPlace } from './document-head.tsx';

const slugs = async (db: Platform['db'], kind: ContentKind) => (await listLive(db, kind, 'en')).map((live) => live.item.slug);

/** What fills the parameter of a place, by the place's id. */
const fillers: Readonly<Record<string, (platform: Platform) => Promise<Iterable<string>>>> = {
  tour: ({ db }) => listTourIds(db),
  experience: ({ db }) => listExperienceIds(db),
  'e-visa-country': async ({ db }) => (await findOffers(db)).map((offer) => offer.slug),
  'visa-assistance-country': async ({ db }) => (await findAssistedCountries(db)).map((offer) => offer.slug),
  staycation: ({ db }) => listStaycationIdsOnSale(db),
  'help-article': ({ db }) => slugs(db, 'help'),
  'blog-article': ({ db }) => slugs(db, 'blog'),
  'press-release': ({ db }) => slugs(db, 'press'),
  career: async ({ db, clock }) => (await listOpenPostings(db, 'en', dateIn('Asia/Dubai', clock.now()))).map((posting) => posting.id),
  'flight-deal': async ({ db }) => (await listDeals(db)).map((deal) => deal.id),
};

/** Paths of every page that search engines may find, drawn from the site map and the catalogues. */
export async function publicPaths(platform: Platform): Promise<string[]> {
  const paths = await Promise.all(
    shopPlaces.filter(isPublicPlace).map(async ({ id, path }) => {
      if (!path.includes(':')) return [`/${path}`];
      const ids = [...((await fillers[id]?.(platform)) ?? [])].toSorted();
      return ids.map((one) => `/${path.replace(/:\w+\??/, encodeURIComponent(one))}`);
    }),
  );
  return paths.flat();
}

const pages = [...shopPlaces, ...accountPlaces].filter(({ frame, leadsTo }) => frame === 'storefront' || leadsTo);

/** Whether an address leads to a page of the shop that is there today: of what is sold or told, that it is on sale or published. */
export async function isShopPage(platform: Platform, address: string): Promise<boolean> {
  const path = address.split(/[?#]/)[0]!;
  // A place of its own name comes before one whose last part may be anything.
  const place =
    pages.find((one) => `/${one.path}` === path) ?? pages.find((one) => one.path.includes(':') && matchPath(`/${one.path}`, path) !== null);
  if (!place) return false;
  const listed = fillers[place.id];
  if (!listed || !place.path.includes(':')) return true;
  const [asked] = Object.values(matchPath(`/${place.path}`, path)?.params ?? {});
  return asked === undefined || [...(await listed(platform))].includes(asked);
}
