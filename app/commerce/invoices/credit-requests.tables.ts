import { bigint, boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CreditRequestStatus } from './credit-request-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const creditRequests = pgTable('credit_requests', {
  id: text('id').primaryKey(),
  invoiceId: text('invoice_id').notNull(),
  orderId: text('order_id').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  lines: jsonb('lines').$type<Readonly<Record<string, number>>>().notNull(),
  cause: text('cause').notNull(),
  reason: text('reason').notNull(),
  status: text('status').$type<CreditRequestStatus>().notNull(),
  alone: boolean('alone').notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
});
export type CreditRequest = typeof creditRequests.$inferSelect;
