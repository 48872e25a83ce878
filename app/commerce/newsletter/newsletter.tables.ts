import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Interest } from './reader-taste.ts';
import type { ReaderStatus } from './newsletter-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const newsletterReaders = pgTable('newsletter_readers', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  emailIndex: text('email_index').notNull(),
  /** The same address as records of customers keep it; null until a job has told it. */
  customerIndex: text('customer_index'),
  status: text('status').$type<ReaderStatus>().notNull(),
  version: integer('version').notNull().default(1),
  language: text('language').$type<LanguageCode>().notNull(),
  interests: text('interests').array().$type<Interest[]>().notNull(),
  askedAt: at('asked_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Reader = typeof newsletterReaders.$inferSelect;

export const newsletterEvents = pgTable(
  'newsletter_events',
  {
    readerId: text('reader_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<'asked' | 'confirmed' | 'changed' | 'left'>().notNull(),
    language: text('language').$type<LanguageCode>().notNull(),
    interests: text('interests').array().$type<Interest[]>().notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.readerId, table.version] })],
);
