import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { StaffRole } from '#app/platform/access.ts';
import type { RoleRequestStatus } from './employment-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const roleRequests = pgTable('role_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: text('user_id').notNull(),
  roles: text('roles').array().$type<StaffRole[]>().notNull(),
  rolesBefore: text('roles_before').array().$type<StaffRole[]>().notNull(),
  reason: text('reason').notNull(),
  status: text('status').$type<RoleRequestStatus>().notNull().default('asked'),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
});
export type RoleRequest = typeof roleRequests.$inferSelect;
