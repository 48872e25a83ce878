import { bigint, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { BookedTrip } from './party-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const day = (name: string) => date(name, { mode: 'string' }).$type<CalendarDate>();

export const tourDepartures = pgTable(
  'tour_departures',
  {
    tourId: text('tour_id').notNull(),
    setsOff: day('sets_off').notNull(),
    capacity: integer('capacity').notNull(),
    priceAmount: bigint('price_amount', { mode: 'number' }),
    stoppedAt: at('stopped_at'),
    guaranteedAt: at('guaranteed_at'),
    cancelledAt: at('cancelled_at'),
    version: integer('version').notNull().default(1),
    changedAt: at('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tourId, table.setsOff] })],
);
export type TourDeparture = typeof tourDepartures.$inferSelect;

export const holidayDrafts = pgTable('holiday_drafts', {
  id: text('id').primaryKey(),
  secretHash: text('secret_hash').notNull(),
  userId: text('user_id'),
  tourId: text('tour_id').notNull(),
  personal: text('personal').notNull(),
  orderId: text('order_id'),
  /** The version of a proposal that it was begun from; both or neither. */
  proposalId: text('proposal_id'),
  proposalVersion: integer('proposal_version'),
  version: integer('version').notNull().default(1),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});
export type HolidayDraft = typeof holidayDrafts.$inferSelect;

export const holidayBookings = pgTable('holiday_bookings', {
  orderId: text('order_id').primaryKey(),
  tourId: text('tour_id').notNull(),
  setsOff: day('sets_off').notNull(),
  returns: day('returns').notNull(),
  trip: jsonb('trip').$type<BookedTrip>().notNull(),
});
export type HolidayBooking = typeof holidayBookings.$inferSelect;

export const tourWaitlist = pgTable('tour_waitlist', {
  id: text('id').primaryKey(),
  tourId: text('tour_id').notNull(),
  setsOff: day('sets_off').notNull(),
  places: integer('places').notNull(),
  email: text('email').notNull(),
  emailIndex: text('email_index').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  createdAt: at('created_at').notNull(),
  toldAt: at('told_at'),
});
