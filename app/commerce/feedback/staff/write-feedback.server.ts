import { pageAlong } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { RowCursor } from '#app/values/keyset-page.ts';
import { listFeedbackAsStaff, type OpenFeedback } from '../feedback-store.server.ts';
import { readFeedbackView, type FeedbackView } from './feedback-list-view.ts';

/** The list of feedback as a table. Nobody's address stands in it: to whom an answer goes is for the page that sends it. */
export const feedbackExport = {
  action: 'feedback.exported',
  subject: 'feedback:list',
  head: 'reference,kind,state,received_utc,promised_utc,rating,page,order,language,words,answer'.split(','),
  told(query) {
    const view = readFeedbackView(query);
    return { state: view.state, searched: view.find !== '' };
  },
  pages: (platform, _viewer, { query }) => feedbackPages(platform, readFeedbackView(query)),
} as const satisfies ExportWriter;

async function* feedbackPages({ db, crypto }: Platform, view: FeedbackView) {
  const pages = pageAlong<OpenFeedback, RowCursor>((after, most) => listFeedbackAsStaff(db, crypto, { ...view, after }, most));
  for await (const rows of pages)
    yield rows.map((row) => [
      row.reference,
      row.kind,
      row.status,
      row.createdAt.toISOString(),
      row.answerBy?.toISOString() ?? '',
      row.rating === null ? '' : String(row.rating),
      row.page ?? '',
      row.orderReference ?? '',
      row.language,
      row.words,
      row.answer ?? '',
    ]);
}
