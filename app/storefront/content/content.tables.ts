import { boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ContentKind, Related } from './content-kinds.ts';
import type { ContentStatus } from './content-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const contentItems = pgTable('content_items', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<ContentKind>().notNull(),
  slug: text('slug').notNull(),
  topic: text('topic').notNull(),
  status: text('status').$type<ContentStatus>().notNull(),
  version: integer('version').notNull().default(1),
  author: text('author'),
  publishedOn: date('published_on', { mode: 'string' }).notNull(),
  poster: jsonb('poster').$type<PosterArt>(),
  related: jsonb('related').$type<readonly Related[]>().notNull(),
  /** Null: visitors do not see it. */
  liveEdition: integer('live_edition'),
  submittedBy: text('submitted_by'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type ContentItem = typeof contentItems.$inferSelect;

export const contentVersions = pgTable(
  'content_versions',
  {
    itemId: text('item_id').notNull(),
    number: integer('number').notNull(),
    language: text('language').$type<LanguageCode>().notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: text('body').notNull(),
    actor: text('actor').notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.number] })],
);
export type ContentVersion = typeof contentVersions.$inferSelect;

export const contentTexts = pgTable(
  'content_texts',
  {
    itemId: text('item_id').notNull(),
    language: text('language').$type<LanguageCode>().notNull(),
    draftNumber: integer('draft_number').notNull(),
    liveNumber: integer('live_number'),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.language] })],
);

export const contentEditions = pgTable(
  'content_editions',
  {
    itemId: text('item_id').notNull(),
    number: integer('number').notNull(),
    numbers: jsonb('numbers').$type<Readonly<Partial<Record<LanguageCode, number>>>>().notNull(),
    actor: text('actor').notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.number] })],
);
export type ContentEdition = typeof contentEditions.$inferSelect;

export const contentVotes = pgTable('content_votes', {
  id: text('id').primaryKey(),
  itemId: text('item_id').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  useful: boolean('useful').notNull(),
  at: at('at').notNull(),
});
