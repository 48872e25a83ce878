import { date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { RejectReason, ReportReason, ReviewLanguage, Scores } from './review-kinds.ts';
import type { ReviewMove, ReviewStatus } from './review-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const reviews = pgTable('reviews', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  orderId: text('order_id').notNull(),
  item: integer('item').notNull(),
  kind: text('kind').notNull(),
  productId: text('product_id').notNull(),
  subject: jsonb('subject').$type<Readonly<Record<LanguageCode, string>>>().notNull(),
  completedOn: date('completed_on', { mode: 'string' }).notNull(),
  status: text('status').$type<ReviewStatus>().notNull(),
  version: integer('version').notNull().default(1),
  stars: integer('stars').notNull(),
  scores: jsonb('scores').$type<Scores>().notNull(),
  title: text('title').notNull(),
  words: text('words').notNull(),
  language: text('language').$type<ReviewLanguage>().notNull(),
  displayName: text('display_name'),
  country: text('country'),
  speaks: text('speaks').$type<LanguageCode>().notNull(),
  rejectReason: text('reject_reason').$type<RejectReason>(),
  rejectNote: text('reject_note'),
  reply: text('reply'),
  writtenAt: at('written_at').notNull(),
  publishedAt: at('published_at'),
  changedAt: at('changed_at').notNull(),
});
export type Review = typeof reviews.$inferSelect;

export const reviewEvents = pgTable(
  'review_events',
  {
    reviewId: text('review_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<ReviewMove | 'write' | 'reply'>().notNull(),
    actor: text('actor').notNull(),
    reason: text('reason'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.version] })],
);
export type ReviewEvent = typeof reviewEvents.$inferSelect;

export const reviewInvitations = pgTable(
  'review_invitations',
  {
    orderId: text('order_id').notNull(),
    item: integer('item').notNull(),
    number: integer('number').$type<1 | 2>().notNull(),
    askedAt: at('asked_at').notNull(),
    mailedAt: at('mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.item, table.number] })],
);

export const reviewSilences = pgTable('review_silences', {
  emailIndex: text('email_index').primaryKey(),
  at: at('at').notNull(),
});

export const reviewReports = pgTable('review_reports', {
  id: text('id').primaryKey(),
  reviewId: text('review_id').notNull(),
  reason: text('reason').$type<ReportReason>().notNull(),
  words: text('words').notNull(),
  at: at('at').notNull(),
  closedAt: at('closed_at'),
});
export type ReviewReport = typeof reviewReports.$inferSelect;
