import { bigint, boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { RegionCode } from '#app/values/regions.ts';
import type { TourContent } from './tour-content.ts';
import type { EditionState } from '#app/commerce/supply/edition-status.ts';
import type { TourState } from './tour-supply-status.ts';
import type { GroupKind, TourStyle, TourTerms, TourWords, Transport } from './tour.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const tours = pgTable('tours', {
  id: text('id').primaryKey(),
  region: text('region').$type<RegionCode>().notNull(),
  countries: text('countries').array().notNull(),
  days: integer('days').notNull(),
  nights: integer('nights').notNull(),
  styles: text('styles').array().$type<TourStyle[]>().notNull(),
  group: text('group_kind').$type<GroupKind>().notNull(),
  groupSize: integer('group_size').notNull(),
  minAge: integer('min_age').notNull(),
  departureWeekday: integer('departure_weekday').notNull(),
  departureMonths: integer('departure_months').array().notNull(),
  meals: text('meals').array().notNull(),
  stars: integer('stars').notNull(),
  priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
  priceCurrency: text('price_currency').$type<CurrencyCode>().notNull(),
  singleSupplementAmount: bigint('single_supplement_amount', { mode: 'number' }).notNull(),
  depositPercent: integer('deposit_percent').notNull(),
  transport: text('transport').array().$type<Transport[]>().notNull(),
  poster: jsonb('poster').$type<PosterArt>().notNull(),
  isTop: boolean('is_top').notNull().default(false),
  isPopular: boolean('is_popular').notNull().default(false),
  searchWords: text('search_words').notNull(),
  addedAt: at('added_at').notNull(),
  withdrawnAt: at('withdrawn_at'),
  terms: jsonb('terms').$type<TourTerms>(),
});

export const tourStops = pgTable(
  'tour_stops',
  {
    tourId: text('tour_id').notNull(),
    position: integer('position').notNull(),
    key: text('key').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    nights: integer('nights').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tourId, table.position] })],
);

export const tourTexts = pgTable(
  'tour_texts',
  {
    tourId: text('tour_id').notNull(),
    language: text('language').$type<LanguageCode>().notNull(),
    title: text('title').notNull(),
    tagline: text('tagline').notNull(),
    summary: text('summary').notNull(),
    highlights: text('highlights').array().notNull(),
    days: jsonb('days').$type<TourWords['days']>().notNull(),
    included: text('included').array().notNull(),
    notIncluded: text('not_included').array().notNull(),
    goodToKnow: text('good_to_know').array().notNull(),
    places: jsonb('places').$type<TourWords['places']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tourId, table.language] })],
);

export const tourDesk = pgTable('tour_desk', {
  tourId: text('tour_id').primaryKey(),
  status: text('status').$type<TourState>().notNull().default('draft'),
  version: integer('version').notNull().default(1),
  changedBy: text('changed_by').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type DeskTour = typeof tourDesk.$inferSelect;

export const tourEditions = pgTable(
  'tour_editions',
  {
    tourId: text('tour_id').notNull(),
    number: integer('number').notNull(),
    status: text('status').$type<EditionState>().notNull().default('draft'),
    content: jsonb('content').$type<TourContent>().notNull(),
    version: integer('version').notNull().default(1),
    writtenBy: text('written_by').notNull(),
    writtenAt: at('written_at').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: at('changed_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: at('decided_at'),
    reason: text('reason').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.tourId, table.number] })],
);
export type TourEdition = typeof tourEditions.$inferSelect;
