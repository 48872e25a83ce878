import { bigint, boolean, date, doublePrecision, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import { editionTable } from '#app/commerce/supply/edition-table.ts';
import type { StaySupplyState } from './stay-supply-status.ts';
import type { Board, HotelCharge, StayCountry, StayKind, StaycationWords } from './staycation.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const staycations = pgTable('staycations', {
  id: text('id').primaryKey(),
  country: text('country').$type<StayCountry>().notNull(),
  area: text('area').notNull(),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  zone: text('zone').notNull(),
  stars: integer('stars').notNull(),
  kind: text('kind').$type<StayKind>().notNull(),
  boards: text('boards').array().$type<Board[]>().notNull(),
  pool: boolean('pool').notNull(),
  beach: boolean('beach').notNull(),
  kidsClub: boolean('kids_club').notNull(),
  pets: boolean('pets').notNull(),
  spa: boolean('spa').notNull(),
  /** Null: no day pass is sold. */
  dayPassAmount: bigint('day_pass_amount', { mode: 'number' }),
  residentOffer: boolean('resident_offer').notNull(),
  checkIn: text('check_in').notNull(),
  checkOut: text('check_out').notNull(),
  /** Null: cancelling is never free. */
  freeCancelDays: integer('free_cancel_days'),
  adultFrom: integer('adult_from').notNull().default(12),
  childrenFrom: integer('children_from').notNull().default(0),
  atHotel: jsonb('at_hotel').$type<readonly HotelCharge[]>().notNull().default([]),
  rating: doublePrecision('rating'),
  priceCurrency: text('price_currency').$type<CurrencyCode>().notNull(),
  poster: jsonb('poster').$type<PosterArt>().notNull(),
  searchWords: text('search_words').notNull(),
  addedAt: at('added_at').notNull(),
  withdrawnAt: at('withdrawn_at'),
});

export const staycationRooms = pgTable(
  'staycation_rooms',
  {
    staycationId: text('staycation_id').notNull(),
    position: integer('position').notNull(),
    key: text('key').notNull(),
    adults: integer('adults').notNull(),
    children: integer('children').notNull(),
    sizeM2: integer('size_m2').notNull(),
    fromAmount: bigint('from_amount', { mode: 'number' }).notNull(),
    doubleBeds: integer('double_beds').notNull().default(0),
    singleBeds: integer('single_beds').notNull().default(0),
    onSale: boolean('on_sale').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.staycationId, table.key] })],
);

export const staycationTexts = pgTable(
  'staycation_texts',
  {
    staycationId: text('staycation_id').notNull(),
    language: text('language').$type<LanguageCode>().notNull(),
    title: text('title').notNull(),
    area: text('area').notNull(),
    tagline: text('tagline').notNull(),
    summary: text('summary').notNull(),
    highlights: text('highlights').array().notNull(),
    rooms: jsonb('rooms').$type<StaycationWords['rooms']>().notNull(),
    facilities: text('facilities').array().notNull(),
    nearby: text('nearby').array().notNull(),
    goodToKnow: text('good_to_know').array().notNull(),
    children: text('children').notNull().default(''),
    atHotel: jsonb('at_hotel').$type<StaycationWords['atHotel']>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.staycationId, table.language] })],
);

/** What is sold of a house; its rows are locked before its rooms are counted. */
export const staySupply = pgTable('stay_supply', {
  staycationId: text('staycation_id').primaryKey(),
  status: text('status').$type<StaySupplyState>().notNull().default('published'),
  version: integer('version').notNull().default(1),
  changedBy: text('changed_by').notNull(),
  changedAt: at('changed_at').notNull(),
});

export const stayEditions = editionTable('stay_editions', 'staycation_id');

/** Named rooms; the key is what a claim names. */
export const stayUnits = pgTable('stay_units', {
  key: text('key').primaryKey(),
  staycationId: text('staycation_id').notNull(),
  roomKey: text('room_key').notNull(),
  name: text('name').notNull(),
  outOfUse: boolean('out_of_use').notNull().default(false),
});

export const stayPlans = pgTable(
  'stay_plans',
  {
    staycationId: text('staycation_id').notNull(),
    key: text('key').notNull(),
    position: integer('position').notNull(),
    board: text('board').$type<Board>().notNull(),
    percent: integer('percent').notNull(),
    /** Null: never free. */
    refundableDays: integer('refundable_days'),
    depositPercent: integer('deposit_percent').notNull().default(100),
    active: boolean('active').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.staycationId, table.key] })],
);

export const stayNights = pgTable(
  'stay_nights',
  {
    staycationId: text('staycation_id').notNull(),
    roomKey: text('room_key').notNull(),
    night: date('night', { mode: 'string' }).$type<CalendarDate>().notNull(),
    /** Null: as the season says. */
    percent: integer('percent'),
    stopped: boolean('stopped').notNull().default(false),
    minStay: integer('min_stay'),
    closedToArrival: boolean('closed_to_arrival').notNull().default(false),
    changedBy: text('changed_by').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.staycationId, table.roomKey, table.night] })],
);

export const stayBookings = pgTable('stay_bookings', {
  orderId: text('order_id').primaryKey(),
  staycationId: text('staycation_id').notNull(),
  roomKey: text('room_key').notNull(),
  planKey: text('plan_key').notNull(),
  board: text('board').$type<Board>().notNull(),
  arrival: date('arrival', { mode: 'string' }).$type<CalendarDate>().notNull(),
  nights: integer('nights').notNull(),
  adults: integer('adults').notNull(),
  childAges: integer('child_ages').array().notNull(),
  note: text('note').notNull().default(''),
});
export type StayBooking = typeof stayBookings.$inferSelect;
