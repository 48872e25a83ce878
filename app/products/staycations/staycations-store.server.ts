import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { findCovers } from '#app/commerce/supply/photographs-store.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { isSlug } from '#app/values/ids.ts';
import { money, type CurrencyCode } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { CatalogueStaycation, Staycation, StaycationCard, StaycationFacts } from './staycation.ts';
import { staycationRooms, staycations, staycationTexts } from './staycations.tables.ts';

type Row = typeof staycations.$inferSelect;
type RoomRow = typeof staycationRooms.$inferSelect;

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
    db.select().from(staycationRooms).orderBy(asc(staycationRooms.position)),
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
    db.select().from(staycationRooms).where(eq(staycationRooms.staycationId, id)).orderBy(asc(staycationRooms.position)),
    db
      .select()
      .from(staycationTexts)
      .where(and(eq(staycationTexts.staycationId, id), inArray(staycationTexts.language, [language, 'en']))),
  ]);
  const text = texts.find((each) => each.language === language) ?? texts[0];
  if (!text) return null;
  const { staycationId: _id, language: _language, ...words } = text;
  return { stay: { ...factsOf(row, rooms), words }, withdrawn: row.withdrawnAt !== null };
}

/** Ids of all stays, also of those taken off sale. */
export async function listStaycationIds(db: Db): Promise<Set<string>> {
  return new Set((await db.select({ id: staycations.id }).from(staycations)).map((row) => row.id));
}

/** Writes stays with their rooms and words; one that is there already is replaced. */
export async function saveStaycations(
  tx: Tx,
  all: readonly { staycation: CatalogueStaycation; searchWords: string }[],
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
    all.map(({ staycation: { facts }, searchWords }) => {
      const { rooms, dayPass, ...same } = facts;
      return {
        ...same,
        boards: [...same.boards],
        dayPassAmount: dayPass?.amount ?? null,
        priceCurrency: rooms[0]!.from.currency,
        searchWords,
        addedAt: new Date(now),
      };
    }),
  );
  await tx
    .insert(staycationRooms)
    .values(
      all.flatMap(({ staycation: { facts } }) =>
        facts.rooms.map(({ from, ...room }, position) => ({ staycationId: facts.id, position, ...room, fromAmount: from.amount })),
      ),
    );
  await tx.insert(staycationTexts).values(
    all.flatMap(({ staycation }) =>
      languageCodes.map((language) => {
        const { highlights, facilities, nearby, goodToKnow, ...same } = staycation.words[language];
        return {
          ...same,
          staycationId: staycation.facts.id,
          language,
          highlights: [...highlights],
          facilities: [...facilities],
          nearby: [...nearby],
          goodToKnow: [...goodToKnow],
        };
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

function roomOf({ key, adults, children, sizeM2, fromAmount }: RoomRow, currency: CurrencyCode): StaycationFacts['rooms'][number] {
  return { key, adults, children, sizeM2, from: money(fromAmount, currency) };
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
