import { findPools } from '#app/commerce/availability/pools-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { departuresFrom, isOurs } from '../supply/allotment-rules.ts';
import { allotmentMachine } from '../supply/allotment-status.ts';
import { listAllotments } from '../supply/allotment-store.server.ts';
import type { ListedAllotment } from './allotment-list.ts';

/** Every allotment with what is taken of it and what may be done next; who touched it is told only as whether it was the viewer. */
export async function readAllotments({ db, clock }: Platform, viewer: Clerk): Promise<ListedAllotment[]> {
  const today = dateIn('Asia/Dubai', clock.now());
  const [all, pools] = await Promise.all([listAllotments(db), findPools(db, 'allotment:')]);
  const taken = (id: string, of: 'held' | 'allocated') =>
    pools.filter(({ key }) => key.startsWith(`allotment:${id}/`)).reduce((sum, pool) => sum + pool[of], 0);
  const mayEdit = may(viewer, 'supply:edit');
  const actor = `staff:${viewer.user.id}`;
  return all.map((row) => ({
    id: row.id,
    supplier: row.supplier,
    airline: row.airline,
    number: row.number,
    fromAirport: row.fromAirport,
    toAirport: row.toAirport,
    firstDay: row.firstDay,
    lastDay: row.lastDay,
    weekdays: row.weekdays,
    cabin: row.cabin,
    seats: row.seats,
    net: row.net,
    withBag: row.withBag,
    releaseDays: row.releaseDays,
    status: row.status,
    seatsAsked: row.seatsAsked,
    version: row.version,
    days: departuresFrom(row, today).filter((date: CalendarDate) => isOurs(row, date, today)).length,
    held: taken(row.id, 'held'),
    sold: taken(row.id, 'allocated'),
    mine: row.touchedBy.includes(actor),
    askedByMe: row.seatsAskedBy === actor,
    moves: mayEdit ? movesFrom(allotmentMachine, row.status, 'staff') : [],
  }));
}
