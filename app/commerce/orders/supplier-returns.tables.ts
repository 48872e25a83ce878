import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What a supplier owes back for a part of an order that it took back, until it came. */
export const supplierReturns = pgTable(
  'supplier_returns',
  {
    orderId: text('order_id').notNull(),
    /** Of the order, as its product counts: a contract of a journey. */
    part: integer('part').notNull(),
    supplier: text('supplier').notNull(),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').$type<CurrencyCode>().notNull(),
    askedAt: at('asked_at').notNull(),
    /** The day, counted from the asking, for which somebody was last told to chase it. */
    chased: integer('chased').notNull().default(0),
    receivedAt: at('received_at'),
    /** A colleague's id. */
    receivedBy: text('received_by'),
    /** Minor units; more or less than was owed. */
    received: bigint('received', { mode: 'number' }),
    /** Why it was another sum. */
    note: text('note'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.part] })],
);
export type SupplierReturn = typeof supplierReturns.$inferSelect;
