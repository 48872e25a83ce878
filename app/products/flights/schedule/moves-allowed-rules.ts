import { stageOf } from '#app/commerce/orders/order-stages.ts';
import { minuteMs } from '#app/values/dates.ts';
import type { Segment, Slice } from '../offer.ts';
import { earlierMinutes, type ScheduleJudgement } from './schedule-rules.ts';

/*
 * What a traveller lets an airline move without being asked: so many minutes, said beforehand. It is consent to later or
 * earlier times and to nothing else. Pure.
 */

/** What can be chosen; every one of them is less than what makes a change large. */
export const movesToChoose = [10, 15, 30, 45] as const satisfies readonly number[];
export type MovesAllowed = (typeof movesToChoose)[number];

/** Null for what is none of the choices; 0 where nothing may be moved. */
export function readMovesAllowed(typed: unknown): MovesAllowed | 0 | null {
  if (typed === '' || typed === '0') return 0;
  return movesToChoose.find((minutes) => String(minutes) === typed) ?? null;
}

/**
 * How it came to be given: taken over from what an account says of every flight that it books, or said of this order, by whom
 * it belongs to or by whoever holds its link.
 */
export type ConsentWay = 'account' | 'owner' | 'link';

interface Travels {
  readonly status: string;
  readonly travelStarts: Date;
  readonly travelEnds: Date;
}

/** It is given for orders whose tickets are written and whose flights are all still to come. */
export function mayAllowMoves({ status, travelStarts }: Travels, now: number): boolean {
  return (status === 'ticketed' || status === 'schedule_change_pending') && travelStarts.getTime() > now;
}

/** It is taken back for as long as a flight may still be moved: whatever else is going on, and between way out and return. */
export function mayForbidMoves({ status, travelEnds }: Travels, now: number): boolean {
  const { ended, reached } = stageOf(status);
  return !ended && reached < 4 && travelEnds.getTime() > now;
}

/** Whatever else a change brings, somebody decides on it. */
const harmless: readonly string[] = ['moved', 'aircraft'];

/**
 * Whether a change stays within what was allowed: every flight on the same way and day, none of them by more minutes than
 * that, no connection broken and nothing lost that was chosen.
 */
export function isMoveAllowed(
  allowed: number,
  judged: ScheduleJudgement,
  was: readonly Slice[],
  now: readonly Slice[] | null,
): now is readonly Slice[] {
  if (allowed <= 0 || allowed >= earlierMinutes || now === null) return false;
  if (!judged.acceptable || judged.severity === 'major' || judged.broken.length > 0) return false;
  if (!judged.kinds.includes('moved') || judged.kinds.some((kind) => !harmless.includes(kind))) return false;
  const [old, fresh] = [was, now].map((slices) => slices.flatMap(({ segments }) => segments)) as [Segment[], Segment[]];
  if (old.length !== fresh.length) return false;
  return old.every(
    (segment, at) => staysNear(segment.departs, fresh[at]!.departs, allowed) && staysNear(segment.arrives, fresh[at]!.arrives, allowed),
  );
}

/** An exchange that the airline carried out: whether a person agreed to it, and the flights it was made of. */
export interface Exchanged {
  readonly decided: boolean;
  readonly was: readonly Slice[];
}

/**
 * The flights that the minutes count from: those that were sold, or that somebody last agreed to. Moves that were taken
 * without a word add up, so that many small ones take nobody further than was allowed. `exchanged`: of the same contract,
 * the newest first.
 */
export function decidedFlights(was: readonly Slice[], exchanged: readonly Exchanged[]): readonly Slice[] {
  const agreed = exchanged.findIndex(({ decided }) => decided);
  const unasked = agreed < 0 ? exchanged : exchanged.slice(0, agreed);
  return unasked.at(-1)?.was ?? was;
}

function staysNear(was: Segment['departs'], now: Segment['departs'], minutes: number): boolean {
  const day = ({ local }: Segment['departs']) => local.slice(0, 10);
  return day(was) === day(now) && Math.abs(Date.parse(now.utc) - Date.parse(was.utc)) <= minutes * minuteMs;
}
