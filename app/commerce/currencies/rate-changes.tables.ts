import { boolean, date, integer, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { Rounding } from './display-conversion.ts';
import type { RateChangeStatus } from './rate-change-status.ts';
import type { PerEuro, RateSource, SettableCurrency } from './rate-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const rateFeeds = pgTable('rate_feeds', {
  id: uuid('id').primaryKey().defaultRandom(),
  day: date('day').$type<CalendarDate>().notNull(),
  perEuro: jsonb('per_euro').$type<PerEuro>().notNull(),
  origin: text('origin').$type<'bank' | 'file'>().notNull(),
  readBy: text('read_by').notNull(),
  readAt: at('read_at').notNull(),
});
export type RateFeed = typeof rateFeeds.$inferSelect;

export const ratePolicies = pgTable('rate_policies', {
  target: text('target').$type<SettableCurrency>().primaryKey(),
  follows: text('follows').$type<'feed' | 'house'>().notNull(),
  /** Hundredths of a percent. */
  spread: integer('spread').notNull().default(0),
  isShown: boolean('is_shown').notNull().default(true),
  rounding: text('rounding').$type<Rounding>().notNull().default('whole'),
  version: integer('version').notNull().default(1),
  changedBy: text('changed_by').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type RatePolicy = typeof ratePolicies.$inferSelect;

export const rateChanges = pgTable('rate_changes', {
  id: uuid('id').primaryKey().defaultRandom(),
  target: text('target').$type<SettableCurrency>().notNull(),
  rate: numeric('rate', { precision: 18, scale: 8 }).notNull(),
  spread: integer('spread').notNull(),
  moved: integer('moved').notNull(),
  source: text('source').$type<RateSource>().notNull(),
  feedId: uuid('feed_id'),
  endsAt: at('ends_at'),
  reason: text('reason').notNull().default(''),
  status: text('status').$type<RateChangeStatus>().notNull().default('proposed'),
  proposedBy: text('proposed_by').notNull(),
  proposedAt: at('proposed_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
  settingId: uuid('setting_id'),
});
export type RateChange = typeof rateChanges.$inferSelect;
