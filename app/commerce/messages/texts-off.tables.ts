import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Kinds of mail beside which no text goes for now. */
export const textsOff = pgTable('texts_off', {
  kind: text('kind').primaryKey(),
  changedBy: text('changed_by').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull(),
});
