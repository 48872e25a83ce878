import { contentChanges } from '#app/commerce/supply/content-changes.ts';
import { houseWriter } from '#app/commerce/supply/editions-store.server.ts';
import { writersOf } from '#app/commerce/supply/work-editions.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { isSlug } from '#app/values/ids.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { completeness, experienceFaults } from '../experience-content.ts';
import { experienceSupplyMachine } from '../experience-supply-status.ts';
import { editionsOfExperiences } from '../experiences-store.server.ts';
import { contentOnSale, editedExperiences } from './edit-experience.server.ts';
import { findSupply } from './supply-desk-store.server.ts';

/** One experience as the desk writes it: what the open edition says, else what is on sale; null when there is none of this id. */
export async function openExperienceRecord(platform: Platform, id: string, compared: number | null) {
  const { db } = platform;
  if (!isSlug(id)) return null;
  const [found, live, editions] = await Promise.all([findSupply(db, id), contentOnSale(db, id), editionsOfExperiences.list(db, id)]);
  const open = editions.find(({ status }) => status === 'draft' || status === 'in_review') ?? null;
  const content = open?.content ?? live ?? editions[0]?.content ?? null;
  if (!found || !content) return null;
  const names = await findStaffNames(db, [...new Set(editions.flatMap((one) => [one.writtenBy, one.changedBy, one.decidedBy ?? '']))]);
  const nameOf = (who: string | null) => (who === null || who === 'catalogue' || who === houseWriter ? null : (names.get(who) ?? '–'));
  // A chosen edition is compared with the one before it, the open one with what is on sale.
  const chosen = editions.find(({ number }) => number === compared) ?? open;
  const before = chosen && (chosen === open ? live : (editions.find(({ number }) => number === chosen.number - 1)?.content ?? null));
  return {
    id,
    status: found.supply.status,
    operator: found.operator.name,
    content,
    /** Whether the shop ever had it. */
    known: live !== null,
    edition: open && {
      number: open.number,
      status: open.status,
      version: open.version,
      writers: [...(await writersOf(db, editedExperiences, open))],
      lastBy: open.changedBy,
      changedBy: nameOf(open.changedBy),
      reason: open.reason,
    },
    // What was never sold goes on sale with its first edition, not by itself.
    moves: movesFrom(experienceSupplyMachine, found.supply.status, 'staff').filter((event) => event !== 'publish' || live !== null),
    faults: experienceFaults(content),
    languages: languageCodes.map((code) => ({ code, ...completeness(content, code) })),
    versions: editions.map((one) => ({
      number: one.number,
      status: one.status,
      writtenBy: nameOf(one.writtenBy),
      writtenAt: one.writtenAt.toISOString(),
      decidedBy: nameOf(one.decidedBy),
    })),
    compared: chosen?.number ?? null,
    changes: chosen && before ? contentChanges(before, chosen.content) : [],
  };
}
export type ExperienceRecord = NonNullable<Awaited<ReturnType<typeof openExperienceRecord>>>;
