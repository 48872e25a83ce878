import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SettingSection, SettingStatus } from './setting-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const settingChanges = pgTable('setting_changes', {
  id: uuid('id').primaryKey().defaultRandom(),
  section: text('section').$type<SettingSection>().notNull(),
  status: text('status').$type<SettingStatus>().notNull().default('draft'),
  /** The whole section as it stood, and as it is to stand. */
  before: jsonb('before').$type<unknown>().notNull(),
  value: jsonb('value').$type<unknown>().notNull(),
  reason: text('reason').notNull(),
  version: integer('version'),
  rowVersion: integer('row_version').notNull().default(1),
  writtenBy: text('written_by').notNull(),
  /** Everybody who had a hand in it: none of them is its second person. */
  touchedBy: text('touched_by').array().notNull(),
  writtenAt: at('written_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
  /** Why a second person sent it back. */
  answer: text('answer').notNull().default(''),
});
export type SettingChange = typeof settingChanges.$inferSelect;
