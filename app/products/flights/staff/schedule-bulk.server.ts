import type { Platform } from '#app/platform/platform.server.ts';
import { cutSelection, type CutSelection } from '#app/ui/desk-list/cut-selection.ts';
import { acceptSchedule } from '../schedule/answer-schedule.server.ts';
import { tellHeld } from '../schedule/receive-schedules.server.ts';
import { mostAtOnce, type ScheduleBulk } from './schedule-bulk-rules.ts';
import { findScheduleRows, type ScheduleRow } from './schedule-list-store.server.ts';
import type { ScheduleListView } from './schedule-list-view.ts';

export interface BulkLine {
  readonly id: string;
  readonly reference: string;
  /** `done`, `would`, or why not; each has words on the page. */
  readonly said: string;
}

const whole: ScheduleListView = {
  queue: 'all',
  severity: null,
  airline: '',
  find: '',
  sort: 'received',
  descending: false,
  columns: [],
  after: null,
};

/** Why a row is none to do this to; null when it is. */
export function whyNot(
  bulk: ScheduleBulk,
  row: Pick<ScheduleRow, 'status' | 'told' | 'answer' | 'orderStatus' | 'severity' | 'acceptable'>,
): string | null {
  if (bulk === 'tell') return row.status === 'held' ? null : 'not-held';
  if (row.status !== 'open' || row.told === null || row.answer !== null || row.orderStatus !== 'schedule_change_pending') return 'not-open';
  return row.severity === 'minor' && row.acceptable ? null : 'not-minor';
}

/** Each row as it would go, without doing anything. */
export async function tryBulk(platform: Pick<Platform, 'db' | 'clock'>, bulk: ScheduleBulk, ids: readonly string[]): Promise<BulkLine[]> {
  return tryRows(bulk, await read(platform, ids));
}

const tryRows = (bulk: ScheduleBulk, rows: readonly ScheduleRow[]): BulkLine[] =>
  rows.map((row) => ({ id: row.id, reference: row.reference, said: whyNot(bulk, row) ?? 'would' }));

/** More than a list could ever be worked through; it only keeps an address from asking for everything. */
const mostMatching = 5_000;

/** The same of all that a list matches, on whatever page of it; `left` are those that could be done and are too many for one press; `looked`: how
 * many were looked at, where the list has more. */
export async function tryMatching(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  bulk: ScheduleBulk,
  view: ScheduleListView,
): Promise<CutSelection<BulkLine> & { readonly looked: number | null }> {
  const { rows } = await findScheduleRows(db, { ...view, after: null }, { now: clock.now(), most: mostMatching });
  const cut = cutSelection(tryRows(bulk, rows), ({ said }) => said === 'would', mostAtOnce);
  return { ...cut, looked: rows.length === mostMatching ? mostMatching : null };
}

/** Does it to each row by itself, as if its button had been pressed; one that cannot be done does not hold up the others. */
export async function workBulk(
  platform: Platform,
  work: {
    readonly bulk: ScheduleBulk;
    readonly ids: readonly string[];
    readonly reason: string;
    readonly who: string;
    readonly requestId: string;
  },
): Promise<BulkLine[]> {
  const lines: BulkLine[] = [];
  for (const row of await read(platform, work.ids)) {
    const not = whyNot(work.bulk, row);
    lines.push({ id: row.id, reference: row.reference, said: not ?? (await one(platform, work, row)) });
  }
  return lines;
}

async function one(platform: Platform, work: Parameters<typeof workBulk>[1], row: ScheduleRow): Promise<string> {
  const { who, requestId, reason } = work;
  if (work.bulk === 'tell') {
    const told = await tellHeld(platform, { schedule: row.id, who, requestId });
    return told.ok ? 'done' : told.refused;
  }
  const taken = await acceptSchedule(platform, { orderId: row.orderId, schedule: row.id, version: row.version, by: 'staff', who, reason });
  return taken.ok ? 'done' : taken.refused;
}

/** In one order of their ids, whoever else does the same. */
async function read({ db, clock }: Pick<Platform, 'db' | 'clock'>, ids: readonly string[]): Promise<ScheduleRow[]> {
  const { rows } = await findScheduleRows(db, whole, { now: clock.now(), most: mostAtOnce, ids: ids.slice(0, mostAtOnce) });
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
