import { boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { RegionCode } from '#app/values/regions.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { AgeBand, ExperienceCategory, ExperienceWords, WheelchairAccess } from './experience.ts';

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
