import { boolean, date, doublePrecision, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { editionTable } from '#app/commerce/supply/edition-table.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { RegionCode } from '#app/values/regions.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { OptionUnit } from './slot-rules.ts';
import type { SupplyState } from './experience-supply-status.ts';
import type { AgeBand, ExperienceCategory, ExperienceWords, Party, WheelchairAccess } from './experience.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const experiences = pgTable('experiences', {
  id: text('id').primaryKey(),
  region: text('region').$type<RegionCode>().notNull(),
  country: text('country').notNull(),
  city: text('city').notNull(),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  zone: text('zone').notNull(),
  categories: text('categories').array().$type<ExperienceCategory[]>().notNull(),
  durationMinutes: integer('duration_minutes').notNull(),
  startTimes: text('start_times').array().notNull(),
  weekdays: integer('weekdays').array().notNull(),
  months: integer('months').array().notNull(),
  languages: text('languages').array().notNull(),
  instant: boolean('instant').notNull(),
  /** Null: cancelling is never free. */
  freeCancelHours: integer('free_cancel_hours'),
  cutOffHours: integer('cut_off_hours').notNull(),
  indoor: boolean('indoor').notNull(),
  wheelchair: text('wheelchair').$type<WheelchairAccess>().notNull(),
  stroller: boolean('stroller').notNull(),
  private: boolean('private').notNull(),
  ladiesOrFamilyTimes: boolean('ladies_or_family_times').notNull(),
  capacity: integer('capacity').notNull(),
  ageBands: jsonb('age_bands').$type<readonly AgeBand[]>().notNull(),
  pickup: boolean('pickup').notNull(),
  poster: jsonb('poster').$type<PosterArt>().notNull(),
  searchWords: text('search_words').notNull(),
  addedAt: at('added_at').notNull(),
  withdrawnAt: at('withdrawn_at'),
});

export const experienceTexts = pgTable(
  'experience_texts',
  {
    experienceId: text('experience_id').notNull(),
    language: text('language').$type<LanguageCode>().notNull(),
    title: text('title').notNull(),
    city: text('city').notNull(),
    tagline: text('tagline').notNull(),
    summary: text('summary').notNull(),
    highlights: text('highlights').array().notNull(),
    plan: jsonb('plan').$type<ExperienceWords['plan']>().notNull(),
    included: text('included').array().notNull(),
    notIncluded: text('not_included').array().notNull(),
    bring: text('bring').array().notNull(),
    goodToKnow: text('good_to_know').array().notNull(),
    meeting: text('meeting').notNull(),
  },
  (table) => [primaryKey({ columns: [table.experienceId, table.language] })],
);

export const experienceOperators = pgTable('experience_operators', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  licence: text('licence'),
  email: text('email'),
  /** A link of an earlier version opens nothing. */
  linkVersion: integer('link_version').notNull().default(1),
  changedAt: at('changed_at').notNull(),
});
export type ExperienceOperator = typeof experienceOperators.$inferSelect;

export const experienceSupply = pgTable('experience_supply', {
  experienceId: text('experience_id').primaryKey(),
  operatorId: text('operator_id').notNull(),
  status: text('status').$type<SupplyState>().notNull().default('published'),
  version: integer('version').notNull().default(1),
  askedBy: text('asked_by'),
  changedAt: at('changed_at').notNull(),
});

export const experienceEditions = editionTable('experience_editions', 'experience_id');

export const experienceOptions = pgTable(
  'experience_options',
  {
    experienceId: text('experience_id').notNull(),
    key: text('key').notNull(),
    position: integer('position').notNull(),
    unit: text('unit').$type<OptionUnit>().notNull(),
    /** Null unless whole groups are counted. */
    groupSize: integer('group_size'),
    pricePercent: integer('price_percent').notNull(),
    capacity: integer('capacity').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.experienceId, table.key] })],
);

export const experienceSlots = pgTable(
  'experience_slots',
  {
    experienceId: text('experience_id').notNull(),
    optionKey: text('option_key').notNull(),
    date: date('date', { mode: 'string' }).$type<CalendarDate>().notNull(),
    start: text('start').notNull(),
    /** Null: as the option says. */
    capacity: integer('capacity'),
    pricePercent: integer('price_percent'),
    stopped: boolean('stopped').notNull().default(false),
    /** It does not take place; its travellers were told why. */
    cancelledAt: at('cancelled_at'),
    cancelledWhy: text('cancelled_why').notNull().default(''),
    changedBy: text('changed_by').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.experienceId, table.optionKey, table.date, table.start] })],
);

export const experienceBookings = pgTable('experience_bookings', {
  orderId: text('order_id').primaryKey(),
  experienceId: text('experience_id').notNull(),
  optionKey: text('option_key').notNull(),
  date: date('date', { mode: 'string' }).$type<CalendarDate>().notNull(),
  start: text('start').notNull(),
  party: jsonb('party').$type<Party>().notNull(),
  slotPercent: integer('slot_percent').notNull().default(100),
  note: text('note').notNull().default(''),
  /** Where they are fetched, sealed; empty where nobody is, or where nothing is said yet. */
  pickup: text('pickup').notNull().default(''),
  pickupVersion: integer('pickup_version').notNull().default(0),
  askedAt: at('asked_at'),
  /** Null while nothing is asked. */
  answerBy: at('answer_by'),
  offeredDate: date('offered_date', { mode: 'string' }).$type<CalendarDate>(),
  offeredStart: text('offered_start'),
});
export type ExperienceBooking = typeof experienceBookings.$inferSelect;
