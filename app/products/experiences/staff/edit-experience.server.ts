import { reservedSlugs, slugOf } from '#app/commerce/supply/supply-fields.ts';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit, listAuditOf } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { isSlug } from '#app/values/ids.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { contentOf, experienceFaults, experienceOf, newContent, type ExperienceContent } from '../experience-content.ts';
import { searchWordsOf } from '../experience-catalogue.ts';
import { experienceSupplyMachine } from '../experience-supply-status.ts';
import type { ExperienceEdition } from '../experiences.tables.ts';
import { forgetCards, readCatalogueExperienceOf, saveExperiences } from '../experiences-store.server.ts';
import { findOptions } from '../slots-store.server.ts';
import {
  endPublished,
  findOpenEdition,
  insertEdition,
  insertHouseEdition,
  insertSupply,
  listEditions,
  listOperators,
  moveEdition,
  saveEdition,
  saveOptions,
} from './experience-editions-store.server.ts';
import { findMostSold, lockSupply, saveSupplyState, setOptionCapacity } from './supply-desk-store.server.ts';

export type EditRefusal =
  | 'not-found'
  | 'changed-meanwhile'
  | 'not-possible'
  | 'second-person'
  | 'faults'
  | 'below-sold'
  | 'reason'
  | 'title'
  | 'taken'
  | 'operator';

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
    await insertEdition(tx, now, { experienceId, content: newContent(ask.title), by: ask.staffId });
    await note(tx, platform, ask.staffId, experienceId, 'begun', { operator: ask.operatorId });
    return done(experienceId);
  });
}

/**
 * Changes what the next edition of an experience says, and begins one where none is open. `version` is that of the edition
 * the page showed, 0 for none: what a colleague wrote meanwhile is not overwritten. An edition under review goes back first.
 * Returns the version it has then.
 */
export async function changeExperience(
  platform: Platform,
  ask: {
    readonly experienceId: string;
    readonly staffId: string;
    readonly version: number;
    readonly part: string;
    readonly change: (content: ExperienceContent) => ExperienceContent;
  },
): Promise<Outcome<number, EditRefusal>> {
  const { experienceId, staffId } = ask;
  return transact(platform.db, async (tx): Promise<Outcome<number, EditRefusal>> => {
    const supply = isSlug(experienceId) ? await lockSupply(tx, experienceId) : null;
    if (!supply) return refuse('not-found');
    const now = platform.clock.now();
    const open = await findOpenEdition(tx, experienceId);
    if ((open?.version ?? 0) !== ask.version) return refuse('changed-meanwhile');
    if (open?.status === 'in_review' || supply.status === 'archived') return refuse('not-possible');
    const before = open?.content ?? (await contentOnSale(tx, experienceId));
    if (!before) return refuse('not-found');
    const after = ask.change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return done(ask.version);
    if (!open && (await listEditions(tx, experienceId)).length === 0) await insertHouseEdition(tx, now, experienceId, before);
    const edition = open ?? (await insertEdition(tx, now, { experienceId, content: after, by: staffId }));
    if (open) await saveEdition(tx, now, open, after, staffId);
    await note(tx, platform, staffId, experienceId, 'changed', { part: ask.part, edition: edition.number });
    return done(open ? open.version + 1 : edition.version);
  });
}

/** What the shop says and sells now; null for what it never had. */
export async function contentOnSale(db: Db, experienceId: string): Promise<ExperienceContent | null> {
  const live = await readCatalogueExperienceOf(db, experienceId);
  return live && contentOf(live.experience, await findOptions(db, experienceId));
}

export const editionApproval = (experienceId: string) => ({
  kind: 'activity-edition',
  subject: `experiences:${experienceId}`,
  detail: { activity: experienceId },
});

export const editionWorks = ['submit', 'send-back', 'publish', 'drop'] as const;
export type EditionWork = (typeof editionWorks)[number];

/**
 * One step of the open edition. Publishing is for a second person, who had no hand in it, and needs a content without
 * faults that takes no place from anybody; it writes the experience for the shop in the same transaction.
 */
