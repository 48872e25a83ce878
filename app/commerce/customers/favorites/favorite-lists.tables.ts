import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { FavoriteKind } from './favorite-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const favoriteLists = pgTable('favorite_lists', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  name: text('name').notNull(),
  shared: boolean('shared').notNull().default(false),
  shareNumber: integer('share_number').notNull().default(0),
  createdAt: at('created_at').notNull(),
  deletedAt: at('deleted_at'),
});

export const favoriteListThings = pgTable(
  'favorite_list_things',
  {
    listId: text('list_id').notNull(),
    userId: text('user_id').notNull(),
    kind: text('kind').$type<FavoriteKind>().notNull(),
    thing: text('thing').notNull(),
    addedAt: at('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.kind, table.thing] })],
);
