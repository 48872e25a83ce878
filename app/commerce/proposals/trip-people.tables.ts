import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const tripPeople = pgTable(
  'trip_people',
  {
    orderId: text('order_id').notNull(),
    position: integer('position').notNull(),
    personal: text('personal').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);
