import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { MailChannel, MailConcern, MailStatus, SuppressionReason } from './mail-rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const mailLog = pgTable('mail_log', {
  id: text('id').primaryKey(),
  channel: text('channel').$type<MailChannel>().notNull().default('mail'),
  kind: text('kind').notNull(),
  concern: text('concern').$type<MailConcern>().notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  recipient: text('recipient').notNull(),
  emailIndex: text('email_index').notNull(),
  orderId: text('order_id'),
  status: text('status').$type<MailStatus>().notNull(),
  cause: text('cause'),
  tries: integer('tries').notNull().default(0),
  providerId: text('provider_id'),
  content: text('content'),
  files: integer('files').notNull().default(0),
  againOf: text('again_of'),
  notBefore: moment('not_before'),
  queuedAt: moment('queued_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type LoggedMail = typeof mailLog.$inferSelect;

export const mailSuppressions = pgTable('mail_suppressions', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  emailIndex: text('email_index').notNull().unique(),
  reason: text('reason').$type<SuppressionReason>().notNull(),
  note: text('note').notNull().default(''),
  addedBy: text('added_by').notNull(),
  addedAt: moment('added_at').notNull(),
});
export type Suppression = typeof mailSuppressions.$inferSelect;

/** One row: the hours in which courtesies may be sent, and how many a day. */
export const mailHours = pgTable('mail_hours', {
  id: boolean('id').primaryKey().default(true),
  quietFrom: integer('quiet_from').notNull().default(21),
  quietUntil: integer('quiet_until').notNull().default(8),
  dailyCap: integer('daily_cap').notNull().default(3),
  textCap: integer('text_cap').notNull().default(6),
  version: integer('version').notNull().default(1),
  changedBy: text('changed_by'),
  changedAt: moment('changed_at'),
});
