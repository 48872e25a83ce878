import { date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { KeptKind, RetentionPolicy } from './retention-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const retentionPolicyRows = pgTable('retention_policies', {
  code: text('code').$type<RetentionPolicy>().primaryKey(),
  days: integer('days').notNull(),
  version: integer('version').notNull().default(1),
  changedBy: text('changed_by').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type PolicyRow = typeof retentionPolicyRows.$inferSelect;

export const retentionWishes = pgTable('retention_wishes', {
  id: text('id').primaryKey(),
  policy: text('policy').$type<RetentionPolicy>().notNull(),
  base: integer('base').notNull(),
  daysBefore: integer('days_before').notNull(),
  days: integer('days').notNull(),
  reason: text('reason').notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  status: text('status').$type<'waiting' | 'approved' | 'declined' | 'withdrawn'>().notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
});
export type RetentionWish = typeof retentionWishes.$inferSelect;

export const retentionDays = pgTable(
  'retention_days',
  {
    kind: text('kind').$type<KeptKind>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    runs: integer('runs').notNull(),
    gone: integer('gone').notNull(),
    lastAt: at('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.day] })],
);
export type RetentionDay = typeof retentionDays.$inferSelect;
