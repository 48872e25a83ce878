import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { PaperType } from '#app/values/paper-types.ts';
import type { UploadRefusal } from './evisa-document-rules.ts';
import type { EvisaCountryStatus, EvisaEditionStatus } from './evisa-edition-status.ts';
import type { DocumentCode, FieldCode, RejectionCode, VisaCountry, VisaSpeed } from './evisa-offer.ts';
import type { EvisaEvent, EvisaState } from './evisa-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const day = (name: string) => date(name, { mode: 'string' }).$type<CalendarDate>();

export const evisaCountries = pgTable('evisa_countries', {
  code: text('code').primaryKey(),
  slug: text('slug').notNull(),
  status: text('status').$type<EvisaCountryStatus>().notNull().default('live'),
  offer: jsonb('offer').$type<VisaCountry>().notNull(),
  version: integer('version').notNull().default(1),
  changedAt: at('changed_at').notNull(),
});

export const evisaEditions = pgTable('evisa_editions', {
  id: text('id').primaryKey(),
  code: text('code').notNull(),
  edition: integer('edition').notNull(),
  status: text('status').$type<EvisaEditionStatus>().notNull(),
  offer: jsonb('offer').$type<VisaCountry>().notNull(),
  note: text('note').notNull().default(''),
  inForceFrom: day('in_force_from'),
  draftedBy: text('drafted_by').notNull(),
  draftedAt: at('drafted_at').notNull(),
  approvedBy: text('approved_by'),
  approvedAt: at('approved_at'),
  publishedAt: at('published_at'),
  retiredAt: at('retired_at'),
});
export type EvisaEdition = typeof evisaEditions.$inferSelect;

export type VisaRoute = 'evisa' | 'assisted';

export const evisaGroups = pgTable('evisa_groups', {
  id: text('id').primaryKey(),
  secretHash: text('secret_hash').notNull(),
  userId: text('user_id'),
  /** An e-visa, or a case we accompany to the counter: form, papers and link are the same. */
  route: text('route').$type<VisaRoute>().notNull().default('evisa'),
  country: text('country').notNull(),
  offer: jsonb('offer').$type<VisaCountry>().notNull(),
  typeCode: text('type_code').notNull(),
  speed: text('speed').$type<VisaSpeed['code']>().notNull(),
  arrival: day('arrival').notNull(),
  courier: boolean('courier').notNull().default(false),
  language: text('language').$type<LanguageCode>().notNull(),
  contact: text('contact').notNull().default(''),
  emailIndex: text('email_index').notNull().default(''),
  orderId: text('order_id'),
  /** A guest's flight whose names are compared. */
  ticketOrderId: text('ticket_order_id'),
  version: integer('version').notNull().default(1),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});
export type EvisaGroup = typeof evisaGroups.$inferSelect;

export const evisaOrders = pgTable('evisa_orders', {
  orderId: text('order_id').primaryKey(),
  groupId: text('group_id').notNull(),
});

export const evisaApplications = pgTable('evisa_applications', {
  id: text('id').primaryKey(),
  groupId: text('group_id').notNull(),
  position: integer('position').notNull(),
  status: text('status').$type<EvisaState>().notNull().default('draft'),
  version: integer('version').notNull().default(0),
  personal: text('personal').notNull(),
  officer: text('officer'),
  reviewedBy: text('reviewed_by'),
  filedBy: text('filed_by'),
  authorityReference: text('authority_reference'),
  /** Until when the authority wants an answer, while it asks. */
  authorityDue: day('authority_due'),
  filedAt: at('filed_at'),
  receivedAt: at('received_at'),
  deliverBy: day('deliver_by'),
  /** Our own day of the promise is one on which the visa desk works; false for what was promised without its hours. */
  byDeskDays: boolean('by_desk_days').notNull().default(false),
  overAt: at('over_at'),
  rejection: text('rejection').$type<RejectionCode>(),
  issued: text('issued'),
  reminded: integer('reminded').notNull().default(0),
  purgeOn: day('purge_on'),
  /** When the form was emptied. */
  formPurgedAt: at('form_purged_at'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
  /** Of the group, from the day it is paid on: what the lists of the desk sort and filter by. */
  country: text('country'),
  arrival: day('arrival'),
  speed: text('speed').$type<VisaSpeed['code']>(),
});
export type EvisaApplication = typeof evisaApplications.$inferSelect;

export const evisaEvents = pgTable(
  'evisa_events',
  {
    applicationId: text('application_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<EvisaEvent | 'assigned'>().notNull(),
    fromStatus: text('from_status').$type<EvisaState>().notNull(),
    toStatus: text('to_status').$type<EvisaState>().notNull(),
    actor: text('actor').notNull(),
    detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>().notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.version] })],
);
export type EvisaHistory = typeof evisaEvents.$inferSelect;

export const visaPassports = pgTable('visa_passports', {
  /** Of the application. */
  id: text('id').primaryKey(),
  numberIndex: text('number_index').notNull(),
  at: at('at').notNull(),
});

/** What travellers send, and what came back: the visa, the receipt of a filing, the letter of a refusal or of an appointment, a passport as it was handed over, the stamp of the way out. */
export type StoredKind = DocumentCode | HouseKind;
export type HouseKind = 'issued' | 'receipt' | 'refusal' | 'letter' | 'passport-photo' | 'exit-proof';

export const evisaDocuments = pgTable('evisa_documents', {
  id: text('id').primaryKey(),
  applicationId: text('application_id').notNull(),
  kind: text('kind').$type<StoredKind>().notNull(),
  type: text('type').$type<PaperType>().notNull(),
  bytes: integer('bytes').notNull(),
  width: integer('width'),
  height: integer('height'),
  warnings: jsonb('warnings').$type<readonly UploadRefusal[]>().notNull(),
  stored: text('stored').notNull(),
  sentBy: text('sent_by').notNull(),
  at: at('at').notNull(),
  /** Since when the traveller is shown it; of receipts only. */
  sharedAt: at('shared_at'),
  replacedAt: at('replaced_at'),
  purgedAt: at('purged_at'),
});
export type EvisaDocument = typeof evisaDocuments.$inferSelect;

export type RequestItem =
  | { readonly kind: 'document'; readonly code: DocumentCode }
  | { readonly kind: 'field'; readonly code: FieldCode | string };

export const evisaRequests = pgTable('evisa_requests', {
  id: text('id').primaryKey(),
  applicationId: text('application_id').notNull(),
  items: jsonb('items').$type<readonly RequestItem[]>().notNull(),
  words: text('words').notNull(),
  answer: text('answer'),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  answeredAt: at('answered_at'),
});
export type EvisaRequest = typeof evisaRequests.$inferSelect;

export const evisaRefunds = pgTable(
  'evisa_refunds',
  {
    applicationId: text('application_id').notNull(),
    cause: text('cause').$type<'ended' | 'late'>().notNull(),
    stage: text('stage').$type<string>().notNull(),
    lines: jsonb('lines').$type<readonly { readonly line: number; readonly amount: number }[]>().notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    settledAt: at('settled_at'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.cause] })],
);

export const evisaRecords = pgTable('evisa_records', {
  country: text('country').primaryKey(),
  decided: integer('decided').notNull(),
  granted: integer('granted').notNull(),
  daysLeast: integer('days_least'),
  daysMedian: integer('days_median'),
  daysMost: integer('days_most'),
  countedAt: at('counted_at').notNull(),
});
