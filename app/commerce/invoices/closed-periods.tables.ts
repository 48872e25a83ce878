import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const closedPeriods = pgTable('closed_periods', {
  month: text('month').primaryKey(),
  /** By box of the VAT return, fils. */
  figures: jsonb('figures').$type<Readonly<Record<string, { readonly net: number; readonly vat: number }>>>().notNull(),
  closedBy: text('closed_by').notNull(),
  closedAt: timestamp('closed_at', { withTimezone: true, mode: 'date' }).notNull(),
});
