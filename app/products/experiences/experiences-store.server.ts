import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { editionsIn } from '#app/commerce/supply/editions-store.server.ts';
import { findCovers } from '#app/commerce/supply/photographs-store.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Photo } from '#app/ui/poster/poster-names.ts';
import type { Instant } from '#app/values/dates.ts';
import { isSlug } from '#app/values/ids.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { ExperienceContent } from './experience-content.ts';
import { experienceEditionMachine } from './experience-supply-status.ts';
import type { CatalogueExperience, Experience, ExperienceCard, ExperienceFacts } from './experience.ts';
import { experienceEditions, experiences, experienceSupply, experienceTexts } from './experiences.tables.ts';

/** What is told and asked of experiences, version by version. */
export const editionsOfExperiences = editionsIn<ExperienceContent>(experienceEditions, experienceEditionMachine);

const cards = new KeptRead<readonly ExperienceCard[]>(30_000);

/** Every experience on sale as a card in a language, in the order of their ids. English stands in for missing words. Read at most twice a minute. */
export function listExperienceCards(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  language: LanguageCode,
): Promise<readonly ExperienceCard[]> {
  return cards.read(db, language, clock.now(), () => readExperienceCards(db, language));
}

/** After a change of what is on sale or how it is described. */
export function forgetCards(db: Db): void {
  cards.forget(db);
}

/** The names of every experience in every language, as the search knows them. */
export async function readExperienceNames(
  db: Db,
): Promise<
  { readonly id: string; readonly language: LanguageCode; readonly title: string; readonly city: string; readonly tagline: string }[]
> {
  const { experienceId: id, language, title, city, tagline } = experienceTexts;
  return db.select({ id, language, title, city, tagline }).from(experienceTexts);
}

/** The same as `listExperienceCards`, read now. */
export async function readExperienceCards(db: Db, language: LanguageCode): Promise<ExperienceCard[]> {
  const [covers, rows, words] = await Promise.all([
    findCovers(db, 'experience', language),
    db.select().from(experiences).where(isNull(experiences.withdrawnAt)).orderBy(asc(experiences.id)),
    db
      .select({
        id: experienceTexts.experienceId,
        language: experienceTexts.language,
        title: experienceTexts.title,
        cityName: experienceTexts.city,
        tagline: experienceTexts.tagline,
      })
      .from(experienceTexts)
      .where(inArray(experienceTexts.language, [language, 'en'])),
  ]);
  const wordsOf = Map.groupBy(words, (text) => text.id);
  return rows.flatMap((row) => {
    const own = wordsOf.get(row.id) ?? [];
    const text = own.find((each) => each.language === language) ?? own[0];
    if (!text) return [];
    const { title, cityName, tagline } = text;
    return [{ ...shownOf(factsOf(row), covers), title, cityName, tagline, searchWords: row.searchWords }];
  });
}

/** An experience on sale with all its words; null when there is none of this id. */
export async function findExperience(db: Db, id: string, language: LanguageCode): Promise<Experience | null> {
  const known = await findKnownExperience(db, id, language);
  return known?.withdrawn === false ? known.experience : null;
}

/** The same, also when it is no longer on sale: for what was booked of it. */
export async function findKnownExperience(
  db: Db,
  id: string,
  language: LanguageCode,
): Promise<{ readonly experience: Experience; readonly withdrawn: boolean } | null> {
  if (!isSlug(id)) return null;
  const [row] = await db.select().from(experiences).where(eq(experiences.id, id));
  if (!row) return null;
  const texts = await db
    .select()
    .from(experienceTexts)
    .where(and(eq(experienceTexts.experienceId, id), inArray(experienceTexts.language, [language, 'en'])));
  const text = texts.find((each) => each.language === language) ?? texts[0];
  if (!text) return null;
  const { experienceId: _id, language: wordsIn, ...words } = text;
  return { experience: { ...factsOf(row), words, wordsIn }, withdrawn: row.withdrawnAt !== null };
}

