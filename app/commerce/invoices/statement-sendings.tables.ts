import { date, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const statementSendings = pgTable('statement_sendings', {
  id: text('id').primaryKey(),
  companyId: text('company_id').notNull(),
  fromDay: date('from_day').$type<CalendarDate>().notNull(),
  untilDay: date('until_day').$type<CalendarDate>().notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  /** Sealed: the address it went to; null once whoever read mail there is forgotten. */
  sentTo: text('sent_to'),
  emailIndex: text('email_index'),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  sentAt: at('sent_at'),
});
export type StatementSending = typeof statementSendings.$inferSelect;
