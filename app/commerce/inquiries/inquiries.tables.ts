import { bigint, boolean, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { InquiryKind } from './inquiry-kinds.ts';
import type { InquiryCabin, InquiryPurpose, InquirySource } from './inquiry-needs.ts';
import type { InquiryEvent, InquiryNote, InquiryStatus, LostReason } from './inquiry-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const inquiries = pgTable('inquiries', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  kind: text('kind').$type<InquiryKind>().notNull(),
  status: text('status').$type<InquiryStatus>().notNull(),
  version: integer('version').notNull().default(1),
  aboutId: text('about_id'),
  aboutTitle: text('about_title'),
  language: text('language').$type<LanguageCode>().notNull(),
  contact: text('contact').notNull(),
  emailIndex: text('email_index').notNull(),
  message: text('message').notNull(),
  startsOn: date('starts_on', { mode: 'string' }),
  endsOn: date('ends_on', { mode: 'string' }),
  adults: integer('adults'),
  children: integer('children'),
  infants: integer('infants'),
  cabin: text('cabin').$type<InquiryCabin>(),
  budgetAmount: bigint('budget_amount', { mode: 'number' }),
  budgetCurrency: text('budget_currency').$type<CurrencyCode>(),
  fromPlace: text('from_place'),
  toPlace: text('to_place'),
  orderReference: text('order_reference'),
  userId: text('user_id'),
  suspect: boolean('suspect').notNull().default(false),
  ownerId: text('owner_id'),
  source: text('source').$type<InquirySource>().notNull().default('form'),
  firstContactAt: at('first_contact_at'),
  lostReason: text('lost_reason').$type<LostReason>(),
  mergedInto: text('merged_into'),
  visaFacts: text('visa_facts'),
  destination: text('destination'),
  purpose: text('purpose').$type<InquiryPurpose>(),
  answerBy: at('answer_by').notNull(),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Inquiry = typeof inquiries.$inferSelect;

export const inquiryEvents = pgTable(
  'inquiry_events',
  {
    inquiryId: text('inquiry_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<InquiryEvent | InquiryNote>().notNull(),
    actor: text('actor').notNull(),
    words: text('words'),
    detail: text('detail'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.inquiryId, table.version] })],
);

/** Addresses that are reminded of no inquiry. */
export const inquirySilences = pgTable('inquiry_silences', {
  emailIndex: text('email_index').primaryKey(),
  at: at('at').notNull(),
});

export const inquiryMails = pgTable('inquiry_mails', {
  messageId: text('message_id').primaryKey(),
  inquiryId: text('inquiry_id').notNull(),
  sentAt: at('sent_at').notNull(),
});
