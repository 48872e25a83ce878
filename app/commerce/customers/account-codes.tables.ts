import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export type CodePurpose = 'prove' | 'email' | 'phone' | 'told';

export const accountCodes = pgTable('account_codes', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  purpose: text('purpose').$type<CodePurpose>().notNull(),
  /** Sealed. */
  target: text('target').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  tries: integer('tries').notNull().default(0),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
});
export type AccountCode = typeof accountCodes.$inferSelect;
