import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const staffTasks = pgTable('staff_tasks', {
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  subject: text('subject').notNull(),
  textKey: text('text_key').notNull(),
  detail: jsonb('detail').$type<Record<string, string | number>>().notNull(),
  openedAt: timestamp('opened_at', { withTimezone: true, mode: 'date' }).notNull(),
  askedBy: text('asked_by'),
  claimedBy: text('claimed_by'),
  claimedAt: timestamp('claimed_at', { withTimezone: true, mode: 'date' }),
  /** Until when it is out of the way of whoever has it, or of everybody where nobody has. */
  snoozedUntil: timestamp('snoozed_until', { withTimezone: true, mode: 'date' }),
  closedAt: timestamp('closed_at', { withTimezone: true, mode: 'date' }),
  closedBy: text('closed_by'),
});
export type StaffTask = typeof staffTasks.$inferSelect;
