import { and, asc, count, eq, min, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, weekday, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { freeUnits, nightAmounts, nightsOf } from '../room-rules.ts';
import { findNightChanges, findPlans, findRoomsTaken } from '../rooms-store.server.ts';
import { stayNights, staycationRooms, staycations, staycationTexts, stayUnits } from '../staycations.tables.ts';
import type { StaySupplyState } from '../stay-supply-status.ts';
import type { ListedStay } from './stay-list.ts';
import { editionsOfStays, findKnownStaycation } from '../staycations-store.server.ts';
import { findSupply, listSupply, lockSupply } from './stay-desk-store.server.ts';

export const gridNights = 14;
/** A change reaches this far at once. */
export const mostNightsAtOnce = 180;

/** Every house, on sale or not, or only written yet, by its name. English stands in for a language that is not written. */
export async function listStaysAsStaff(db: Db, language: LanguageCode): Promise<readonly ListedStay[]> {
  const own = alias(staycationTexts, 'own');
  const [supply, rows, rooms, open] = await Promise.all([
    listSupply(db),
    db
      .select({
        stay: staycations,
        title: sql<string>`coalesce(${own.title}, ${staycationTexts.title})`,
        area: sql<string>`coalesce(${own.area}, ${staycationTexts.area})`,
      })
      .from(staycations)
      .innerJoin(staycationTexts, and(eq(staycationTexts.staycationId, staycations.id), eq(staycationTexts.language, 'en')))
      .leftJoin(own, and(eq(own.staycationId, staycations.id), eq(own.language, language))),
    db
      .select({ id: staycationRooms.staycationId, rooms: count(), from: min(staycationRooms.fromAmount) })
      .from(staycationRooms)
      .where(eq(staycationRooms.onSale, true))
      .groupBy(staycationRooms.staycationId),
    editionsOfStays.listOpen(db),
  ]);
  const [sold, roomsOf] = [new Map(rows.map((row) => [row.stay.id, row])), new Map(rooms.map((row) => [row.id, row]))];
  const listed = supply.flatMap(({ staycationId: id, status }): ListedStay[] => {
    const edition = open.find(({ thing }) => thing === id);
    const row = sold.get(id);
    if (row) {
      const kinds = roomsOf.get(id);
      return [
        {
          id,
          title: row.title,
          area: row.area,
          country: row.stay.country,
          stars: row.stay.stars,
          rooms: kinds?.rooms ?? 0,
          from: kinds && kinds.from !== null ? money(kinds.from, row.stay.priceCurrency) : null,
          status,
          edition: edition?.status ?? null,
          known: true,
        },
      ];
    }
    if (!edition) return [];
    const { facts, words, rooms: written } = edition.content;
    const prices = written.filter(({ onSale, from }) => onSale && from.amount > 0).map(({ from }) => from);
    return [
      {
        id,
        title: words[language].title || words.en.title,
        area: words[language].area || words.en.area,
        country: facts.country,
        stars: facts.stars,
        rooms: written.filter(({ onSale }) => onSale).length,
        from: prices.toSorted((a, b) => a.amount - b.amount)[0] ?? null,
        status,
        edition: edition.status,
        known: false,
      },
    ];
  });
  const byName = new Intl.Collator(language);
  return listed.toSorted((a, b) => byName.compare(a.title, b.title));
}

export interface NightCell {
  readonly night: CalendarDate;
  readonly free: number;
  readonly of: number;
  /** Of one room by the lowest plan. */
  readonly price: Money;
  readonly stopped: boolean;
  readonly minStay: number | null;
  readonly closedToArrival: boolean;
}

export interface StayRecord {
  readonly id: string;
  readonly title: string;
  readonly status: StaySupplyState;
  readonly day: CalendarDate;
  readonly before: CalendarDate;
  readonly after: CalendarDate;
  readonly rooms: readonly {
    readonly key: string;
    readonly name: string;
    readonly nights: readonly NightCell[];
    readonly units: readonly { readonly key: string; readonly name: string; readonly outOfUse: boolean }[];
  }[];
  readonly plans: readonly {
    readonly key: string;
    readonly board: string;
    readonly percent: number;
    readonly refundableDays: number | null;
    /** Percent of the whole, paid when it is booked. */
    readonly deposit: number;
  }[];
}

/** A house as the desk works on it: two weeks of nights of every kind of room, its doors and its plans. */
export async function openStayRecord(
  platform: Platform,
  id: string,
  asked: CalendarDate | null,
  language: LanguageCode,
): Promise<StayRecord | null> {
  const { db, clock } = platform;
  const stay = (await findKnownStaycation(db, id, language))?.stay;
  if (!stay) return null;
  const { status } = (await findSupply(db, id))!;
  const now = clock.now();
  const day = asked ?? dateIn(stay.zone, now);
  const until = addDays(day, gridNights);
  const [units, plans, changes, taken] = await Promise.all([
    db.select().from(stayUnits).where(eq(stayUnits.staycationId, id)).orderBy(asc(stayUnits.key)),
    findPlans(db, id),
    findNightChanges(db, id, day, until),
    findRoomsTaken(db, now, id, day, until),
  ]);
  const lowest = plans.toSorted((a, b) => a.percent - b.percent)[0] ?? { percent: 100 };
  return {
    id,
    title: stay.words.title,
    status,
    day,
    before: addDays(day, -gridNights),
    after: until,
    rooms: stay.rooms.map((room) => {
      const own = units.filter((unit) => unit.roomKey === room.key);
      const usable = own.filter((unit) => !unit.outOfUse);
      const ownChanges = changes.filter((change) => change.roomKey === room.key);
      const nights = nightsOf(day, gridNights);
      const amounts = nightAmounts(room, lowest, nights, ownChanges);
      return {
        key: room.key,
        name: stay.words.rooms[room.key]?.name ?? room.key,
        units: own.map(({ key, name, outOfUse }) => ({ key, name, outOfUse })),
        nights: nights.map((night, index): NightCell => {
          const change = ownChanges.find((one) => one.night === night);
          return {
            night,
            free: freeUnits(usable, taken, night, 1).length,
            of: usable.length,
            price: money(amounts[index]!, room.from.currency),
            stopped: change?.stopped ?? false,
            minStay: change?.minStay ?? null,
            closedToArrival: change?.closedToArrival ?? false,
          };
        }),
      };
    }),
    plans: plans.map(({ key, board, percent, refundableDays, depositPercent }) => ({
      key,
      board,
      percent,
      refundableDays,
      deposit: depositPercent,
    })),
  };
}

export type StayWork =
  | {
      readonly do: 'nights';
      readonly rooms: readonly string[];
      readonly from: CalendarDate;
      readonly to: CalendarDate;
      /** ISO weekdays; none: all. */
      readonly weekdays: readonly number[];
      readonly change: Partial<{ percent: number | null; stopped: boolean; minStay: number | null; closedToArrival: boolean }>;
    }
  | { readonly do: 'unit'; readonly unit: string; readonly outOfUse: boolean };

export type StayRefusal = 'not-found' | 'bad-range';

/** A colleague works on nights and doors. What is sold stays sold: closing only keeps more from being sold. */
export async function workStay(
  platform: Platform,
  ask: { readonly stayId: string; readonly staffId: string; readonly work: StayWork },
): Promise<Outcome<number, StayRefusal>> {
  return transact(platform.db, (tx) => apply(tx, platform.clock.now(), ask));
}

async function apply(
  tx: Tx,
  now: Instant,
  { stayId, staffId, work }: { readonly stayId: string; readonly staffId: string; readonly work: StayWork },
): Promise<Outcome<number, StayRefusal>> {
  const stay = (await findKnownStaycation(tx, stayId, 'en'))?.stay;
  if (!stay) return refuse('not-found');
  const noted = (action: string, detail: Readonly<Record<string, unknown>>) =>
    audit(tx, now, { actor: `staff:${staffId}`, action: `stay.${action}`, subject: `staycations:${stayId}`, detail });
  switch (work.do) {
    case 'nights': {
      const { from, to, weekdays, change } = work;
      const rooms = stay.rooms.filter((room) => work.rooms.length === 0 || work.rooms.includes(room.key));
      const wrong =
        rooms.length === 0 ||
        to < from ||
        to > addDays(from, mostNightsAtOnce) ||
        !within(change.percent, 50, 400) ||
        !within(change.minStay, 1, 30);
      if (wrong) return refuse('bad-range');
      let count = 0;
      for (let night = from; night <= to; night = addDays(night, 1)) {
        if (weekdays.length > 0 && !weekdays.includes(weekday(night) + 1)) continue;
        for (const room of rooms) {
          await saveNight(tx, now, { stayId, room: room.key, night }, change, staffId);
          count += 1;
        }
      }
      await noted('nights', { from, to, rooms: rooms.map((room) => room.key), ...change });
      return done(count);
    }
    case 'unit': {
      const moved = await tx
        .update(stayUnits)
        .set({ outOfUse: work.outOfUse })
        .where(and(eq(stayUnits.staycationId, stayId), eq(stayUnits.key, work.unit)))
        .returning();
      if (moved.length === 0) return refuse('not-found');
      await noted('unit', { unit: work.unit, outOfUse: work.outOfUse });
      return done(1);
    }
  }
}

/** Keeps others from changing a house for the rest of the transaction; false when there is none. */
export async function lockStay(tx: Tx, stayId: string): Promise<boolean> {
  return (await lockSupply(tx, stayId)) !== null;
}

/** Writes what differs in one night of a kind of room; what is not given stays. */
export async function saveNight(
  tx: Tx,
  now: Instant,
  { stayId, room, night }: { readonly stayId: string; readonly room: string; readonly night: CalendarDate },
  change: Partial<{ percent: number | null; stopped: boolean; minStay: number | null; closedToArrival: boolean }>,
  staffId: string,
): Promise<void> {
  const set = { ...change, changedBy: staffId, changedAt: new Date(now) };
  await tx
    .insert(stayNights)
    .values({ staycationId: stayId, roomKey: room, night, ...set })
    .onConflictDoUpdate({ target: [stayNights.staycationId, stayNights.roomKey, stayNights.night], set });
}

const within = (value: number | null | undefined, least: number, most: number) =>
  value === null || value === undefined || (Number.isInteger(value) && value >= least && value <= most);
