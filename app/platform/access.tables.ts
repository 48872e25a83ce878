import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';

/** The specification's entity: an active row with active employment makes a signed-in person staff. */
export const internalUsers = pgTable('internal_users', {
  userId: text('user_id').primaryKey(),
  displayName: text('display_name').notNull(),
  roles: text('roles').array().notNull(),
  isActive: boolean('is_active').notNull(),
  employmentStatus: text('employment_status').notNull(),
  version: integer('version').notNull().default(1),
  /** Of the mails that the house writes to this colleague. */
  language: text('language').$type<LanguageCode>().notNull().default('en'),
  /** When they were invited, until they sign in. */
  invitedAt: timestamp('invited_at', { withTimezone: true, mode: 'string' }),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'string' }).notNull().defaultNow(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'string' }).notNull().defaultNow(),
});
