import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { openTyped } from '../evisa-applications-store.server.ts';
import { findRefusedHere } from '../visa-passports-store.server.ts';
import { cursorOf, findCasesAsStaff, type CaseRow } from './evisa-desk-store.server.ts';
import { readCaseView, type CaseView } from './evisa-desk-view.ts';
import { readCaseFlags } from './read-case-flags.server.ts';

const head = 'deliver_by,reference,traveller,surname,given_names,nationality,country,type,speed,arrival,state,authority_reference,flags';

/** The list of e-visas as a table: names and states, no passport numbers. */
export const evisasExport = {
  action: 'evisas.exported',
  subject: 'evisa_applications:list',
  head: head.split(','),
  told(query) {
    const view = readCaseView(query);
    return { queue: view.queue, searched: view.find !== '' };
  },
  pages: (platform, viewer, { query }) => casePages(platform, viewer, readCaseView(query)),
} as const satisfies ExportWriter;

async function* casePages({ db, crypto, clock }: Platform, viewer: Clerk, view: CaseView) {
  const today = dateIn('Asia/Dubai', clock.now());
  const pages = pageThrough<CaseRow, NonNullable<CaseView['after']>>(
    (after, most) => findCasesAsStaff(db, crypto, { ...view, after }, { me: viewer.user.id, today, most }),
    (last) => cursorOf(view, last),
  );
  for await (const rows of pages) {
    const refused = await findRefusedHere(
      db,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => {
      const typed = openTyped(crypto, row);
      return [
        row.deliverBy ?? '',
        row.reference,
        String(row.position + 1),
        typed.surname ?? '',
        typed.givenNames ?? '',
        typed.nationality ?? '',
        row.country,
        row.typeCode,
        row.speed,
        row.arrival,
        row.status,
        row.authorityReference ?? '',
        readCaseFlags(row, typed, refused, today).join(' '),
      ];
    });
  }
}
