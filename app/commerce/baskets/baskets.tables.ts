import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const baskets = pgTable('baskets', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  userId: text('user_id'),
  secretHash: text('secret_hash').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  /** The bank has promised the money: nothing joins or leaves any more. */
  closedAt: at('closed_at'),
  /** The mail that says what became of each order was sent. */
  toldAt: at('told_at'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Basket = typeof baskets.$inferSelect;

export const basketOrders = pgTable('basket_orders', {
  orderId: text('order_id').primaryKey(),
  basketId: text('basket_id').notNull(),
  addedAt: at('added_at').notNull(),
});
