import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findScheduleRows, type ScheduleRow } from './schedule-list-store.server.ts';
import { readScheduleListView, type ScheduleListView } from './schedule-list-view.ts';

const head =
  'answer_by_utc,order,locator,airline,seats,state,severity,kinds,broken_connections,flights_before,departs_before_local,flights_now,departs_now_local,received_utc,told_utc,answer,answered_utc,owner';

/** The filtered list of changed schedules as a table: flights and times, nobody's name but the owner's. */
export const schedulesExport = {
  action: 'schedule-changes.exported',
  subject: 'schedule_changes:list',
  head: head.split(','),
  told(query) {
    const view = readScheduleListView(query);
    return { queue: view.queue, searched: view.find !== '' };
  },
  pages: (platform, _viewer, { query }) => schedulePages(platform, readScheduleListView(query)),
} as const satisfies ExportWriter;

async function* schedulePages({ db, clock }: Platform, view: ScheduleListView) {
  const now = clock.now();
  let next: ScheduleListView['after'] = null;
  const pages = pageThrough<ScheduleRow, NonNullable<ScheduleListView['after']>>(
    async (after, most) => {
      const page = await findScheduleRows(db, { ...view, after }, { now, most });
      next = page.next;
      return page.rows;
    },
    () => next,
  );
  for await (const rows of pages) {
    const names = await findStaffNames(db, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))]);
    yield rows.map((row) => [
      row.answerBy ?? '',
      row.reference,
      row.locator,
      row.airline,
      String(row.seats),
      row.status,
      row.severity,
      row.kinds.join(' '),
      String(row.broken),
      row.was.flights,
      row.was.departs,
      row.now?.flights ?? '',
      row.now?.departs ?? '',
      row.received,
      row.told ?? '',
      row.answer ?? '',
      row.answered ?? '',
      row.ownerId ? (names.get(row.ownerId) ?? '') : '',
    ]);
  }
}
