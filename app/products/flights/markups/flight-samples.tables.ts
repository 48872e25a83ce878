import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Cabin } from '../offer.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const flightSamples = pgTable('flight_samples', {
  id: text('id').primaryKey(),
  fromCode: text('from_code').notNull(),
  toCode: text('to_code').notNull(),
  daysAhead: integer('days_ahead').notNull(),
  /** Null: one way. */
  nights: integer('nights'),
  cabin: text('cabin').$type<Cabin>().notNull(),
  adults: integer('adults').notNull(),
  children: integer('children').notNull(),
  addedBy: text('added_by').notNull(),
  addedAt: at('added_at').notNull(),
  removedAt: at('removed_at'),
});
export type FlightSample = typeof flightSamples.$inferSelect;
