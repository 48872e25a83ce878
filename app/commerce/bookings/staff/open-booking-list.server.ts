import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { readLeads } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { bookingQueues, statesOf } from './booking-lists.ts';
import { countBookingStates, cursorOf, findBookingsAsStaff, type BookingRow } from './booking-desk-store.server.ts';
import type { BookingView } from './booking-desk-view.ts';

const pageSize = 50;

/** Rows of a list with the names of what was booked, of who travels first and of whose the order is. */
export async function readBookingRows(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  counters: ProductCounters,
  view: Pick<BookingView, 'kind'>,
  rows: readonly BookingRow[],
  language: LanguageCode,
) {
  const [titles, leads, owners] = await Promise.all([
    counters.of(view.kind).nameItems?.([...new Set(rows.map(({ item }) => item))], language) ?? new Map<string, string>(),
    readLeads(
      db,
      crypto,
      rows.map(({ orderId }) => orderId),
    ),
    findStaffNames(db, [...new Set(rows.flatMap(({ owner }) => owner ?? []))]),
  ]);
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    title: titles.get(row.item) ?? row.item,
    lead: leads.get(row.orderId) ?? null,
    places: row.places,
    status: row.status,
    starts: row.startsLocal,
    ends: localTimeIn(row.zone, instant(row.endsAt.getTime())),
    dueOn: row.dueOn,
    operator: row.operator,
    total: money(row.total, row.currency),
    placed: row.createdAt.toISOString(),
    owner: row.owner === null ? null : { id: row.owner, name: owners.get(row.owner) ?? '–' },
  }));
}

/** One page of the list of a kind as a clerk reads it, with the counts of its tabs. */
export async function openBookingList(
  platform: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  counters: ProductCounters,
  clerk: Clerk,
  view: BookingView,
  language: LanguageCode,
) {
  const { db, crypto, clock } = platform;
  const me = clerk.user.id;
  const [found, counts, named, colleagues] = await Promise.all([
    findBookingsAsStaff(db, crypto, view, { me, most: pageSize + 1 }),
    countBookingStates(db, view.kind, clock.now()),
    listDeskViews(db, view.kind, me),
    listStaffWith(db, 'booking-orders:view', { also: [view.owner] }),
  ]);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const sum = (states: readonly string[]) => states.reduce((all, state) => all + (counts[state] ?? 0), 0);
  const names = view.item ? await counters.of(view.kind).nameItems?.([view.item], language) : null;
  return {
    view,
    me,
    today: dateIn('Asia/Dubai', clock.now()),
    named,
    itemName: view.item ? (names?.get(view.item) ?? view.item) : null,
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    queues: bookingQueues.map((queue) => ({ queue, bookings: sum(statesOf[queue] ?? Object.keys(counts)) })),
    next: found.length > pageSize && last ? cursorOf(view, last) : null,
    works: may(clerk, 'products:edit'),
    rows: await readBookingRows(platform, counters, view, rows, language),
  };
}
