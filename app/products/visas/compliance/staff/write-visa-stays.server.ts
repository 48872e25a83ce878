import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { daysLeft } from '../visa-stay-rules.ts';
import { findStaysAsStaff, placeOfStay, type StayRow } from './visa-stay-desk-store.server.ts';
import { readStayView, type StayView } from './visa-stay-view.ts';

const head = 'reference,traveller,name,country,route,issued,enter_by,entries,entries_used,arrived,stay_until,left,exited,state';

/** The list of stays as a table: names, days and states, no numbers of visas or passports. */
export const visaStaysExport = {
  action: 'visa-stay.exported',
  subject: 'visa_stays:list',
  head: head.split(','),
  told(query) {
    const view = readStayView(query);
    return { queue: view.queue, searched: view.find !== '' };
  },
  pages: (platform, _viewer, { query }) => stayPages(platform, readStayView(query)),
} as const satisfies ExportWriter;

async function* stayPages({ db, crypto, clock }: Platform, view: StayView) {
  const today = dateIn('Asia/Dubai', clock.now());
  const pages = pageThrough<StayRow, NonNullable<StayView['after']>>(
    (after, most) => findStaysAsStaff(db, crypto, { ...view, after }, { today, most }),
    placeOfStay,
  );
  for await (const rows of pages)
    yield rows.map(({ stay, reference, position, name }) => [
      reference,
      String(position + 1),
      name,
      stay.country,
      stay.route,
      stay.issuedOn,
      stay.enterBy,
      stay.entries,
      String(stay.entriesUsed),
      stay.enteredOn ?? '',
      stay.stayUntil ?? '',
      String(daysLeft(stay, today) ?? ''),
      stay.exitedOn ?? '',
      stay.status,
    ]);
}
