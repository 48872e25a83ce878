import { reservedSlugs, slugOf } from '#app/commerce/supply/supply-fields.ts';
import {
  changeEdition,
  noteEdition,
  workEdition,
  type EditedKind,
  type EditionRefusal,
  type ToChangeEdition,
  type ToWorkEdition,
} from '#app/commerce/supply/work-editions.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { isSlug } from '#app/values/ids.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { contentOf, experienceFaults, experienceOf, newContent, type ExperienceContent } from '../experience-content.ts';
import { searchWordsOf } from '../experience-catalogue.ts';
import { editionsOfExperiences, forgetCards, readCatalogueExperienceOf, saveExperiences } from '../experiences-store.server.ts';
import { findOptions } from '../slots-store.server.ts';
import { insertSupply, listOperators, saveOptions } from './experience-editions-store.server.ts';
import { findMostSold, lockSupply, saveSupplyState, setOptionCapacity } from './supply-desk-store.server.ts';

export type EditRefusal = 'title' | 'taken' | 'operator';

/** Begins an experience that nobody sells yet. Its id is made of its English title and stays. */
export async function startExperience(
  platform: Platform,
  ask: { readonly title: string; readonly operatorId: string; readonly staffId: string },
): Promise<Outcome<string, EditRefusal>> {
  const experienceId = slugOf(ask.title);
  if (ask.title.length < 3 || !isSlug(experienceId)) return refuse('title');
  if (reservedSlugs.includes(experienceId)) return refuse('taken');
  return transact(platform.db, async (tx): Promise<Outcome<string, EditRefusal>> => {
    const now = platform.clock.now();
    if (!(await listOperators(tx)).some(({ id }) => id === ask.operatorId)) return refuse('operator');
    if (await readCatalogueExperienceOf(tx, experienceId)) return refuse('taken');
    if (!(await insertSupply(tx, now, experienceId, ask.operatorId))) return refuse('taken');
    await editionsOfExperiences.insert(tx, now, { thing: experienceId, content: newContent(ask.title), by: ask.staffId });
    const detail = { operator: ask.operatorId };
    await noteEdition(tx, now, editedExperiences, { thing: experienceId, staffId: ask.staffId, act: 'begun', detail });
    return done(experienceId);
  });
}

/** What the shop says and sells now; null for what it never had. */
export async function contentOnSale(db: Db, experienceId: string): Promise<ExperienceContent | null> {
  const live = await readCatalogueExperienceOf(db, experienceId);
  if (!live) return null;
  const [options, published] = await Promise.all([findOptions(db, experienceId), editionsOfExperiences.findPublished(db, experienceId)]);
  return contentOf(live.experience, options, published?.content.words ?? null);
}

export const editionApproval = (experienceId: string) => ({
  kind: 'activity-edition',
  subject: `experiences:${experienceId}`,
  detail: { activity: experienceId },
});

/** Experiences, as everything else with editions is written. */
export const editedExperiences: EditedKind<ExperienceContent, 'below-sold'> = {
  editions: editionsOfExperiences,
  acts: { name: 'experience', table: 'experiences' },
  approval: editionApproval,
  async lock(tx, experienceId) {
    const supply = await lockSupply(tx, experienceId);
    return supply && { archived: supply.status === 'archived' };
  },
  onSale: contentOnSale,
  faults: experienceFaults,
  async publish(tx, now, { thing, content }) {
    const sold = new Map((await findOptions(tx, thing)).map(({ key, capacity }) => [key, capacity]));
    const moved = content.options.filter(({ key, capacity }) => sold.get(key) !== capacity);
    for (const { key, capacity } of moved)
      if (capacity < (sold.get(key) ?? 0) && capacity < (await findMostSold(tx, thing, key))) return refuse('below-sold');
    const live = await readCatalogueExperienceOf(tx, thing);
    const experience = experienceOf(thing, content);
    const entry = { experience, searchWords: searchWordsOf(experience, countryName) };
    await saveExperiences(tx, [live ? { ...entry, addedAt: live.addedAt, withdrawnAt: live.withdrawnAt } : entry], now);
    await saveOptions(tx, thing, content.options);
    for (const { key, capacity } of moved) await setOptionCapacity(tx, thing, key, capacity);
    // What was never sold goes on sale with its first edition; what is paused is brought up to date and stays paused.
    if (!live) await saveSupplyState(tx, now, thing, { status: 'published', askedBy: null });
    return done({});
  },
  forget: forgetCards,
};

/** Changes what the next edition of an experience says, and begins one where none is open. Returns the version it has then. */
export function changeExperience(
  platform: Platform,
  { experienceId, ...ask }: Omit<ToChangeEdition<ExperienceContent>, 'thing'> & { readonly experienceId: string },
): Promise<Outcome<number, EditionRefusal>> {
  return changeEdition(platform, editedExperiences, { thing: experienceId, ...ask });
}

/** One step of the open edition of an experience; publishing takes no place from anybody. */
export function workExperienceEdition(
  platform: Platform,
  { experienceId, ...ask }: Omit<ToWorkEdition, 'thing'> & { readonly experienceId: string },
): Promise<Outcome<true, EditionRefusal | 'below-sold'>> {
  return workEdition(platform, editedExperiences, { thing: experienceId, ...ask });
}
