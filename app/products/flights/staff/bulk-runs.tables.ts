import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { BulkAction } from './bulk-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const deskBulkRuns = pgTable('desk_bulk_runs', {
  id: text('id').primaryKey(),
  action: text('action').$type<BulkAction>().notNull(),
  startedBy: text('started_by').notNull(),
  startedAt: at('started_at').notNull(),
});
export type BulkRun = typeof deskBulkRuns.$inferSelect;

export const deskBulkLines = pgTable(
  'desk_bulk_lines',
  {
    runId: text('run_id').notNull(),
    position: integer('position').notNull(),
    orderId: text('order_id').notNull(),
    reference: text('reference').notNull(),
    /** Null until it was worked on. */
    ok: boolean('ok'),
    /** The state it came to, or why not. */
    said: text('said'),
    doneAt: at('done_at'),
  },
  (table) => [primaryKey({ columns: [table.runId, table.position] })],
);
export type BulkLine = typeof deskBulkLines.$inferSelect;
