import { bigint, boolean, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { Dimension, FactName, MeasureName } from './measure-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const figureDays = pgTable(
  'figure_days',
  {
    fact: text('fact').$type<FactName>().notNull(),
    dimension: text('dimension').$type<Dimension>().notNull(),
    day: date('day').$type<CalendarDate>().notNull(),
    kind: text('kind').notNull(),
    member: text('member').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    sample: boolean('sample').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.fact, table.dimension, table.day, table.kind, table.member, table.sample] })],
);

export const cohortMonths = pgTable(
  'cohort_months',
  {
    month: date('month').$type<CalendarDate>().notNull(),
    later: integer('later').notNull(),
    buyers: integer('buyers').notNull(),
    sample: boolean('sample').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.month, table.later, table.sample] })],
);

export const figureProgress = pgTable('figure_progress', {
  id: integer('id').primaryKey(),
  through: date('through').$type<CalendarDate>().notNull(),
  doneAt: at('done_at').notNull(),
  askedAt: at('asked_at'),
});

export const savedReports = pgTable('saved_reports', {
  id: text('id').primaryKey(),
  owner: text('owner').notNull(),
  name: text('name').notNull(),
  query: text('query').notNull(),
  shared: boolean('shared').notNull(),
  weekly: boolean('weekly').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type SavedReport = typeof savedReports.$inferSelect;

export const reportLetters = pgTable(
  'report_letters',
  {
    reportId: text('report_id').notNull(),
    /** Monday of the week it was sent in. */
    week: date('week').$type<CalendarDate>().notNull(),
    sentAt: at('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.week] })],
);

export const figureAlerts = pgTable('figure_alerts', {
  id: text('id').primaryKey(),
  measure: text('measure').$type<MeasureName>().notNull(),
  /** Empty: all of them together. */
  supplier: text('supplier').notNull().default(''),
  direction: text('direction').$type<'below' | 'above'>().notNull(),
  /** Hundredths of the measure's unit. */
  threshold: bigint('threshold', { mode: 'number' }).notNull(),
  minutes: integer('minutes').notNull(),
  least: integer('least').notNull(),
  active: boolean('active').notNull(),
  version: integer('version').notNull().default(1),
  changedBy: text('changed_by').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type FigureAlert = typeof figureAlerts.$inferSelect;
