import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const companies = pgTable('companies', {
  id: text('id').primaryKey(),
  version: integer('version').notNull().default(1),
  name: text('name').notNull(),
  nameAr: text('name_ar').notNull().default(''),
  licence: text('licence').notNull().default(''),
  trn: text('trn'),
  address: text('address').notNull().default(''),
  domain: text('domain').notNull().default(''),
  termsDays: integer('terms_days').notNull().default(0),
  said: text('said').notNull(),
  ownerId: text('owner_id'),
  archivedAt: at('archived_at'),
  archivedBy: text('archived_by'),
  createdBy: text('created_by').notNull(),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Company = typeof companies.$inferSelect;

export const companyContacts = pgTable('company_contacts', {
  companyId: text('company_id').primaryKey(),
  /** Sealed: name and address of whoever is written to. */
  contact: text('contact').notNull(),
  emailIndex: text('email_index').notNull(),
});

/** Documents that are a company's by its name, from the day on which that was certain: at their issue, or before it was renamed. */
export const companyDocuments = pgTable('company_documents', {
  invoiceId: text('invoice_id').primaryKey(),
  companyId: text('company_id').notNull(),
  linkedAt: at('linked_at').notNull(),
});

export const companyMembers = pgTable('company_members', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  companyId: text('company_id').notNull(),
  customerId: text('customer_id').notNull(),
  since: at('since').notNull(),
  until: at('until'),
  addedBy: text('added_by').notNull(),
  endedBy: text('ended_by'),
});
