import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { PaymentMethod } from './payment-provider.ts';
import type { DeclineClass, PaymentStatus, RefundStatus } from './payment-status.ts';
import type { Wallet } from './wallets.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const payments = pgTable('payments', {
  id: text('id').primaryKey(),
  /** The order it pays for; with the purpose 'basket' the basket. */
  orderId: text('order_id').notNull(),
  orderVersion: integer('order_version').notNull(),
  purpose: text('purpose').notNull().default('order'),
  provider: text('provider').notNull(),
  /** How it is paid on the provider's page. */
  method: text('method').$type<PaymentMethod>().notNull().default('card'),
  providerRef: text('provider_ref'),
  providerIntentRef: text('provider_intent_ref'),
  status: text('status').$type<PaymentStatus>().notNull(),
  version: integer('version').notNull().default(1),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  /** Paths of this site. */
  returnTo: jsonb('return_to').$type<{ readonly success: string; readonly failure: string }>().notNull(),
  redirectTo: text('redirect_to'),
  declineClass: text('decline_class').$type<DeclineClass>(),
  /** The last four digits of the card that holds or paid it; null where its provider does not say. */
  cardEnding: text('card_ending'),
  /** What gave that card; null where it was typed, and where its provider does not say. */
  wallet: text('wallet').$type<Wallet>(),
  /** A share: what one order pays of a basket's payment, which alone the bank knows. */
  partOf: text('part_of'),
  /** Frozen when the basket's money is taken: whether this share of it is. Of a first card `take` once a second holds the rest. */
  fate: text('fate').$type<'take' | 'leave'>(),
  expiresAt: at('expires_at').notNull(),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Payment = typeof payments.$inferSelect;

export const refunds = pgTable('refunds', {
  id: text('id').primaryKey(),
  paymentId: text('payment_id').notNull(),
  orderId: text('order_id').notNull(),
  key: text('key').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  reason: text('reason').notNull(),
  askedBy: text('asked_by').notNull(),
  status: text('status').$type<RefundStatus>().notNull(),
  version: integer('version').notNull().default(1),
  providerRef: text('provider_ref'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Refund = typeof refunds.$inferSelect;

export type AttemptKind = 'create' | 'capture' | 'cancel' | 'refund';

export const paymentAttempts = pgTable('payment_attempts', {
  id: text('id').primaryKey(),
  paymentId: text('payment_id').notNull(),
  refundId: text('refund_id'),
  kind: text('kind').$type<AttemptKind>().notNull(),
  amount: bigint('amount', { mode: 'number' }),
  intendedAt: at('intended_at').notNull(),
  calledAt: at('called_at'),
  answeredAt: at('answered_at'),
  outcome: text('outcome').$type<'ok' | 'refused' | 'unknown'>(),
  answer: jsonb('answer').$type<Record<string, unknown>>(),
  appliedAt: at('applied_at'),
});
export type PaymentAttempt = typeof paymentAttempts.$inferSelect;

export const paymentInbox = pgTable(
  'payment_inbox',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    refs: text('refs').array().notNull(),
    receivedAt: at('received_at').notNull(),
    processedAt: at('processed_at'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

export const paymentCursors = pgTable('payment_cursors', {
  provider: text('provider').primaryKey(),
  cursor: text('cursor').notNull(),
});
