import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { DeskListName } from './desk-lists.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const deskBulkRuns = pgTable('desk_bulk_runs', {
  id: text('id').primaryKey(),
  action: text('action').notNull(),
  startedBy: text('started_by').notNull(),
  startedAt: at('started_at').notNull(),
  list: text('list').$type<DeskListName>().notNull().default('flights'),
  /** What the action needs beside its name: ids and references, nothing personal. */
  detail: jsonb('detail').$type<Readonly<Record<string, string>>>().notNull().default({}),
});
export type BulkRun = typeof deskBulkRuns.$inferSelect;

export const deskBulkLines = pgTable(
  'desk_bulk_lines',
  {
    runId: text('run_id').notNull(),
    position: integer('position').notNull(),
    /** Null in a run over things that are no orders: `subject` says which. */
    orderId: text('order_id'),
    reference: text('reference').notNull(),
    /** Null until it was worked on. */
    ok: boolean('ok'),
    /** The state it came to, or why not. */
    said: text('said'),
    doneAt: at('done_at'),
    /** What of the order is meant, by an id of its product, or a thing that is no order; null: the whole order. */
    subject: text('subject'),
    /** What this line needs beside what the run says, as the run's own. */
    detail: jsonb('detail').$type<Readonly<Record<string, string>>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.runId, table.position] })],
);
export type BulkLine = typeof deskBulkLines.$inferSelect;
/** A line of a run over orders. */
export type OrderLine = BulkLine & { readonly orderId: string };
