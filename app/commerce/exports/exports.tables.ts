import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ExportFault, ExportList, ExportStatus } from './export-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const exportFiles = pgTable('export_files', {
  id: text('id').primaryKey(),
  list: text('list').$type<ExportList>().notNull(),
  query: text('query').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  userId: text('user_id').notNull(),
  status: text('status').$type<ExportStatus>().notNull().default('asked'),
  reason: text('reason').$type<ExportFault>(),
  /** Written so far; of one that is ready, all. */
  rows: integer('rows'),
  file: text('file'),
  pieces: integer('pieces').notNull().default(1),
  askedAt: at('asked_at').notNull(),
  readyAt: at('ready_at'),
  expiresAt: at('expires_at'),
});
export type ExportFile = typeof exportFiles.$inferSelect;
