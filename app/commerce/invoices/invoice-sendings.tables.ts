import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const invoiceSendings = pgTable('invoice_sendings', {
  id: text('id').primaryKey(),
  invoiceId: text('invoice_id').notNull(),
  batch: text('batch').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  sentAt: at('sent_at'),
});
export type InvoiceSending = typeof invoiceSendings.$inferSelect;
