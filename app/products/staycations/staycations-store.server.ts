import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { editionsIn } from '#app/commerce/supply/editions-store.server.ts';
import { findCovers } from '#app/commerce/supply/photographs-store.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { isSlug } from '#app/values/ids.ts';
import { money, type CurrencyCode } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { StayContent } from './stay-content.ts';
import { stayEditionMachine } from './stay-supply-status.ts';
import type { CatalogueStaycation, Staycation, StaycationCard, StaycationFacts, StayRoom } from './staycation.ts';
import { stayEditions, staycationRooms, staycations, staycationTexts, staySupply } from './staycations.tables.ts';

type Row = typeof staycations.$inferSelect;
type RoomRow = typeof staycationRooms.$inferSelect;

/** What is told and asked of houses, version by version. */
export const editionsOfStays = editionsIn<StayContent>(stayEditions, stayEditionMachine);

const cards = new KeptRead<readonly StaycationCard[]>(30_000);

/** Every stay on sale as a card in a language, in the order of their ids. English stands in for missing words. Read at most twice a minute. */
export function listStaycationCards(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  language: LanguageCode,
): Promise<readonly StaycationCard[]> {
  return cards.read(db, language, clock.now(), () => readStaycationCards(db, language));
}

/** After a change of what is on sale or how it is described. */
export function forgetCards(db: Db): void {
  cards.forget(db);
}

/** The names of every stay in every language, as the search knows them. */
export async function readStaycationNames(
  db: Db,
): Promise<
  { readonly id: string; readonly language: LanguageCode; readonly title: string; readonly area: string; readonly tagline: string }[]
> {
  const { staycationId: id, language, title, area, tagline } = staycationTexts;
  return db.select({ id, language, title, area, tagline }).from(staycationTexts);
}

/** The same as `listStaycationCards`, read now. */
export async function readStaycationCards(db: Db, language: LanguageCode): Promise<StaycationCard[]> {
  const [covers, rows, rooms, words] = await Promise.all([
    findCovers(db, 'stay', language),
    db.select().from(staycations).where(isNull(staycations.withdrawnAt)).orderBy(asc(staycations.id)),
    db.select().from(staycationRooms).where(eq(staycationRooms.onSale, true)).orderBy(asc(staycationRooms.position)),
    db
      .select({
        id: staycationTexts.staycationId,
        language: staycationTexts.language,
        title: staycationTexts.title,
        areaName: staycationTexts.area,
        tagline: staycationTexts.tagline,
      })
      .from(staycationTexts)
      .where(inArray(staycationTexts.language, [language, 'en'])),
  ]);
  const wordsOf = Map.groupBy(words, (text) => text.id);
  const roomsOf = Map.groupBy(rooms, (room) => room.staycationId);
  return rows.flatMap((row) => {
    const own = wordsOf.get(row.id) ?? [];
    const text = own.find((each) => each.language === language) ?? own[0];
    if (!text) return [];
    const { title, areaName, tagline } = text;
    const facts = factsOf(row, roomsOf.get(row.id) ?? []);
    const photo = covers.get(row.id);
    const poster = photo ? { ...facts.poster, photo } : facts.poster;
    return [{ ...facts, poster, title, areaName, tagline, searchWords: row.searchWords }];
  });
}

/** A stay on sale with all its words; null when there is none of this id. */
export async function findStaycation(db: Db, id: string, language: LanguageCode): Promise<Staycation | null> {
  const known = await findKnownStaycation(db, id, language);
  return known?.withdrawn === false ? known.stay : null;
}

/** The same, also when it is no longer on sale: for what was booked of it. */
export async function findKnownStaycation(
  db: Db,
  id: string,
  language: LanguageCode,
): Promise<{ readonly stay: Staycation; readonly withdrawn: boolean } | null> {
  if (!isSlug(id)) return null;
  const [row] = await db.select().from(staycations).where(eq(staycations.id, id));
  if (!row) return null;
  const [rooms, texts] = await Promise.all([
    db
      .select()
      .from(staycationRooms)
      .where(and(eq(staycationRooms.staycationId, id), eq(staycationRooms.onSale, true)))
      .orderBy(asc(staycationRooms.position)),
    db
      .select()
      .from(staycationTexts)
      .where(and(eq(staycationTexts.staycationId, id), inArray(staycationTexts.language, [language, 'en']))),
  ]);
  const text = texts.find((each) => each.language === language) ?? texts[0];
  if (!text) return null;
  const { staycationId: _id, language: wordsIn, ...words } = text;
  return { stay: { ...factsOf(row, rooms), words, wordsIn }, withdrawn: row.withdrawnAt !== null };
}

/** Ids of all stays, also of those taken off sale. */
export async function listStaycationIds(db: Db): Promise<Set<string>> {
  return new Set((await db.select({ id: staycations.id }).from(staycations)).map((row) => row.id));
}

/** Ids of the stays that the shop shows. */
export async function listStaycationIdsOnSale(db: Db): Promise<string[]> {
  return (await db.select({ id: staycations.id }).from(staycations).where(isNull(staycations.withdrawnAt))).map((row) => row.id);
}

