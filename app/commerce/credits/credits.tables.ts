import { bigint, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { CreditMoveKind, CreditPart } from './credit-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const minor = (name: string) => bigint(name, { mode: 'number' });

export const creditTerms = pgTable('credit_terms', {
  number: integer('number').primaryKey(),
  bonusPercent: integer('bonus_percent').notNull(),
  months: integer('months').notNull(),
  reason: text('reason').notNull(),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
});
export type CreditTerms = typeof creditTerms.$inferSelect;

export const creditTermsWishes = pgTable('credit_terms_wishes', {
  id: text('id').primaryKey(),
  base: integer('base').notNull(),
  bonusPercent: integer('bonus_percent').notNull(),
  months: integer('months').notNull(),
  reason: text('reason').notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  status: text('status').$type<'waiting' | 'approved' | 'declined' | 'withdrawn'>().notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
});
export type CreditTermsWish = typeof creditTermsWishes.$inferSelect;

export const creditLots = pgTable('credit_lots', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  /** The cancelled order whose money it was; null for what was points. */
  orderId: text('order_id'),
  pointsTransfer: minor('points_transfer'),
  part: text('part').$type<CreditPart>().notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  amount: minor('amount').notNull(),
  remaining: minor('remaining').notNull(),
  endsOn: date('ends_on', { mode: 'string' }).$type<CalendarDate>().notNull(),
  madeAt: at('made_at').notNull(),
});
export type CreditLot = typeof creditLots.$inferSelect;

export const creditMoves = pgTable('credit_moves', {
  id: minor('id').generatedAlwaysAsIdentity().primaryKey(),
  key: text('key').notNull(),
  lotId: text('lot_id').notNull(),
  kind: text('kind').$type<CreditMoveKind>().notNull(),
  amount: minor('amount').notNull(),
  paymentId: text('payment_id'),
  at: at('at').notNull(),
});
export type CreditMove = typeof creditMoves.$inferSelect;

export const creditUses = pgTable('credit_uses', {
  orderId: text('order_id').primaryKey(),
  userId: text('user_id').notNull(),
  amount: minor('amount').notNull(),
  at: at('at').notNull(),
});
export type CreditUse = typeof creditUses.$inferSelect;
