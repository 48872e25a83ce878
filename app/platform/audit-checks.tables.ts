import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const auditChecks = pgTable('audit_checks', {
  id: text('id').primaryKey(),
  /** `system` by night, else `staff:<id>`. */
  askedBy: text('asked_by').notNull(),
  askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  /** When the walk last said how far it is; null: it has not begun. */
  saidAt: timestamp('said_at', { withTimezone: true }),
  rowsChecked: bigint('rows_checked', { mode: 'number' }).notNull().default(0),
  rowsInAll: bigint('rows_in_all', { mode: 'number' }).notNull().default(0),
  finishedAt: timestamp('finished_at', { withTimezone: true }),
  /** Sequence of the first row that does not follow; null: every chain is whole. */
  brokenAt: bigint('broken_at', { mode: 'number' }),
  /** Heads of earlier checks that no row has any more. */
  forgotten: integer('forgotten').notNull().default(0),
  head: text('head'),
});

export type AuditCheck = typeof auditChecks.$inferSelect;
