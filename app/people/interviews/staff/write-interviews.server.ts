import { pageAlong } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { interviewsQuery, readInterviewsView, type InterviewsView } from '../interviews-view.ts';
import { openInterviews } from './open-interviews.server.ts';

/** The interviews as a table: who talks to whom and when, no addresses and no verdicts. */
export const interviewsExport = {
  action: 'interview.exported',
  subject: 'interviews:list',
  head: 'interview,application,candidate,position,round,mode,state,starts_utc,minutes,interviewers'.split(','),
  told(query) {
    const view = { ...readInterviewsView(query), after: null };
    return { filtered: interviewsQuery({ ...view, find: '' }), searched: view.find !== '' };
  },
  pages: (platform, viewer, { query, language }) => interviewPages(platform, viewer, readInterviewsView(query), language),
} as const satisfies ExportWriter;

async function* interviewPages(platform: Platform, viewer: Clerk, view: InterviewsView, language: LanguageCode) {
  const pages = pageAlong<Awaited<ReturnType<typeof openInterviews>>['rows'][number], string>((after, most) =>
    openInterviews(platform, viewer, { ...view, after }, language, most),
  );
  for await (const rows of pages)
    yield rows.map((row) => [
      row.reference,
      row.application,
      row.candidate,
      row.role ?? '',
      row.roundName ?? row.round,
      row.mode,
      row.status,
      row.startsAt ?? '',
      String(row.minutes),
      row.panel,
    ]);
}
