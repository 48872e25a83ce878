import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { findCovers } from '#app/commerce/supply/photographs-store.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { isSlug } from '#app/values/ids.ts';
import { money } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { tourDesk, tourEditions, tours, tourStops, tourTexts } from './holidays.tables.ts';
import type { CatalogueTour, RoutePlace, Tour, TourCard, TourFacts, TourWords } from './tour.ts';

const cards = new KeptRead<readonly TourCard[]>(30_000);

/** Every tour on sale as a card in a language, in the order of their ids. English stands in for missing words. Read at most twice a minute. */
export function listTourCards({ db, clock }: Pick<Platform, 'db' | 'clock'>, language: LanguageCode): Promise<readonly TourCard[]> {
  return cards.read(db, language, clock.now(), () => readTourCards(db, language));
}

/** After a change of what is on sale or how it is described. */
export function forgetCards(db: Db): void {
  cards.forget(db);
}

/** The names of every tour in every language, as the search knows them. */
export async function readTourNames(
  db: Db,
): Promise<{ readonly id: string; readonly language: LanguageCode; readonly title: string; readonly tagline: string }[]> {
  const { tourId: id, language, title, tagline } = tourTexts;
  return db.select({ id, language, title, tagline }).from(tourTexts);
}

/** The same as `listTourCards`, read now. */
export async function readTourCards(db: Db, language: LanguageCode): Promise<TourCard[]> {
  const [covers, rows, words, stops] = await Promise.all([
    findCovers(db, 'tour', language),
    db.select().from(tours).where(isNull(tours.withdrawnAt)).orderBy(asc(tours.id)),
    db
      .select({
        tourId: tourTexts.tourId,
        language: tourTexts.language,
        title: tourTexts.title,
        tagline: tourTexts.tagline,
        places: tourTexts.places,
      })
      .from(tourTexts)
      .where(inArray(tourTexts.language, [language, 'en'])),
    db.select().from(tourStops).orderBy(asc(tourStops.tourId), asc(tourStops.position)),
  ]);
  const wordsOf = Map.groupBy(words, (text) => text.tourId);
  const stopsOf = Map.groupBy(stops, (stop) => stop.tourId);
  return rows.flatMap((row) => {
    const own = wordsOf.get(row.id) ?? [];
    const text = own.find((each) => each.language === language) ?? own[0];
    if (!text) return [];
    const { meals: _meals, singleSupplement: _supplement, ...facts } = factsOf(row);
    const route = routeOf(stopsOf.get(row.id) ?? [], text.places);
    const photo = covers.get(row.id);
    const poster = photo ? { ...facts.poster, photo } : facts.poster;
    return [{ ...facts, poster, title: text.title, tagline: text.tagline, route, searchWords: row.searchWords }];
  });
}

/** A tour on sale with all its words; null when there is none of this id. */
export async function findTour(db: Db, id: string, language: LanguageCode): Promise<Tour | null> {
  if (!isSlug(id)) return null;
  const [row] = await db
    .select()
    .from(tours)
    .where(and(eq(tours.id, id), isNull(tours.withdrawnAt)));
  return row ? withWords(db, row, language) : null;
}

/** A tour for those who booked it, also when it has been taken off sale since. */
export async function findTourAsSold(db: Db, id: string, language: LanguageCode): Promise<Tour | null> {
  const [row] = await db.select().from(tours).where(eq(tours.id, id));
  return row ? withWords(db, row, language) : null;
}

async function withWords(db: Db, row: typeof tours.$inferSelect, language: LanguageCode): Promise<Tour | null> {
  const { id } = row;
  const [texts, stops] = await Promise.all([
    db
      .select()
      .from(tourTexts)
      .where(and(eq(tourTexts.tourId, id), inArray(tourTexts.language, [language, 'en']))),
    db.select().from(tourStops).where(eq(tourStops.tourId, id)).orderBy(asc(tourStops.position)),
  ]);
  const text = texts.find((each) => each.language === language) ?? texts[0];
  if (!text) return null;
  const { tourId: _id, language: _language, ...words } = text;
  return { ...factsOf(row), words, route: routeOf(stops, words.places) };
}

/** Ids of all tours, also of those taken off sale. */
export async function listTourIds(db: Db): Promise<Set<string>> {
  return new Set((await db.select({ id: tours.id }).from(tours)).map((row) => row.id));
}

