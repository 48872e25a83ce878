import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { PaperType } from '#app/values/paper-types.ts';
import type { NotedCall } from './call-rules.ts';
import type { RecordKind } from './record-kinds.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const recordNotes = pgTable('record_notes', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<RecordKind>().notNull(),
  recordId: text('record_id').notNull(),
  author: text('author').notNull(),
  /** Sealed, for the table that it was written in. */
  words: text('words').notNull(),
  sealedFor: text('sealed_for').notNull().default('record_notes'),
  told: text('told').array().notNull().default([]),
  version: integer('version').notNull().default(1),
  at: at('at').notNull(),
  changedAt: at('changed_at'),
  removedAt: at('removed_at'),
  pinnedAt: at('pinned_at'),
  pinnedBy: text('pinned_by'),
  /** Of a telephone call; null for a note that is none. */
  callWay: text('call_way').$type<NotedCall['way']>(),
  callOutcome: text('call_outcome').$type<NotedCall['outcome']>(),
  callMinutes: integer('call_minutes'),
  /** The last three digits. */
  callNumber: text('call_number'),
});
export type RecordNote = typeof recordNotes.$inferSelect;

export const recordNoteWordings = pgTable(
  'record_note_wordings',
  {
    noteId: text('note_id').notNull(),
    version: integer('version').notNull(),
    /** Sealed. */
    words: text('words').notNull(),
    until: at('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.noteId, table.version] })],
);

export const recordFiles = pgTable('record_files', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<RecordKind>().notNull(),
  recordId: text('record_id').notNull(),
  /** Sealed. */
  name: text('name').notNull(),
  type: text('type').$type<PaperType>().notNull(),
  bytes: integer('bytes').notNull(),
  stored: text('stored'),
  keptBy: text('kept_by').notNull(),
  at: at('at').notNull(),
  removedAt: at('removed_at'),
  removedBy: text('removed_by'),
  /** Sealed. */
  removedWhy: text('removed_why'),
});
export type RecordFile = typeof recordFiles.$inferSelect;

export const recordLooks = pgTable(
  'record_looks',
  {
    kind: text('kind').$type<RecordKind>().notNull(),
    recordId: text('record_id').notNull(),
    staffId: text('staff_id').notNull(),
    seenAt: at('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.recordId, table.staffId] })],
);
