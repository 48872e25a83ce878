import { customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Nights from the first to the morning of the last, as PostgreSQL writes them: [2026-12-05,2026-12-08). */
const nights = customType<{ data: string }>({ dataType: () => 'daterange' });

/** Interchangeable units; written by the statements of the claims store only. */
export const pools = pgTable('pools', {
  key: text('key').primaryKey(),
  capacity: integer('capacity').notNull(),
  held: integer('held').notNull().default(0),
  allocated: integer('allocated').notNull().default(0),
  createdAt: at('created_at').notNull(),
});

/** One row per claim on a pool or a named unit: held, allocated, released. */
export const claims = pgTable('claims', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  actor: text('actor').notNull(),
  network: text('network').notNull(),
  poolKey: text('pool_key'),
  unitKey: text('unit_key'),
  /** Only of rooms. */
  nights: nights('nights'),
  quantity: integer('quantity').notNull(),
  status: text('status').$type<'held' | 'allocated' | 'released'>().notNull().default('held'),
  heldUntil: at('held_until').notNull(),
  hardUntil: at('hard_until').notNull(),
  extensions: integer('extensions').notNull().default(0),
  createdAt: at('created_at').notNull(),
});
