import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { AlertReason } from './alert-rules.ts';

export const staffAlertReads = pgTable(
  'staff_alert_reads',
  {
    userId: text('user_id').notNull(),
    taskId: text('task_id').notNull(),
    reason: text('reason').$type<AlertReason>().notNull(),
    readAt: timestamp('read_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.taskId, table.reason] })],
);

export const staffAlertChoices = pgTable('staff_alert_choices', {
  userId: text('user_id').primaryKey(),
  without: text('without').array().$type<AlertReason[]>().notNull(),
  version: integer('version').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull(),
});
