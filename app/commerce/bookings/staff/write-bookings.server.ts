import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportList } from '#app/commerce/exports/export-status.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import { decimalString } from '#app/values/money.ts';
import { cursorOf, findBookingsAsStaff, type BookingRow } from './booking-desk-store.server.ts';
import { readBookingView, type BookingView } from './booking-desk-view.ts';
import type { ListedKind } from './booking-lists.ts';
import { readBookingRows } from './open-booking-list.server.ts';

const head = 'starts_local,ends_local,reference,title,lead,travellers,places,state,due_on,operator,total,currency,owner,placed_utc';

/** The file of each kind of booking. */
export const bookingFiles = {
  holiday: 'holiday-orders',
  experience: 'experience-orders',
  staycation: 'staycation-orders',
} as const satisfies Readonly<Record<ListedKind, ExportList>>;

/** The list of bookings of a kind as a table. */
export function bookingsExport(kind: ListedKind, counters: ProductCounters): ExportWriter {
  return {
    action: 'bookings.exported',
    subject: `bookings:${kind}`,
    head: head.split(','),
    told(query) {
      const view = readBookingView(kind, query);
      return { queue: view.queue, searched: view.find !== '' };
    },
    async *pages(platform, viewer, { query, language }) {
      const view = readBookingView(kind, query);
      const pages = pageThrough<BookingRow, NonNullable<BookingView['after']>>(
        (after, most) => findBookingsAsStaff(platform.db, platform.crypto, { ...view, after }, { me: viewer.user.id, most }),
        (last) => cursorOf(view, last),
      );
      for await (const found of pages)
        yield (await readBookingRows(platform, counters, view, found, language)).map((row) => [
          row.starts,
          row.ends,
          row.reference,
          row.title,
          row.lead?.name ?? '',
          String((row.lead?.others ?? 0) + 1),
          String(row.places),
          row.status,
          row.dueOn ?? '',
          row.operator,
          decimalString(row.total),
          row.total.currency,
          row.owner?.name ?? '',
          row.placed,
        ]);
    },
  };
}
