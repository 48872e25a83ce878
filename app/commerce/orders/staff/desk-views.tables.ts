import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { DeskListName } from './desk-lists.ts';

export const deskViews = pgTable('desk_views', {
  id: text('id').primaryKey(),
  owner: text('owner').notNull(),
  shared: boolean('shared').notNull(),
  name: text('name').notNull(),
  /** Of the list's address, beginning with a question mark. */
  query: text('query').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  list: text('list').$type<DeskListName>().notNull().default('flights'),
});
