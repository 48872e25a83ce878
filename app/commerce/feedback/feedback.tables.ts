import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { FeedbackKind } from './feedback-kinds.ts';
import type { FeedbackStatus } from './feedback-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const feedback = pgTable('feedback', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  kind: text('kind').$type<FeedbackKind>().notNull(),
  status: text('status').$type<FeedbackStatus>().notNull(),
  version: integer('version').notNull().default(1),
  language: text('language').$type<LanguageCode>().notNull(),
  page: text('page'),
  orderReference: text('order_reference'),
  rating: integer('rating'),
  words: text('words').notNull(),
  email: text('email'),
  answer: text('answer'),
  userId: text('user_id'),
  answerBy: at('answer_by'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type FeedbackRow = typeof feedback.$inferSelect;
