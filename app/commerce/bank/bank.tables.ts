import { bigint, boolean, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { BankLineStatus, BankMatchStatus } from './bank-status.ts';
import type { MatchPart } from './match-rules.ts';
import type { FileFormat } from './repeated-lines.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const day = (name: string) => date(name, { mode: 'string' }).$type<CalendarDate>().notNull();

export const bankStatements = pgTable('bank_statements', {
  id: text('id').primaryKey(),
  fileHash: text('file_hash').notNull(),
  fileName: text('file_name').notNull(),
  format: text('format').$type<FileFormat>().notNull(),
  account: text('account').notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  reference: text('reference').notNull(),
  firstOn: day('first_on'),
  lastOn: day('last_on'),
  opening: bigint('opening', { mode: 'number' }),
  closing: bigint('closing', { mode: 'number' }),
  takenBy: text('taken_by').notNull(),
  takenAt: at('taken_at').notNull(),
});
export type BankStatement = typeof bankStatements.$inferSelect;

export const bankLines = pgTable('bank_lines', {
  id: text('id').primaryKey(),
  statementId: text('statement_id').notNull(),
  position: integer('position').notNull(),
  bookedOn: day('booked_on'),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  details: text('details').notNull(),
  named: text('named').array().notNull(),
  status: text('status').$type<BankLineStatus>().notNull(),
  note: text('note'),
  orderId: text('order_id'),
  seenIn: text('seen_in'),
  toReturn: bigint('to_return', { mode: 'number' }).notNull().default(0),
  version: integer('version').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type BankLine = typeof bankLines.$inferSelect;

export const bankMatches = pgTable('bank_matches', {
  id: text('id').primaryKey(),
  lineId: text('line_id').notNull(),
  parts: jsonb('parts').$type<readonly MatchPart[]>().notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  status: text('status').$type<BankMatchStatus>().notNull(),
  alone: boolean('alone').notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
});
export type BankMatch = typeof bankMatches.$inferSelect;
