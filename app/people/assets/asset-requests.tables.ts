import { date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { AssetKind } from './asset-kinds.ts';
import type { AssetRequestStatus } from './asset-request-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const assetRequests = pgTable('asset_requests', {
  id: text('id').primaryKey(),
  applicationId: text('application_id').notNull(),
  reference: text('reference').notNull(),
  userId: text('user_id'),
  kinds: text('kinds').array().$type<AssetKind[]>().notNull(),
  neededBy: date('needed_by', { mode: 'string' }).$type<CalendarDate>().notNull(),
  status: text('status').$type<AssetRequestStatus>().notNull().default('asked'),
  version: integer('version').notNull().default(1),
  reason: text('reason'),
  askedBy: text('asked_by').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
  createdAt: at('created_at').notNull(),
});
export type AssetRequest = typeof assetRequests.$inferSelect;
