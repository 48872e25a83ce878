import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { openStages } from './job-application-status.ts';
import { countStages, listApplications, type ListPlace } from './job-applications-store.server.ts';
import { filterOf, nameOf, readApplicationView, readerOf, type ApplicationView } from './application-view.server.ts';

const head =
  'reference,candidate,position,stage,in_stage_since_utc,source,right_to_work,notice_weeks,answers_not_met,recruiter,sent_utc,kept_until';
const pageSize = 2_000;

/** The list of applications as a table: names where they are not covered, no addresses, no numbers and no scores. */
export const applicationsExport = {
  action: 'job.exported',
  subject: 'job_applications:list',
  head: head.split(','),
  pages: (platform, viewer, { query, language }) => applicationPages(platform, viewer, readApplicationView(query), language),
} as const satisfies ExportWriter;

async function* applicationPages(platform: Platform, viewer: Clerk, view: ApplicationView, language: LanguageCode) {
  const reader = readerOf(viewer);
  const filter = filterOf(view, reader, platform.clock.now());
  let after: ListPlace | null = null;
  do {
    const rows = await listApplications(platform.db, platform.crypto, reader, filter, { size: pageSize, after, language });
    if (rows.length > 0)
      yield rows.map((row) => [
        row.reference,
        nameOf(platform, row) ?? '',
        row.title ?? '',
        row.status,
        row.stageSince.toISOString(),
        row.source,
        row.visaStatus ?? '',
        row.noticeWeeks === null ? '' : String(row.noticeWeeks),
        String(row.knockOuts),
        row.ownerName ?? '',
        row.createdAt.toISOString(),
        row.keepUntil,
      ]);
    const last = rows.at(-1);
    after = rows.length === pageSize && last ? { at: last.createdAt.toISOString(), id: last.id } : null;
  } while (after !== null);
}

/** How many applications a view holds. */
export async function countMatching({ db, crypto, clock }: Platform, viewer: Clerk, view: ApplicationView): Promise<number> {
  const reader = readerOf(viewer);
  const filter = filterOf(view, reader, clock.now());
  const counts = await countStages(db, crypto, reader, filter);
  const stages =
    filter.stage === 'all'
      ? Object.values(counts)
      : filter.stage === 'open'
        ? openStages.map((one) => counts[one])
        : [counts[filter.stage]];
  return stages.reduce((sum, one) => sum + one, 0);
}
