import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { Lead } from './lead-rules.ts';
import type { TrafficStep } from './visit-rules.ts';

export const trafficDays = pgTable(
  'traffic_days',
  {
    day: date('day').$type<CalendarDate>().notNull(),
    step: text('step').$type<TrafficStep>().notNull(),
    kind: text('kind').notNull(),
    route: text('route').notNull(),
    language: text('language').notNull(),
    currency: text('currency').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.step, table.kind, table.route, table.language, table.currency] })],
);
export type TrafficDay = typeof trafficDays.$inferSelect;

export const flightSearchDays = pgTable(
  'flight_search_days',
  {
    day: date('day').$type<CalendarDate>().notNull(),
    route: text('route').notNull(),
    /** Of the first flight; empty: all of them together. */
    airline: text('airline').notNull(),
    cabin: text('cabin').notNull(),
    lead: text('lead').$type<Lead>().notNull(),
    searches: bigint('searches', { mode: 'number' }).notNull(),
    offers: bigint('offers', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.route, table.airline, table.cabin, table.lead] })],
);
export type FlightSearchDay = typeof flightSearchDays.$inferSelect;

/** Pages whose views are counted one by one. */
export type ViewedKind = 'job-posting';

export const pageViewDays = pgTable(
  'page_view_days',
  {
    kind: text('kind').$type<ViewedKind>().notNull(),
    name: text('name').notNull(),
    day: date('day').$type<CalendarDate>().notNull(),
    views: integer('views').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name, table.day] })],
);
export type PageViewDay = typeof pageViewDays.$inferSelect;

export const unansweredWords = pgTable(
  'unanswered_words',
  {
    day: date('day').$type<CalendarDate>().notNull(),
    words: text('words').notNull(),
    people: integer('people').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.words] })],
);
