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
import { followApproval } from '#app/platform/approvals.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { isSlug } from '#app/values/ids.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { contentOf, newContent, stayFaults, staycationOf, takenUp, type StayContent } from '../stay-content.ts';
import { staySupplyMachine, type StaySupplyEvent } from '../stay-supply-status.ts';
import { searchWordsOf } from '../staycation-catalogue.ts';
import { editionsOfStays, forgetCards, readCatalogueStaycationOf, saveStaycations, setWithdrawn } from '../staycations-store.server.ts';
import {
  countDoors,
  insertSupply,
  listPlans,
  lockSupply,
  readChangedDoors,
  saveDoors,
  savePlans,
  saveSupplyState,
} from './stay-desk-store.server.ts';

/** What a publishing takes from a guest: more are sold on a night, or every door that stays is sold for a part of it. */
type DoorRefusal = 'below-sold' | 'in-part';
export type StayEditRefusal = EditionRefusal | DoorRefusal | 'title' | 'taken';

/** Pages of the shop and the desk that stand where the name of a house does. */
const reserved: readonly string[] = [...reservedSlugs, 'change'];

/** What the shop says and sells now; null for what it never had. */
export async function contentOnSale(db: Db, staycationId: string): Promise<StayContent | null> {
  const live = await readCatalogueStaycationOf(db, staycationId);
  if (!live) return null;
  const [doors, plans, published] = await Promise.all([
    countDoors(db, staycationId),
    listPlans(db, staycationId),
    editionsOfStays.findPublished(db, staycationId),
  ]);
  return contentOf(
    live.staycation,
    live.rooms.map((room) => ({ ...room, count: doors.get(room.key) ?? 0 })),
    plans,
    published?.content.words ?? null,
  );
}

/** Houses, as everything else with editions is written. */
export const editedStays: EditedKind<StayContent, DoorRefusal> = {
  editions: editionsOfStays,
  acts: { name: 'stay', table: 'staycations' },
  approval: (staycationId) => ({ kind: 'stay-edition', subject: `staycations:${staycationId}`, detail: { house: staycationId } }),
  async lock(tx, staycationId) {
    const supply = await lockSupply(tx, staycationId);
    return supply && { archived: supply.status === 'archived' };
  },
  onSale: contentOnSale,
  faults: stayFaults,
  async publish(tx, now, { thing, content, staffId }) {
    // Whoever sells of the house waits for its lock: nothing is sold between this look and the end of the transaction.
    const doors = await readChangedDoors(tx, now, thing, content);
    for (const { fewer } of doors) if (fewer?.ok === false) return refuse(fewer.why);
    const live = await readCatalogueStaycationOf(tx, thing);
    const staycation = staycationOf(thing, content);
    await saveStaycations(
      tx,
      [
        {
          staycation,
          searchWords: searchWordsOf(staycation, countryName),
          withdrawnRooms: content.rooms.filter(({ onSale }) => !onSale).map(({ count: _count, onSale: _onSale, ...room }) => room),
          ...(live ? { addedAt: live.addedAt, withdrawnAt: live.withdrawnAt } : {}),
        },
      ],
      now,
    );
    await savePlans(tx, thing, content.plans);
    await saveDoors(tx, now, thing, content.rooms, doors);
    // What was never sold goes on sale with its first edition; what is withdrawn is brought up to date and stays so.
    if (!live) await saveSupplyState(tx, now, thing, 'published', staffId);
    return done({ rooms: doors.map(({ room, had }) => ({ room: room.key, before: had, after: room.count })) });
  },
  forget: forgetCards,
};

/** Begins a house that nobody sells yet. Its id is made of its English title and stays. */
export async function startStay(
  platform: Platform,
  ask: { readonly title: string; readonly staffId: string },
): Promise<Outcome<string, StayEditRefusal>> {
  const staycationId = slugOf(ask.title);
  if (ask.title.length < 3 || !isSlug(staycationId)) return refuse('title');
  if (reserved.includes(staycationId)) return refuse('taken');
  return transact(platform.db, async (tx): Promise<Outcome<string, StayEditRefusal>> => {
    const now = platform.clock.now();
    if (await readCatalogueStaycationOf(tx, staycationId)) return refuse('taken');
    if (!(await insertSupply(tx, now, staycationId, ask.staffId))) return refuse('taken');
    await editionsOfStays.insert(tx, now, { thing: staycationId, content: newContent(ask.title), by: ask.staffId });
    await noteEdition(tx, now, editedStays, { thing: staycationId, staffId: ask.staffId, act: 'begun', detail: {} });
    return done(staycationId);
  });
}

/** Changes what the next edition of a house says, and begins one where none is open. Returns the version it has then. */
export function changeStay(platform: Platform, ask: ToChangeEdition<StayContent>): Promise<Outcome<number, EditionRefusal>> {
  return changeEdition(platform, editedStays, ask);
}

/** One step of the open edition of a house. */
export function workStayEdition(platform: Platform, ask: ToWorkEdition): Promise<Outcome<true, StayEditRefusal>> {
  return workEdition(platform, editedStays, ask);
}

/** Writes what an earlier edition said into the open one, or begins one with it; a second person puts it on sale. */
export async function takeUpEdition(
  platform: Platform,
  ask: { readonly thing: string; readonly staffId: string; readonly version: number; readonly number: number },
): Promise<Outcome<number, EditionRefusal>> {
  const earlier = (await editionsOfStays.list(platform.db, ask.thing)).find(({ number }) => number === ask.number);
  if (!earlier) return refuse('not-found');
  return changeEdition(platform, editedStays, {
    ...ask,
    part: 'earlier',
    detail: { from: ask.number },
    change: (content) => takenUp(earlier.content, content),
  });
}

/** Withdraws a house from the shop, brings it back, or puts it away. Bookings that are made stay as they are. */
export async function moveStay(
  platform: Platform,
  ask: { readonly thing: string; readonly staffId: string; readonly event: StaySupplyEvent },
): Promise<Outcome<true, EditionRefusal>> {
  const { thing, staffId, event } = ask;
  const answer = await transact(platform.db, async (tx): Promise<Outcome<true, EditionRefusal>> => {
    const supply = isSlug(thing) ? await lockSupply(tx, thing) : null;
    if (!supply) return refuse('not-found');
    const now = platform.clock.now();
    const next = moveOn(staySupplyMachine, supply.status, event, 'staff');
    if (!next.ok || !(await fits(tx, thing, event))) return refuse('not-possible');
    await saveSupplyState(tx, now, thing, next.to, staffId);
    if (event === 'pause' || event === 'resume') await setWithdrawn(tx, thing, event === 'pause' ? new Date(now) : null);
    await noteEdition(tx, now, editedStays, { thing, staffId, act: event, detail: { from: supply.status, to: next.to } });
    // What is put away is decided by nobody; taken out again, its edition waits as it did.
    const open = await editionsOfStays.findOpen(tx, thing);
    const waits = open?.status === 'in_review' && next.to !== 'archived';
    await followApproval(tx, now, editedStays.approval(thing), { waits, by: `staff:${open?.changedBy ?? staffId}` });
    return done(true);
  });
  if (answer.ok) forgetCards(platform.db);
  return answer;
}

/** A house goes on sale with its first edition, not by a move; what comes back of one that was put away depends on whether the shop ever had it. */
async function fits(tx: Tx, thing: string, event: StaySupplyEvent): Promise<boolean> {
  if (event === 'publish') return false;
  if (event !== 'take-back' && event !== 'begin-again') return true;
  return ((await readCatalogueStaycationOf(tx, thing)) !== null) === (event === 'take-back');
}
