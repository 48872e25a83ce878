import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export type LinkKind = 'sign-up' | 'verify-email' | 'reset-password' | 'sign-in' | 'staff-invite';

export const accountLinks = pgTable('account_links', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<LinkKind>().notNull(),
  tokenHash: text('token_hash').notNull(),
  email: text('email').notNull(),
  userId: text('user_id'),
  waiting: text('waiting'),
  browserHash: text('browser_hash'),
  nextPath: text('next_path').notNull().default('/'),
  language: text('language').$type<LanguageCode>().notNull(),
  asked: integer('asked').notNull().default(1),
  mailed: integer('mailed').notNull().default(0),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
});
export type AccountLink = typeof accountLinks.$inferSelect;
