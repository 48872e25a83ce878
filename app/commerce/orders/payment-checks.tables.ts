import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CheckCause } from './payment-check-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Why a paid order is held back, what its buyer said of it, and what was decided. */
export const paymentChecks = pgTable('payment_checks', {
  orderId: text('order_id').primaryKey(),
  causes: text('causes').array().$type<CheckCause[]>().notNull(),
  begunBy: text('begun_by').notNull(),
  begunAt: at('begun_at').notNull(),
  askedBy: text('asked_by'),
  askedAt: at('asked_at'),
  /** Sealed. */
  answer: text('answer'),
  answeredAt: at('answered_at'),
  decision: text('decision').$type<'released' | 'ended'>(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
});
export type PaymentCheck = typeof paymentChecks.$inferSelect;
