import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { cursorOfSticker, findStickersAsStaff, stickerName, type StickerRow } from './assisted-desk-store.server.ts';
import { readStickerView, type StickerView } from './sticker-view.ts';

const head = 'due,reference,traveller,name,country,counter,package,state,appointment,lodged,passport,travel';

/** The list of cases as a table: names and states, no passport numbers. */
export const stickerVisasExport = {
  action: 'assisted.exported',
  subject: 'assisted_cases:list',
  head: head.split(','),
  told(query) {
    const view = readStickerView(query);
    return { queue: view.queue, searched: view.find !== '' };
  },
  pages: (platform, viewer, { query }) => stickerPages(platform, viewer, readStickerView(query)),
} as const satisfies ExportWriter;

async function* stickerPages({ db, crypto, clock }: Platform, viewer: Clerk, view: StickerView) {
  const about = { me: viewer.user.id, now: clock.now() };
  const pages = pageThrough<StickerRow, NonNullable<StickerView['after']>>(
    (after, most) => findStickersAsStaff(db, crypto, { ...view, after }, { ...about, most }),
    (last) => cursorOfSticker(view, last),
  );
  for await (const rows of pages)
    yield rows.map((row) => [
      row.dueAt.toISOString(),
      row.reference,
      String(row.position + 1),
      stickerName(crypto, row),
      row.country,
      row.place,
      row.package,
      row.status,
      row.appointmentAt?.toISOString() ?? '',
      row.lodgedReference ?? '',
      row.passport,
      row.travelsOn,
    ]);
}
