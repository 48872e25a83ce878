import { date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { StaffRole } from '#app/platform/access.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { JoinerStatus } from './joiner-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const joiners = pgTable('joiners', {
  id: text('id').primaryKey(),
  applicationId: text('application_id').notNull(),
  status: text('status').$type<JoinerStatus>().notNull().default('prepared'),
  version: integer('version').notNull().default(1),
  startsOn: date('starts_on', { mode: 'string' }).$type<CalendarDate>().notNull(),
  roles: text('roles').array().$type<StaffRole[]>().notNull(),
  userId: text('user_id'),
  reason: text('reason'),
  preparedBy: text('prepared_by').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
  createdAt: at('created_at').notNull(),
});
export type Joiner = typeof joiners.$inferSelect;
