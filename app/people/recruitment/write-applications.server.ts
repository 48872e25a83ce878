import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findJudges, listApplications, readPlace, writePlace, type ListPlace } from './job-applications-store.server.ts';
import type { ScoreVerdict } from './job-application-kinds.ts';
import { ratingOf } from './score-rules.ts';
import { findPoints } from './job-scores-store.server.ts';
import { filterOf, nameOf, readApplicationView, readerOf, seesScores, type ApplicationView } from './application-view.server.ts';

const head =
  'reference,candidate,position,stage,in_stage_since_utc,source,right_to_work,notice_weeks,answers_not_met,interviewers,rating,recruiter,sent_utc,kept_until';
const pageSize = 2_000;

/**
 * The list of applications as a table: names where they are not covered, no addresses and no numbers; a rating where whoever asks may
 * see the score cards behind it.
 */
export const applicationsExport = {
  action: 'job.exported',
  subject: 'job_applications:list',
  head: head.split(','),
  told(query) {
    const view = readApplicationView(query);
    return { stage: view.stage, searched: view.find !== '' };
  },
  pages: (platform, viewer, { query, language }) => applicationPages(platform, viewer, readApplicationView(query), language),
} as const satisfies ExportWriter;

async function* applicationPages(platform: Platform, viewer: Clerk, view: ApplicationView, language: LanguageCode) {
  const reader = readerOf(viewer);
  const filter = filterOf(view, reader, platform.clock.now());
  const { sort, descending } = view;
  let after: ListPlace | null = null;
  do {
    const rows = await listApplications(platform.db, platform.crypto, reader, filter, {
      size: pageSize,
      after,
      language,
      sort,
      descending,
    });
    const ids = rows.map(({ id }) => id);
    const [points, judges] = await Promise.all([
      findPoints(platform.db, ids),
      reader.seesAll ? findJudges(platform.db, ids) : new Map<string, string[]>(),
    ]);
    const byApplication = Map.groupBy(points, ({ applicationId }) => applicationId);
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
        (judges.get(row.id) ?? []).join(', '),
        ratingFor(viewer, byApplication.get(row.id) ?? []),
        row.ownerName ?? '',
        row.createdAt.toISOString(),
        row.keepUntil,
      ]);
    const last = rows.at(-1);
    after = rows.length === pageSize && last ? readPlace(sort, writePlace(sort, last)) : null;
  } while (after !== null);
}

const ratingFor = (viewer: Clerk, cards: readonly { readonly scoredBy: string; readonly verdict: ScoreVerdict }[]) =>
  (seesScores(viewer, cards) && ratingOf(cards.map(({ verdict }) => verdict))) || '';
