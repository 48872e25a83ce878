import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const inquiryApplications = pgTable('inquiry_applications', {
  groupId: text('group_id').primaryKey(),
  inquiryId: text('inquiry_id').notNull(),
  invitedBy: text('invited_by').notNull(),
  invitedAt: timestamp('invited_at', { withTimezone: true, mode: 'date' }).notNull(),
});
