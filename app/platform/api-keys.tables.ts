import { date, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { ApiScope } from './api-key-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const apiKeys = pgTable('api_keys', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  hash: text('hash').notNull(),
  lastFour: text('last_four').notNull(),
  scopes: text('scopes').$type<ApiScope>().array().notNull(),
  endsOn: date('ends_on', { mode: 'string' }).$type<CalendarDate>().notNull(),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  revokedBy: text('revoked_by'),
  revokedAt: at('revoked_at'),
  usedAt: at('used_at'),
});
export type ApiKey = typeof apiKeys.$inferSelect;
