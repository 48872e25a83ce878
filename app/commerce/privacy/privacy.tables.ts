import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { RequestKind, RequestStatus } from './privacy-request-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const privacyRequests = pgTable('privacy_requests', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<RequestKind>().notNull(),
  status: text('status').$type<RequestStatus>().notNull(),
  version: integer('version').notNull().default(1),
  cameBy: text('came_by').$type<'account' | 'staff' | 'command'>().notNull(),
  userId: text('user_id'),
  /** Sealed. */
  email: text('email').notNull(),
  emailIndex: text('email_index').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  tokenHash: text('token_hash').notNull(),
  recordedBy: text('recorded_by'),
  reason: text('reason'),
  askedAt: at('asked_at').notNull(),
  dueAt: at('due_at').notNull(),
  actsAt: at('acts_at'),
  file: text('file'),
  fileUntil: at('file_until'),
  closedAt: at('closed_at'),
  /** The second colleague who agreed to an erasing that another one wrote down. */
  agreedBy: text('agreed_by'),
  agreedAt: at('agreed_at'),
});
export type PrivacyRequest = typeof privacyRequests.$inferSelect;
