import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, weekday, type CalendarDate } from '#app/values/dates.ts';
import { looksLikeEmail } from '#app/values/email.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { experienceSupplyMachine, type SupplyEvent } from '../experience-supply-status.ts';
import { editionsOfExperiences, findKnownExperience, forgetCards } from '../experiences-store.server.ts';
import { longestOperatorEmail, runsOn } from '../experience-rules.ts';
import { findOptions } from '../slots-store.server.ts';
import { editionApproval } from './edit-experience.server.ts';
import {
  findSlotSold,
  listCancelledStarts,
  lockSupply,
  saveOperator,
  saveSlot,
  saveSupplyState,
  setSlotCapacity,
} from './supply-desk-store.server.ts';

const saleApproval = (experienceId: string) => ({
  kind: 'activity-sale',
  subject: `experiences:${experienceId}`,
  detail: { activity: experienceId },
});

/** A change reaches this far at once. */
export const mostDaysAtOnce = 120;

export type SupplyWork =
  | { readonly do: 'move'; readonly event: SupplyEvent }
  | { readonly do: 'operator'; readonly name: string; readonly licence: string; readonly email: string }
  | { readonly do: 'renew-link' }
  | {
      readonly do: 'slots';
      readonly option: string;
      readonly from: CalendarDate;
      readonly to: CalendarDate;
      /** ISO weekdays; none: all. */
      readonly weekdays: readonly number[];
      /** One start, or null for all of a day. */
      readonly start: string | null;
      readonly change: Partial<{ capacity: number | null; pricePercent: number | null; stopped: boolean }>;
    };

export type SupplyRefusal = 'not-found' | 'not-possible' | 'second-person' | 'asked' | 'below-sold' | 'bad-range';

/**
 * A colleague works on what is sold of an experience. A draft goes on sale when a second person agrees: the first who
 * asks is put on record (`asked`), and cannot agree to their own wish (`second-person`). Returns how many starts changed.
 */
export async function workSupply(
  platform: Platform,
  ask: { readonly experienceId: string; readonly staffId: string; readonly work: SupplyWork },
): Promise<Outcome<number, SupplyRefusal>> {
  const answer = await transact(platform.db, (tx) => apply(tx, platform, ask));
  forgetCards(platform.db);
  return answer;
}

async function apply(
  tx: Tx,
  platform: Platform,
  { experienceId, staffId, work }: { readonly experienceId: string; readonly staffId: string; readonly work: SupplyWork },
): Promise<Outcome<number, SupplyRefusal>> {
  const now = platform.clock.now();
  const supply = await lockSupply(tx, experienceId);
  const known = await findKnownExperience(tx, experienceId, 'en');
  // What was never sold can only be put away and taken up again; it goes on sale with its first edition.
  const shelved = work.do === 'move' && (work.event === 'archive' || work.event === 'reopen');
  if (!supply || (!known && !shelved)) return refuse('not-found');
  const noted = (action: string, detail: Readonly<Record<string, unknown>>) =>
    audit(tx, now, { actor: `staff:${staffId}`, action: `experience.${action}`, subject: `experiences:${experienceId}`, detail });
  switch (work.do) {
    case 'move': {
      const next = moveOn(experienceSupplyMachine, supply.status, work.event, 'staff');
      if (!next.ok) return refuse('not-possible');
      if (work.event === 'publish' && supply.askedBy === null) {
        await saveSupplyState(tx, now, experienceId, { status: supply.status, askedBy: staffId });
        await noted('publish-asked', {});
        await followApproval(tx, now, saleApproval(experienceId), { waits: true, by: `staff:${staffId}` });
        return refuse('asked');
      }
      if (work.event === 'publish' && supply.askedBy === staffId) return refuse('second-person');
      await saveSupplyState(tx, now, experienceId, { status: next.to, askedBy: null });
      await noted(work.event, { from: supply.status, to: next.to });
      await followApproval(tx, now, saleApproval(experienceId), { waits: false, by: `staff:${staffId}` });
      // What is put away is decided by nobody; taken out again, its edition waits as it did.
      const open = await editionsOfExperiences.findOpen(tx, experienceId);
      const waits = open?.status === 'in_review' && next.to !== 'archived';
      await followApproval(tx, now, editionApproval(experienceId), { waits, by: `staff:${open?.changedBy ?? staffId}` });
      return done(0);
    }
    case 'operator': {
      const emailRight = work.email === '' || (looksLikeEmail(work.email) && work.email.length <= longestOperatorEmail);
      if (work.name.length < 2 || !emailRight) return refuse('bad-range');
      await saveOperator(tx, now, supply.operatorId, { name: work.name, licence: work.licence || null, email: work.email || null });
      await noted('operator', { operator: supply.operatorId });
      return done(0);
    }
    case 'renew-link': {
      await saveOperator(tx, now, supply.operatorId, { renew: true });
      await noted('operator-link', { operator: supply.operatorId });
      return done(0);
    }
    case 'slots': {
      if (!known) return refuse('not-found');
      const option = (await findOptions(tx, experienceId)).find(({ key }) => key === work.option);
      const { change } = work;
      const wrong =
        !option ||
        work.to < work.from ||
        work.to > addDays(work.from, mostDaysAtOnce) ||
        (typeof change.capacity === 'number' && !inRange(change.capacity, 0, 500)) ||
        (typeof change.pricePercent === 'number' && !inRange(change.pricePercent, 10, 1000));
      if (wrong) return refuse('bad-range');
      const { experience } = known;
      // What was cancelled stays so: its travellers were told.
      const gone = new Set(await listCancelledStarts(tx, experienceId, work.from, work.to));
      const places = [];
      for (let date = work.from; date <= work.to; date = addDays(date, 1)) {
        if (!runsOn(experience, date) || (work.weekdays.length > 0 && !work.weekdays.includes(weekday(date) + 1))) continue;
        for (const start of experience.startTimes)
          if ((work.start === null || work.start === start) && !gone.has(`${date} ${start}`))
            places.push({ experienceId, optionKey: work.option, date, start });
      }
      if (typeof change.capacity === 'number')
        for (const place of places) if ((await findSlotSold(tx, place)) > change.capacity) return refuse('below-sold');
      for (const place of places) {
        await saveSlot(tx, now, place, change, staffId);
        if (change.capacity !== undefined) await setSlotCapacity(tx, place, change.capacity ?? option.capacity);
      }
      await noted('slots', { option: work.option, from: work.from, to: work.to, starts: places.length, ...change });
      return done(places.length);
    }
  }
}

const inRange = (value: number, least: number, most: number) => Number.isInteger(value) && value >= least && value <= most;