export async function workEdition(
  platform: Platform,
  ask: {
    readonly experienceId: string;
    readonly staffId: string;
    readonly version: number;
    readonly work: EditionWork;
    readonly reason: string;
  },
): Promise<Outcome<true, EditRefusal>> {
  const { experienceId, work } = ask;
  const answer = await transact(platform.db, async (tx): Promise<Outcome<true, EditRefusal>> => {
    const now = platform.clock.now();
    const supply = isSlug(experienceId) ? await lockSupply(tx, experienceId) : null;
    const open = supply && (await findOpenEdition(tx, experienceId));
    if (!supply || !open) return refuse('not-found');
    if (open.version !== ask.version) return refuse('changed-meanwhile');
    const live = await readCatalogueExperienceOf(tx, experienceId);
    if (supply.status === 'archived' && (work === 'submit' || work === 'publish')) return refuse('not-possible');
    // The only edition of what was never sold is not dropped: it is put away with its supply.
    if (work === 'drop' ? !live || open.status !== 'draft' : (open.status === 'draft') !== (work === 'submit'))
      return refuse('not-possible');
    if (work === 'send-back' && ask.reason === '') return refuse('reason');
    if ((work === 'submit' || work === 'publish') && experienceFaults(open.content).length > 0) return refuse('faults');
    if (work === 'publish') {
      if ((await writersOf(tx, experienceId, open)).has(ask.staffId)) return refuse('second-person');
      const sold = new Map((await findOptions(tx, experienceId)).map(({ key, capacity }) => [key, capacity]));
      const moved = open.content.options.filter(({ key, capacity }) => sold.get(key) !== capacity);
      for (const { key, capacity } of moved)
        if (capacity < (sold.get(key) ?? 0) && capacity < (await findMostSold(tx, experienceId, key))) return refuse('below-sold');
      await endPublished(tx, now, experienceId);
      await moveEdition(tx, now, open, 'publish', { decidedBy: ask.staffId });
      const experience = experienceOf(experienceId, open.content);
      const entry = { experience, searchWords: searchWordsOf(experience, countryName) };
      await saveExperiences(tx, [live ? { ...entry, addedAt: live.addedAt, withdrawnAt: live.withdrawnAt } : entry], now);
      await saveOptions(tx, experienceId, open.content.options);
      for (const { key, capacity } of moved) await setOptionCapacity(tx, experienceId, key, capacity);
      // What was never sold goes on sale with its first edition; what is paused is brought up to date and stays paused.
      const next = live ? null : moveOn(experienceSupplyMachine, supply.status, 'publish', 'staff');
      if (next?.ok) await saveSupplyState(tx, now, experienceId, { status: next.to, askedBy: null });
    } else await moveEdition(tx, now, open, work, { reason: ask.reason });
    await note(tx, platform, ask.staffId, experienceId, work, { edition: open.number }, ask.reason);
    await followApproval(tx, now, editionApproval(experienceId), { waits: work === 'submit', by: `staff:${ask.staffId}` });
    return done(true);
  });
  if (answer.ok && work === 'publish') forgetCards(platform.db);
  return answer;
}

/** Far more than an edition is ever changed. */
const mostChanges = 1_000;

/** Whoever had a hand in an edition: who began it, who changed it last, and by the audit everybody between. */
export async function writersOf(
  db: Db,
  experienceId: string,
  edition: Pick<ExperienceEdition, 'number' | 'writtenBy' | 'changedBy'>,
): Promise<ReadonlySet<string>> {
  const changed = (await listAuditOf(db, `experiences:${experienceId}`, mostChanges))
    .filter(({ action, detail }) => action === 'experience.changed' && detail['edition'] === edition.number)
    .map(({ actor }) => actor.replace(/^staff:/, ''));
  return new Set([edition.writtenBy, edition.changedBy, ...changed]);
}

function note(
  tx: Tx,
  platform: Platform,
  staffId: string,
  experienceId: string,
  action: string,
  detail: Readonly<Record<string, unknown>>,
  reason = '',
): Promise<unknown> {
  return audit(tx, platform.clock.now(), {
    actor: `staff:${staffId}`,
    action: `experience.${action}`,
    subject: `experiences:${experienceId}`,
    detail,
    ...(reason === '' ? {} : { reason }),
  });
}