/** A stay with all its words and kinds of rooms, also off sale; null when there is none. */
export async function readCatalogueStaycationOf(
  db: Db,
  id: string,
): Promise<{
  readonly staycation: Pick<CatalogueStaycation, 'facts' | 'words'>;
  /** Also those that are withdrawn. */
  readonly rooms: readonly (StayRoom & { readonly onSale: boolean })[];
  readonly addedAt: Date;
  readonly withdrawnAt: Date | null;
} | null> {
  const [row] = await db.select().from(staycations).where(eq(staycations.id, id));
  if (!row) return null;
  const [rooms, texts] = await Promise.all([
    db.select().from(staycationRooms).where(eq(staycationRooms.staycationId, id)).orderBy(asc(staycationRooms.position)),
    db.select().from(staycationTexts).where(eq(staycationTexts.staycationId, id)),
  ]);
  const inLanguage = new Map(texts.map(({ staycationId: _id, language, ...words }) => [language, words]));
  const english = inLanguage.get('en');
  if (!english) throw new Error(`Staycation ${id} has no English words`);
  const facts = factsOf(
    row,
    rooms.filter(({ onSale }) => onSale),
  );
  return {
    staycation: { facts, words: { ...Object.fromEntries(inLanguage), en: english } },
    rooms: rooms.map((room) => ({ ...roomOf(room, row.priceCurrency), onSale: room.onSale })),
    addedAt: row.addedAt,
    withdrawnAt: row.withdrawnAt,
  };
}

/** Stays whose words, prices or standing staff have decided: the house catalogue leaves them alone. */
export async function listStaffStaycationIds(db: Db): Promise<Set<string>> {
  const [moved, published] = await Promise.all([
    db.select({ id: staySupply.staycationId }).from(staySupply).where(ne(staySupply.status, 'published')),
    editionsOfStays.listStaffThings(db),
  ]);
  return new Set([...moved.map(({ id }) => id), ...published]);
}

/** Whether the shop shows a stay: a moment since when it does not, or null. */
export async function setWithdrawn(tx: Tx, id: string, withdrawnAt: Date | null): Promise<void> {
  await tx.update(staycations).set({ withdrawnAt }).where(eq(staycations.id, id));
}

/** Writes stays with their rooms and words; one that is there already is replaced. */
export async function saveStaycations(
  tx: Tx,
  all: readonly {
    readonly staycation: Pick<CatalogueStaycation, 'facts' | 'words'>;
    readonly searchWords: string;
    /** Kinds that are not sold any more, and keep their names for what was booked of them. */
    readonly withdrawnRooms?: readonly StayRoom[];
    readonly addedAt?: Date;
    readonly withdrawnAt?: Date | null;
  }[],
  now: Instant,
): Promise<void> {
  if (all.length === 0) return;
  // Rooms and words go with their stay.
  await tx.delete(staycations).where(
    inArray(
      staycations.id,
      all.map(({ staycation }) => staycation.facts.id),
    ),
  );
  await tx.insert(staycations).values(
    all.map(({ staycation: { facts }, searchWords, addedAt = new Date(now), withdrawnAt = null }) => {
      const { rooms, dayPass, ...same } = facts;
      return {
        ...same,
        boards: [...same.boards],
        dayPassAmount: dayPass?.amount ?? null,
        priceCurrency: rooms[0]!.from.currency,
        searchWords,
        addedAt,
        withdrawnAt,
      };
    }),
  );
  await tx
    .insert(staycationRooms)
    .values(
      all.flatMap(({ staycation: { facts }, withdrawnRooms = [] }) =>
        [...facts.rooms.map((room) => ({ ...room, onSale: true })), ...withdrawnRooms.map((room) => ({ ...room, onSale: false }))].map(
          ({ from, ...room }, position) => ({ staycationId: facts.id, position, ...room, fromAmount: from.amount }),
        ),
      ),
    );
  await tx.insert(staycationTexts).values(
    all.flatMap(({ staycation }) =>
      languageCodes.flatMap((language) => {
        const words = staycation.words[language];
        if (!words) return [];
        const { highlights, facilities, nearby, goodToKnow, ...same } = words;
        return [
          {
            ...same,
            staycationId: staycation.facts.id,
            language,
            highlights: [...highlights],
            facilities: [...facilities],
            nearby: [...nearby],
            goodToKnow: [...goodToKnow],
          },
        ];
      }),
    ),
  );
}

function factsOf(row: Row, rooms: readonly RoomRow[]): StaycationFacts {
  const { dayPassAmount, priceCurrency, searchWords: _search, addedAt: _added, withdrawnAt: _withdrawn, ...same } = row;
  return {
    ...same,
    dayPass: dayPassAmount === null ? null : money(dayPassAmount, priceCurrency),
    rooms: rooms.map((room) => roomOf(room, priceCurrency)),
  };
}

function roomOf({ key, adults, children, sizeM2, doubleBeds, singleBeds, fromAmount }: RoomRow, currency: CurrencyCode): StayRoom {
  return { key, adults, children, sizeM2, doubleBeds, singleBeds, from: money(fromAmount, currency) };
}

/** Titles of staycations by id, also of those off sale, in a language or else in English. */
export async function readStaycationTitles(db: Db, ids: readonly string[], language: LanguageCode): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: staycationTexts.staycationId, language: staycationTexts.language, title: staycationTexts.title })
    .from(staycationTexts)
    .where(and(inArray(staycationTexts.staycationId, [...ids]), inArray(staycationTexts.language, [language, 'en'])));
  return new Map(
    rows.toSorted((a, b) => Number(a.language === language) - Number(b.language === language)).map((row) => [row.id, row.title]),
  );
}
