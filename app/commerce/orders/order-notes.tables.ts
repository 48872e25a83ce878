import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const orderNotes = pgTable('order_notes', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  author: text('author').notNull(),
  words: text('words').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
});
