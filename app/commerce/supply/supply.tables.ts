import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ImportKind, ImportRow } from './import-rules.ts';
import type { PhotographKind } from './photograph-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const supplyImports = pgTable('supply_imports', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<ImportKind>().notNull(),
  subject: text('subject').notNull(),
  hash: text('hash').notNull(),
  fileName: text('file_name').notNull(),
  rows: jsonb('rows').$type<readonly ImportRow[]>().notNull(),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  appliedBy: text('applied_by'),
  appliedAt: at('applied_at'),
  droppedBy: text('dropped_by'),
  droppedAt: at('dropped_at'),
});
export type SupplyImport = typeof supplyImports.$inferSelect;

export const photographs = pgTable('photographs', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<PhotographKind>().notNull(),
  thing: text('thing').notNull(),
  position: integer('position').notNull(),
  hash: text('hash').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  focusX: integer('focus_x').notNull(),
  focusY: integer('focus_y').notNull(),
  alt: jsonb('alt').$type<Readonly<Record<LanguageCode, string>>>().notNull(),
  version: integer('version').notNull().default(1),
  changedBy: text('changed_by').notNull(),
  changedAt: at('changed_at').notNull(),
  removedAt: at('removed_at'),
});
export type PhotographRow = typeof photographs.$inferSelect;
