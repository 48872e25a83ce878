import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { TicketChannel, TicketDeed, TicketPriority, TicketSource } from './ticket-kinds.ts';
import type { TicketEvent, TicketNote, TicketStatus } from './ticket-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const tickets = pgTable('tickets', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  status: text('status').$type<TicketStatus>().notNull(),
  version: integer('version').notNull().default(1),
  subject: text('subject').notNull(),
  channel: text('channel').$type<TicketChannel>().notNull(),
  sourceTable: text('source_table').$type<TicketSource>(),
  sourceId: text('source_id'),
  contact: text('contact'),
  emailIndex: text('email_index'),
  language: text('language').$type<LanguageCode>().notNull(),
  priority: text('priority').$type<TicketPriority>().notNull(),
  orderId: text('order_id'),
  userId: text('user_id'),
  assigneeId: text('assignee_id'),
  firstDueAt: at('first_due_at').notNull(),
  firstAnswerAt: at('first_answer_at'),
  solveDueAt: at('solve_due_at'),
  /** Working minutes, while its clock stands still. */
  solveLeft: integer('solve_left'),
  dueAt: at('due_at'),
  solvedAt: at('solved_at'),
  rating: integer('rating'),
  ratedAt: at('rated_at'),
  mergedInto: text('merged_into'),
  /** The last line of it that its owner has read. */
  seenVersion: integer('seen_version').notNull().default(0),
  tags: text('tags').array().notNull().default([]),
  /** Whether it is found by all that was written in it. */
  wordsKnown: boolean('words_known').notNull().default(false),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Ticket = typeof tickets.$inferSelect;

export const ticketEvents = pgTable(
  'ticket_events',
  {
    ticketId: text('ticket_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<TicketEvent | TicketNote>().notNull(),
    actor: text('actor').notNull(),
    words: text('words'),
    detail: text('detail'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.version] })],
);

/** Keyed fingerprints of the words of its messages. */
export const ticketWords = pgTable('ticket_words', { ticketId: text('ticket_id').notNull(), word: text('word').notNull() }, (table) => [
  primaryKey({ columns: [table.word, table.ticketId] }),
]);

export const ticketMails = pgTable('ticket_mails', {
  messageId: text('message_id').primaryKey(),
  ticketId: text('ticket_id').notNull(),
  sentAt: at('sent_at').notNull(),
});

export type MacroWords = Readonly<Record<LanguageCode, string>>;

export const ticketMacros = pgTable('ticket_macros', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  words: jsonb('words').$type<MacroWords>().notNull(),
  isOn: boolean('is_on').notNull().default(true),
  version: integer('version').notNull().default(1),
  changedBy: text('changed_by'),
  changedAt: at('changed_at'),
});
export type TicketMacro = typeof ticketMacros.$inferSelect;

export const ticketRuns = pgTable('ticket_runs', {
  id: text('id').primaryKey(),
  deed: text('deed').$type<TicketDeed>().notNull(),
  /** Whose they become, null for nobody’s, or how pressing they are. */
  aim: text('aim'),
  macroId: text('macro_id'),
  words: jsonb('words').$type<MacroWords>(),
  startedBy: text('started_by').notNull(),
  startedAt: at('started_at').notNull(),
});
export type TicketRun = typeof ticketRuns.$inferSelect;

export const ticketRunLines = pgTable(
  'ticket_run_lines',
  {
    runId: text('run_id').notNull(),
    position: integer('position').notNull(),
    ticketId: text('ticket_id').notNull(),
    version: integer('version').notNull(),
    ok: boolean('ok'),
    said: text('said'),
    doneAt: at('done_at'),
  },
  (table) => [primaryKey({ columns: [table.runId, table.position] })],
);
export type TicketRunLine = typeof ticketRunLines.$inferSelect;
