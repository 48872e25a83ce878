import { bigint, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { Emirate, InvoiceBuyer, InvoiceSeller, InvoiceWords, VatCategory } from './invoice-lines.ts';

const fils = (name: string) => bigint(name, { mode: 'number' }).notNull();

export const invoiceSeller = pgTable('invoice_seller', {
  id: integer('id').primaryKey(),
  legalName: text('legal_name').notNull(),
  legalNameAr: text('legal_name_ar').notNull(),
  address: text('address').notNull(),
  addressAr: text('address_ar').notNull(),
  trn: text('trn'),
  emirate: text('emirate').$type<Emirate>().notNull().default('DU'),
  city: text('city').notNull().default(''),
  licence: text('licence').notNull().default(''),
  licenceAuthority: text('licence_authority').notNull().default(''),
  /** Read by the version before alone; goes a release later. */
  version: integer('version').notNull().default(1),
});

export const invoices = pgTable('invoices', {
  id: text('id').primaryKey(),
  number: text('number').notNull(),
  series: text('series').notNull(),
  year: integer('year').notNull(),
  sequence: integer('sequence').notNull(),
  kind: text('kind').$type<'invoice' | 'credit-note'>().notNull(),
  refersTo: text('refers_to'),
  key: text('key').notNull(),
  orderId: text('order_id').notNull(),
  orderReference: text('order_reference').notNull(),
  ownerId: text('owner_id'),
  buyer: jsonb('buyer').$type<InvoiceBuyer>().notNull(),
  seller: jsonb('seller').$type<InvoiceSeller>().notNull(),
  reason: text('reason'),
  issuedAt: timestamp('issued_at', { withTimezone: true, mode: 'date' }).notNull(),
  supplyDate: date('supply_date', { mode: 'string' }).notNull(),
  net: fils('net'),
  vat: fils('vat'),
  gross: fils('gross'),
  chargedAmount: fils('charged_amount'),
  chargedCurrency: text('charged_currency').$type<CurrencyCode>().notNull(),
  rate: text('rate').notNull(),
  /** Of an invoice to a company that has days to pay; null: at once, or by the plan of its order. */
  dueOn: date('due_on').$type<CalendarDate>(),
});

export const invoiceLines = pgTable(
  'invoice_lines',
  {
    invoiceId: text('invoice_id').notNull(),
    position: integer('position').notNull(),
    creditsPosition: integer('credits_position'),
    words: jsonb('words').$type<InvoiceWords>().notNull(),
    quantity: integer('quantity').notNull(),
    vatCategory: text('vat_category').$type<VatCategory>().notNull(),
    vatBasisPoints: integer('vat_basis_points').notNull(),
    vatPlace: text('vat_place'),
    net: fils('net'),
    vat: fils('vat'),
    gross: fils('gross'),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.position] })],
);

/** Invoices of which something is still to come, kept by triggers beside what lists sort by. */
export const openInvoices = pgTable('open_invoices', {
  invoiceId: text('invoice_id').primaryKey(),
  orderId: text('order_id').notNull(),
  issuedAt: timestamp('issued_at', { withTimezone: true, mode: 'date' }).notNull(),
  gross: fils('gross'),
  dueOn: date('due_on').$type<CalendarDate>(),
});

/** Invoices of which something was taken back, kept by a trigger beside what lists sort by. */
export const creditedInvoices = pgTable('credited_invoices', {
  invoiceId: text('invoice_id').primaryKey(),
  issuedAt: timestamp('issued_at', { withTimezone: true, mode: 'date' }).notNull(),
  gross: fils('gross'),
});

/** Whose surnames an order's documents have, keyed, beside what lists sort by: kept by triggers. */
export const invoiceSurnames = pgTable(
  'invoice_surnames',
  {
    orderId: text('order_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    surnameIndex: text('surname_index').notNull(),
    issuedAt: timestamp('issued_at', { withTimezone: true, mode: 'date' }).notNull(),
    gross: fils('gross'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.invoiceId, table.surnameIndex] })],
);
