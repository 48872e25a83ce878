import { bigint, boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';
import type { RefundRequestStatus } from './refund-request-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const refundRequests = pgTable('refund_requests', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  paymentId: text('payment_id').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  lines: jsonb('lines').$type<Readonly<Record<string, number>>>().notNull(),
  reason: text('reason').notNull(),
  /** As the credit note prints it. */
  cause: text('cause').notNull().default('staff-refund'),
  status: text('status').$type<RefundRequestStatus>().notNull(),
  alone: boolean('alone').notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
});
export type RefundRequest = typeof refundRequests.$inferSelect;
