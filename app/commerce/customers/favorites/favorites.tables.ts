import { bigint, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { FavoriteKind } from './favorite-rules.ts';

export const favorites = pgTable(
  'favorites',
  {
    userId: text('user_id').notNull(),
    kind: text('kind').$type<FavoriteKind>().notNull(),
    thing: text('thing').notNull(),
    title: text('title').notNull(),
    keptAt: timestamp('kept_at', { withTimezone: true, mode: 'date' }).notNull(),
    keptPrice: bigint('kept_price', { mode: 'number' }),
    droppedAt: timestamp('dropped_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.thing] })],
);
