import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { EditionState } from './edition-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The versions of what is told and asked of a kind of thing; `thingColumn` names the thing they are of. Their module declares it. */
export function editionTable(name: string, thingColumn: string) {
  return pgTable(
    name,
    {
      thing: text(thingColumn).notNull(),
      number: integer('number').notNull(),
      status: text('status').$type<EditionState>().notNull().default('draft'),
      content: jsonb('content').$type<unknown>().notNull(),
      version: integer('version').notNull().default(1),
      writtenBy: text('written_by').notNull(),
      writtenAt: at('written_at').notNull(),
      changedBy: text('changed_by').notNull(),
      changedAt: at('changed_at').notNull(),
      decidedBy: text('decided_by'),
      decidedAt: at('decided_at'),
      reason: text('reason').notNull().default(''),
    },
    (table) => [primaryKey({ columns: [table.thing, table.number] })],
  );
}
export type EditionTable = ReturnType<typeof editionTable>;

export type Edition<Content> = Omit<EditionTable['$inferSelect'], 'content'> & { readonly content: Content };
