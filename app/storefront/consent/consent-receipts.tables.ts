import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const consentReceipts = pgTable('consent_receipts', {
  id: text('id').primaryKey(),
  chosenAt: timestamp('chosen_at', { withTimezone: true, mode: 'date' }).notNull(),
  /** Version of the words the visitor read when choosing. */
  wording: text('wording').notNull(),
  language: text('language').notNull(),
  analytics: boolean('analytics').notNull(),
  marketing: boolean('marketing').notNull(),
  personalization: boolean('personalization').notNull(),
});
