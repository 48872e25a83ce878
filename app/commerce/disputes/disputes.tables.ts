import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';
import type { EvidenceSlot } from '../payments/payment-provider.ts';
import type { AnswerKind, DisputeAnswerStatus, DisputeStatus } from './dispute-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const minor = (name: string) => bigint(name, { mode: 'number' });

export const disputes = pgTable('disputes', {
  id: text('id').primaryKey(),
  provider: text('provider').notNull(),
  providerRef: text('provider_ref').notNull(),
  /** The payment that the bank knows; of a basket the one of all its orders. */
  paymentId: text('payment_id').notNull(),
  status: text('status').$type<DisputeStatus>().notNull(),
  version: integer('version').notNull().default(1),
  /** The bank's own word. */
  reason: text('reason').notNull(),
  amount: minor('amount').notNull(),
  /** Totals so far. */
  taken: minor('taken').notNull().default(0),
  returned: minor('returned').notNull().default(0),
  fee: minor('fee').notNull().default(0),
  writtenOff: minor('written_off').notNull().default(0),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  respondBy: at('respond_by'),
  ownerId: text('owner_id'),
  /** Who said that vouchers are honoured all the same, while it is open. */
  letInBy: text('let_in_by'),
  letInAt: at('let_in_at'),
  openedAt: at('opened_at').notNull(),
  changedAt: at('changed_at').notNull(),
  closedAt: at('closed_at'),
});
export type Dispute = typeof disputes.$inferSelect;

export const disputeParts = pgTable(
  'dispute_parts',
  {
    disputeId: text('dispute_id').notNull(),
    paymentId: text('payment_id').notNull(),
    orderId: text('order_id').notNull(),
    amount: minor('amount').notNull(),
    writtenOff: minor('written_off').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.disputeId, table.paymentId] })],
);
export type DisputePart = typeof disputeParts.$inferSelect;

export const disputeAnswers = pgTable('dispute_answers', {
  id: text('id').primaryKey(),
  disputeId: text('dispute_id').notNull(),
  kind: text('kind').$type<AnswerKind>().notNull(),
  status: text('status').$type<DisputeAnswerStatus>().notNull(),
  /** Sealed. */
  words: text('words').notNull(),
  writtenBy: text('written_by').notNull(),
  writtenAt: at('written_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
  settledAt: at('settled_at'),
  /** When the papers that go with it were chosen. */
  packedAt: at('packed_at'),
});
export type DisputeAnswer = typeof disputeAnswers.$inferSelect;

export const disputeAnswerPapers = pgTable(
  'dispute_answer_papers',
  {
    answerId: text('answer_id').notNull(),
    position: integer('position').notNull(),
    slot: text('slot').$type<EvidenceSlot>().notNull(),
    name: text('name').notNull(),
    providerRef: text('provider_ref'),
    leftOutAt: at('left_out_at'),
  },
  (table) => [primaryKey({ columns: [table.answerId, table.position] })],
);
export type DisputeAnswerPaper = typeof disputeAnswerPapers.$inferSelect;
