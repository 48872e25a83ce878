import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { MailKind } from './mail-kinds.ts';
import type { WordingStatus } from './mail-wording-status.ts';

/** By language, then by the whole key in the catalogue; only what differs from the house's texts. */
export type Wording = Partial<Record<LanguageCode, Record<string, string>>>;

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const mailWordings = pgTable('mail_wordings', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<MailKind>().notNull(),
  number: integer('number').notNull(),
  status: text('status').$type<WordingStatus>().notNull(),
  version: integer('version').notNull().default(1),
  catalogue: text('catalogue').notNull(),
  words: jsonb('words').$type<Wording>().notNull(),
  sameMeaning: boolean('same_meaning').notNull().default(false),
  note: text('note').notNull().default(''),
  goesBackTo: integer('goes_back_to'),
  writtenBy: text('written_by').notNull(),
  writtenAt: moment('written_at').notNull(),
  /** Everybody who wrote at it: none of them approves it. */
  touchedBy: text('touched_by').array().notNull(),
  changedAt: moment('changed_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: moment('decided_at'),
  reason: text('reason'),
});
export type MailWording = typeof mailWordings.$inferSelect;
