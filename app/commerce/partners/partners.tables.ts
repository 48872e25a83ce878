import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { PaperType } from '#app/values/paper-types.ts';
import type { PartnerKind } from './partner-kinds.ts';
import type { PartnerMove, PartnerStatus } from './partner-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const partnerLeads = pgTable('partner_leads', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  kind: text('kind').$type<PartnerKind>().notNull(),
  status: text('status').$type<PartnerStatus>().notNull(),
  version: integer('version').notNull().default(1),
  language: text('language').$type<LanguageCode>().notNull(),
  company: text('company').notNull(),
  country: text('country').notNull(),
  website: text('website'),
  licence: text('licence').notNull(),
  trn: text('trn'),
  offers: text('offers').notNull(),
  contact: text('contact').notNull(),
  emailIndex: text('email_index').notNull(),
  assignedTo: text('assigned_to'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type PartnerLead = typeof partnerLeads.$inferSelect;

export const partnerLeadEvents = pgTable(
  'partner_lead_events',
  {
    leadId: text('lead_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<PartnerMove | 'apply' | 'note' | 'assign'>().notNull(),
    actor: text('actor').notNull(),
    words: text('words'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.leadId, table.version] })],
);
export type PartnerLeadEvent = typeof partnerLeadEvents.$inferSelect;

export const partnerDocuments = pgTable('partner_documents', {
  id: text('id').primaryKey(),
  leadId: text('lead_id').notNull(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  type: text('type').$type<PaperType>().notNull(),
  bytes: integer('bytes').notNull(),
  stored: text('stored').notNull(),
  at: at('at').notNull(),
});
export type PartnerDocument = typeof partnerDocuments.$inferSelect;
