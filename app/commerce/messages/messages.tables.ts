import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const sentMessages = pgTable('sent_messages', {
  messageId: text('message_id').primaryKey(),
  orderId: text('order_id').notNull(),
  template: text('template').notNull(),
  orderVersion: integer('order_version').notNull(),
  language: text('language').notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull(),
});
