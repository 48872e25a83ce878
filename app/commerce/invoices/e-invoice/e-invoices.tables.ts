import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Emirate } from '../invoice-lines.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const eInvoiceBuyers = pgTable('e_invoice_buyers', {
  trn: text('trn').primaryKey(),
  city: text('city').notNull(),
  emirate: text('emirate').$type<Emirate>().notNull(),
  /** Empty until it is known; asked only where nothing on the document is subject to VAT. */
  licence: text('licence').notNull(),
  licenceAuthority: text('licence_authority').notNull(),
  writtenBy: text('written_by').notNull(),
  writtenAt: at('written_at').notNull(),
});

export const eInvoiceHandOvers = pgTable('e_invoice_hand_overs', {
  id: text('id').primaryKey(),
  invoiceId: text('invoice_id').notNull(),
  provider: text('provider').notNull(),
  providerRef: text('provider_ref').notNull(),
  fileSum: text('file_sum').notNull(),
  handedBy: text('handed_by').notNull(),
  handedAt: at('handed_at').notNull(),
  takenBackBy: text('taken_back_by'),
  takenBackAt: at('taken_back_at'),
  takenBackWhy: text('taken_back_why'),
});
export type EInvoiceHandOver = typeof eInvoiceHandOvers.$inferSelect;
