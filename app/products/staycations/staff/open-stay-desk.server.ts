import { contentChanges } from '#app/commerce/supply/content-changes.ts';
import { houseWriter } from '#app/commerce/supply/editions-store.server.ts';
import { writersOf } from '#app/commerce/supply/work-editions.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { isSlug } from '#app/values/ids.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { completeness, stayFaults } from '../stay-content.ts';
import { staySupplyMachine } from '../stay-supply-status.ts';
import { editionsOfStays } from '../staycations-store.server.ts';
import { contentOnSale, editedStays } from './edit-stay.server.ts';
import { findSupply, readChangedDoors } from './stay-desk-store.server.ts';

/** One house as the desk writes it: what the open edition says, else what is on sale; null when there is none of this id. */
export async function openHouse(platform: Platform, id: string, compared: number | null) {
  const { db } = platform;
  if (!isSlug(id)) return null;
  const [supply, live, editions] = await Promise.all([findSupply(db, id), contentOnSale(db, id), editionsOfStays.list(db, id)]);
  const open = editions.find(({ status }) => status === 'draft' || status === 'in_review') ?? null;
  const content = open?.content ?? live ?? editions[0]?.content ?? null;
  if (!supply || !content) return null;
  const names = await findStaffNames(db, [...new Set(editions.flatMap((one) => [one.writtenBy, one.changedBy, one.decidedBy ?? '']))]);
  const nameOf = (who: string | null) => (who === null || who === 'catalogue' || who === houseWriter ? null : (names.get(who) ?? '–'));
  // A chosen edition is compared with the one before it, the open one with what is on sale.
  const chosen = editions.find(({ number }) => number === compared) ?? open;
  const before = chosen && (chosen === open ? live : (editions.find(({ number }) => number === chosen.number - 1)?.content ?? null));
  const doors = open ? await readChangedDoors(db, platform.clock.now(), id, content) : [];
  return {
    id,
    status: supply.status,
    content,
    /** Whether the shop ever had it. */
    known: live !== null,
    edition: open && {
      number: open.number,
      status: open.status,
      version: open.version,
      writers: [...(await writersOf(db, editedStays, open))],
      lastBy: open.changedBy,
      changedBy: nameOf(open.changedBy),
      reason: open.reason,
    },
    moves: movesFrom(staySupplyMachine, supply.status, 'staff').filter(
      (event) => event !== 'publish' && (event === 'take-back' ? live !== null : event === 'begin-again' ? live === null : true),
    ),
    faults: stayFaults(content),
    /** Kinds of rooms of which more is sold than there would be. */
    tooFew: doors.flatMap(({ room, fewer }) =>
      fewer?.ok === false ? [{ key: room.key, count: room.count, why: fewer.why, night: fewer.night, sold: fewer.sold }] : [],
    ),
    languages: languageCodes.map((code) => ({ code, ...completeness(content, code) })),
    versions: editions.map((one) => ({
      number: one.number,
      status: one.status,
      writtenBy: nameOf(one.writtenBy),
      writtenAt: one.writtenAt.toISOString(),
      decidedBy: nameOf(one.decidedBy),
    })),
    compared: chosen?.number ?? null,
    /** Whether what is compared is an edition to go back to. */
    earlier: chosen !== null && (chosen.status === 'past' || chosen.status === 'dropped'),
    changes: chosen && before ? contentChanges(before, chosen.content) : [],
  };
}
export type HouseRecord = NonNullable<Awaited<ReturnType<typeof openHouse>>>;