/** Writes tours with their stops and words; one that is there already is replaced. */
export async function saveTours(
  tx: Tx,
  all: readonly { tour: CatalogueTour; searchWords: string; addedAt?: Date }[],
  now: Instant,
): Promise<void> {
  if (all.length === 0) return;
  // Stops and words go with their tour.
  await tx.delete(tours).where(
    inArray(
      tours.id,
      all.map(({ tour }) => tour.facts.id),
    ),
  );
  await tx.insert(tours).values(
    all.map(({ tour: { facts }, searchWords, addedAt }) => {
      const { stops: _stops, departures, price, singleSupplement, ...same } = facts;
      return {
        ...same,
        countries: [...same.countries],
        styles: [...same.styles],
        meals: [...same.meals],
        transport: [...same.transport],
        departureWeekday: departures.weekday,
        departureMonths: [...departures.months],
        priceAmount: price.amount,
        priceCurrency: price.currency,
        singleSupplementAmount: singleSupplement.amount,
        searchWords,
        addedAt: addedAt ?? new Date(now),
      };
    }),
  );
  await tx
    .insert(tourStops)
    .values(all.flatMap(({ tour: { facts } }) => facts.stops.map((stop, position) => ({ tourId: facts.id, position, ...stop }))));
  await tx.insert(tourTexts).values(
    all.flatMap(({ tour }) =>
      languageCodes.flatMap((language) => {
        const words = tour.words[language];
        if (!words) return [];
        const { highlights, included, notIncluded, goodToKnow, ...same } = words;
        return [
          {
            ...same,
            tourId: tour.facts.id,
            language,
            highlights: [...highlights],
            included: [...included],
            notIncluded: [...notIncluded],
            goodToKnow: [...goodToKnow],
          },
        ];
      }),
    ),
  );
}

/** A tour as it is written in all its languages, also when it is off sale; null when there is none of this id. */
export async function readCatalogueTourOf(db: Db, id: string): Promise<{ readonly tour: CatalogueTour; readonly addedAt: Date } | null> {
  const [row] = await db.select().from(tours).where(eq(tours.id, id));
  if (!row) return null;
  const [texts, stops] = await Promise.all([
    db.select().from(tourTexts).where(eq(tourTexts.tourId, id)),
    db.select().from(tourStops).where(eq(tourStops.tourId, id)).orderBy(asc(tourStops.position)),
  ]);
  const words: Partial<Record<LanguageCode, TourWords>> = {};
  for (const { tourId: _id, language, ...text } of texts) words[language] = text;
  if (!words.en) throw new Error(`Tour ${id} has no English words`);
  const facts = { ...factsOf(row), stops: stops.map(({ key, latitude, longitude, nights }) => ({ key, latitude, longitude, nights })) };
  return { tour: { facts, words: { ...words, en: words.en } }, addedAt: row.addedAt };
}

/** Takes a tour off sale, or puts it back. */
export async function setWithdrawn(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.update(tours).set({ withdrawnAt: at }).where(eq(tours.id, id));
}

/** Tours whose words, prices or standing staff have decided: the house catalogue leaves them alone. */
export async function listStaffTourIds(db: Db): Promise<Set<string>> {
  const [moved, published] = await Promise.all([
    db.select({ id: tourDesk.tourId }).from(tourDesk).where(ne(tourDesk.status, 'published')),
    db
      .select({ id: tourEditions.tourId })
      .from(tourEditions)
      .where(and(eq(tourEditions.status, 'published'), ne(tourEditions.writtenBy, houseWriter))),
  ]);
  return new Set([...moved, ...published].map(({ id }) => id));
}

/** Who wrote what came with the house catalogue. */
export const houseWriter = 'house';

function routeOf(stops: readonly (typeof tourStops.$inferSelect)[], names: Readonly<Record<string, string>>): RoutePlace[] {
  return stops.map(({ key, latitude, longitude, nights }) => ({ key, name: names[key] ?? key, latitude, longitude, nights }));
}

function factsOf(row: typeof tours.$inferSelect): Omit<TourFacts, 'stops'> {
  const {
    departureWeekday,
    departureMonths,
    priceAmount,
    priceCurrency,
    singleSupplementAmount,
    searchWords: _search,
    addedAt: _added,
    withdrawnAt: _withdrawn,
    ...same
  } = row;
  return {
    ...same,
    departures: { weekday: departureWeekday, months: departureMonths },
    price: money(priceAmount, priceCurrency),
    singleSupplement: money(singleSupplementAmount, priceCurrency),
  };
}

/** Titles of tours by id, also of those off sale, in a language or else in English. */
export async function readTourTitles(db: Db, ids: readonly string[], language: LanguageCode): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: tourTexts.tourId, language: tourTexts.language, title: tourTexts.title })
    .from(tourTexts)
    .where(and(inArray(tourTexts.tourId, [...ids]), inArray(tourTexts.language, [language, 'en'])));
  return new Map(
    rows.toSorted((a, b) => Number(a.language === language) - Number(b.language === language)).map((row) => [row.id, row.title]),
  );
}
