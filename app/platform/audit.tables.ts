import { bigserial, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const auditEvents = pgTable('audit_events', {
  sequence: bigserial('sequence', { mode: 'number' }).primaryKey(),
  at: timestamp('at', { withTimezone: true, mode: 'string' }).notNull(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  reason: text('reason'),
  detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
  requestId: text('request_id'),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull(),
  roles: text('roles').array().$type<string[]>().notNull().default([]),
  /** Until its time is over; null as well where the house itself spoke. */
  address: text('address'),
  chain: integer('chain').notNull().default(1),
});
