import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { listReviewsAsStaff, placeOfReview, type ReviewAfter } from '../reviews-store.server.ts';
import type { Review } from '../reviews.tables.ts';
import { deskQuery, filterOf, readDeskView, type ReviewDeskView } from './desk-view.ts';

const head =
  'reference,state,stars,title,words,language,name,country,kind,product,completed_on,reply,reject_reason,written_utc,published_utc';

/** The filtered list as a table, without anything that names an author beyond what they chose to show. */
export const reviewsExport = {
  action: 'reviews.exported',
  subject: 'reviews:list',
  head: head.split(','),
  told(query) {
    const view = readDeskView(query);
    return { filtered: deskQuery(view, { find: '' }), searched: view.find !== '' };
  },
  pages: ({ db }, _viewer, { query }) => reviewPages(db, readDeskView(query)),
} as const satisfies ExportWriter;

async function* reviewPages(db: Db, view: ReviewDeskView) {
  const filter = filterOf(view);
  const pages = pageThrough<Review, ReviewAfter>((after, size) => listReviewsAsStaff(db, filter, { after, size }), placeOfReview);
  for await (const rows of pages) yield rows.map(lineOf);
}

const lineOf = (row: Review): string[] => [
  row.reference,
  row.status,
  String(row.stars),
  row.title,
  row.words,
  row.language,
  row.displayName ?? '',
  row.country ?? '',
  row.kind,
  row.productId,
  row.completedOn,
  row.reply ?? '',
  row.rejectReason ?? '',
  row.writtenAt.toISOString(),
  row.publishedAt?.toISOString() ?? '',
];