/** Ids of all experiences, also of those taken off sale. */
export async function listExperienceIds(db: Db): Promise<Set<string>> {
  return new Set((await db.select({ id: experiences.id }).from(experiences)).map((row) => row.id));
}

/** An experience with all its words, also off sale; null when there is none. */
export async function readCatalogueExperienceOf(
  db: Db,
  id: string,
): Promise<{ readonly experience: CatalogueExperience; readonly addedAt: Date; readonly withdrawnAt: Date | null } | null> {
  const [row] = await db.select().from(experiences).where(eq(experiences.id, id));
  if (!row) return null;
  const texts = await db.select().from(experienceTexts).where(eq(experienceTexts.experienceId, id));
  const inLanguage = new Map(texts.map(({ experienceId: _id, language, ...words }) => [language, words]));
  const english = inLanguage.get('en');
  if (!english) throw new Error(`Experience ${id} has no English words`);
  return {
    experience: { facts: factsOf(row), words: { ...Object.fromEntries(inLanguage), en: english } },
    addedAt: row.addedAt,
    withdrawnAt: row.withdrawnAt,
  };
}

/** Experiences whose words, prices or standing staff have decided: the house catalogue leaves them alone. */
export async function listStaffExperienceIds(db: Db): Promise<Set<string>> {
  const [moved, published] = await Promise.all([
    db.select({ id: experienceSupply.experienceId }).from(experienceSupply).where(ne(experienceSupply.status, 'published')),
    editionsOfExperiences.listStaffThings(db),
  ]);
  return new Set([...moved.map(({ id }) => id), ...published]);
}

/** Writes experiences with their words; one that is there already is replaced. */
export async function saveExperiences(
  tx: Tx,
  all: readonly { experience: CatalogueExperience; searchWords: string; addedAt?: Date; withdrawnAt?: Date | null }[],
  now: Instant,
): Promise<void> {
  if (all.length === 0) return;
  // The words go with their experience.
  await tx.delete(experiences).where(
    inArray(
      experiences.id,
      all.map(({ experience }) => experience.facts.id),
    ),
  );
  await tx.insert(experiences).values(
    all.map(({ experience: { facts }, searchWords, addedAt = new Date(now), withdrawnAt = null }) => ({
      ...facts,
      categories: [...facts.categories],
      startTimes: [...facts.startTimes],
      weekdays: [...facts.weekdays],
      months: [...facts.months],
      languages: [...facts.languages],
      searchWords,
      addedAt,
      withdrawnAt,
    })),
  );
  await tx.insert(experienceTexts).values(
    all.flatMap(({ experience }) =>
      languageCodes.flatMap((language) => {
        const words = experience.words[language];
        if (!words) return [];
        const { highlights, included, notIncluded, bring, goodToKnow, ...same } = words;
        return [
          {
            ...same,
            experienceId: experience.facts.id,
            language,
            highlights: [...highlights],
            included: [...included],
            notIncluded: [...notIncluded],
            bring: [...bring],
            goodToKnow: [...goodToKnow],
          },
        ];
      }),
    ),
  );
}

function shownOf(facts: ExperienceFacts, covers: ReadonlyMap<string, Photo>): ExperienceFacts {
  const photo = covers.get(facts.id);
  return photo ? { ...facts, poster: { ...facts.poster, photo } } : facts;
}

function factsOf({
  searchWords: _search,
  addedAt: _added,
  withdrawnAt: _withdrawn,
  ...facts
}: typeof experiences.$inferSelect): ExperienceFacts {
  return facts;
}

/** Titles of experiences by id, also of those off sale, in a language or else in English. */
export async function readExperienceTitles(db: Db, ids: readonly string[], language: LanguageCode): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: experienceTexts.experienceId, language: experienceTexts.language, title: experienceTexts.title })
    .from(experienceTexts)
    .where(and(inArray(experienceTexts.experienceId, [...ids]), inArray(experienceTexts.language, [language, 'en'])));
  return new Map(
    rows.toSorted((a, b) => Number(a.language === language) - Number(b.language === language)).map((row) => [row.id, row.title]),
  );
}
