import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { KeptBecause, PurgePolicy } from './retention-rules.ts';
import type { PurgeState } from './retention-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const purgeRuns = pgTable('purge_runs', {
  id: text('id').primaryKey(),
  policy: text('policy').$type<PurgePolicy>().notNull(),
  days: integer('days').notNull(),
  status: text('status').$type<PurgeState>().notNull().default('proposed'),
  proposedBy: text('proposed_by').notNull(),
  proposedAt: at('proposed_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
  doneAt: at('done_at'),
});
export type PurgeRun = typeof purgeRuns.$inferSelect;

export const purgeRunLines = pgTable(
  'purge_run_lines',
  {
    runId: text('run_id').notNull(),
    position: integer('position').notNull(),
    applicationId: text('application_id').notNull(),
    outcome: text('outcome').$type<'purged' | 'kept'>(),
    reason: text('reason').$type<KeptBecause>(),
    keys: text('keys').array().notNull().default([]),
    doneAt: at('done_at'),
  },
  (table) => [primaryKey({ columns: [table.runId, table.position] })],
);
export type PurgeLine = typeof purgeRunLines.$inferSelect;

export const purgeCertificates = pgTable('purge_certificates', {
  id: text('id').primaryKey(),
  /** Null: what the clock let go, because the promise to travellers came before two people did. */
  runId: text('run_id'),
  policy: text('policy').$type<PurgePolicy>().notNull(),
  days: integer('days').notNull(),
  proposedBy: text('proposed_by').notNull(),
  carriedOutBy: text('carried_out_by').notNull(),
  cases: integer('cases').notNull(),
  kept: integer('kept').notNull().default(0),
  files: integer('files').notNull(),
  keys: text('keys').array().notNull(),
  digest: text('digest').notNull(),
  at: at('at').notNull(),
});
export type PurgeCertificate = typeof purgeCertificates.$inferSelect;
