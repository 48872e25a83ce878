import { bigint, boolean, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ProductKind } from '../product-contract.ts';
import type { AdjustmentStatus, InvitationStatus, LoyaltyRuleStatus, VoucherBatchStatus, VoucherStatus } from './loyalty-status.ts';
import type { HoldRule } from './hold-rules.ts';
import type { PointsAccount, PointsKind } from './points-postings.ts';
import type { Tier } from './tier-rules.ts';
import type { BatchStanding, LeftOut, VoucherOccasion } from './voucher-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const points = (name: string) => bigint(name, { mode: 'number' });

export const loyaltyMembers = pgTable('loyalty_members', {
  userId: text('user_id').primaryKey(),
  tier: text('tier').$type<Tier>().notNull().default('member'),
  joinedAt: at('joined_at').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  pending: points('pending').notNull().default(0),
  available: points('available').notNull().default(0),
  heldAt: at('held_at'),
  heldBy: text('held_by'),
  holdReason: text('hold_reason'),
  /** Which rule holds them; null where a colleague does. */
  holdRule: text('hold_rule').$type<HoldRule>(),
  /** Of their own link; null until there is one. */
  inviteCode: text('invite_code'),
  version: integer('version').notNull().default(1),
  changedAt: at('changed_at').notNull(),
});
export type Member = typeof loyaltyMembers.$inferSelect;

export const loyaltyRules = pgTable('loyalty_rules', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<ProductKind>().notNull(),
  /** For each hundred dirhams. */
  points: integer('points').notNull(),
  status: text('status').$type<LoyaltyRuleStatus>().notNull(),
  version: integer('version').notNull().default(1),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  approvedBy: text('approved_by'),
  liveAt: at('live_at'),
  retiredAt: at('retired_at'),
});
export type LoyaltyRule = typeof loyaltyRules.$inferSelect;

export const loyaltyTerms = pgTable('loyalty_terms', {
  id: text('id').primaryKey(),
  /** Points. */
  burnLeast: integer('burn_least').notNull(),
  burnStep: integer('burn_step').notNull(),
  /** What a step is worth, in fils. */
  burnFils: integer('burn_fils').notNull(),
  creditMonths: integer('credit_months').notNull(),
  inviterPoints: integer('inviter_points').notNull(),
  friendPoints: integer('friend_points').notNull(),
  /** What the first trip of who was invited costs at least, in fils. */
  tripLeast: integer('trip_least').notNull(),
  invitesAYear: integer('invites_a_year').notNull(),
  holdInvites: integer('hold_invites').notNull(),
  holdDays: integer('hold_days').notNull(),
  holdAdjusted: integer('hold_adjusted').notNull(),
  status: text('status').$type<LoyaltyRuleStatus>().notNull(),
  version: integer('version').notNull().default(1),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  approvedBy: text('approved_by'),
  liveAt: at('live_at'),
  retiredAt: at('retired_at'),
});
export type LoyaltyTerms = typeof loyaltyTerms.$inferSelect;

export const loyaltyInvitations = pgTable('loyalty_invitations', {
  /** Who came. */
  userId: text('user_id').primaryKey(),
  inviterId: text('inviter_id').notNull(),
  status: text('status').$type<InvitationStatus>().notNull(),
  orderId: text('order_id'),
  inviterPoints: integer('inviter_points').notNull().default(0),
  friendPoints: integer('friend_points').notNull().default(0),
  tripLeast: integer('trip_least').notNull().default(0),
  countedAt: at('counted_at'),
  version: integer('version').notNull().default(1),
  madeAt: at('made_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Invitation = typeof loyaltyInvitations.$inferSelect;

export const loyaltyOrders = pgTable('loyalty_orders', {
  orderId: text('order_id').primaryKey(),
  userId: text('user_id').notNull(),
  pointsPerHundred: integer('points_per_hundred').notNull(),
  points: points('points').notNull(),
  released: boolean('released').notNull().default(false),
  changedAt: at('changed_at').notNull(),
});
export type LoyaltyOrder = typeof loyaltyOrders.$inferSelect;

export const loyaltyTransfers = pgTable('loyalty_transfers', {
  id: points('id').generatedAlwaysAsIdentity().primaryKey(),
  key: text('key').notNull(),
  kind: text('kind').$type<PointsKind>().notNull(),
  userId: text('user_id').notNull(),
  orderId: text('order_id'),
  postedAt: at('posted_at').notNull(),
});

export const loyaltyEntries = pgTable('loyalty_entries', {
  id: points('id').generatedAlwaysAsIdentity().primaryKey(),
  transferId: points('transfer_id').notNull(),
  account: text('account').$type<PointsAccount>().notNull(),
  points: points('points').notNull(),
});

export const loyaltyLots = pgTable('loyalty_lots', {
  transferId: points('transfer_id').primaryKey(),
  userId: text('user_id').notNull(),
  points: points('points').notNull(),
  remaining: points('remaining').notNull(),
  expiresOn: date('expires_on', { mode: 'string' }).notNull(),
});

export const loyaltyAdjustments = pgTable('loyalty_adjustments', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  points: integer('points').notNull(),
  reason: text('reason').notNull(),
  status: text('status').$type<AdjustmentStatus>().notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
});
export type Adjustment = typeof loyaltyAdjustments.$inferSelect;

export const loyaltyReckoned = pgTable('loyalty_reckoned', {
  id: integer('id').primaryKey(),
  reckonedTo: at('reckoned_to').notNull(),
});

export const loyaltyMails = pgTable('loyalty_mails', {
  messageId: text('message_id').primaryKey(),
  userId: text('user_id').notNull(),
  sentAt: at('sent_at').notNull(),
});

export const loyaltyVouchers = pgTable('loyalty_vouchers', {
  id: text('id').primaryKey(),
  code: text('code').notNull(),
  userId: text('user_id').notNull(),
  occasion: text('occasion').$type<VoucherOccasion>().notNull(),
  /** Fils; null where it is a share. */
  amount: points('amount'),
  basisPoints: integer('basis_points'),
  /** What it can cost at most, in fils. */
  most: points('most').notNull(),
  /** None named: all that take a voucher. */
  kinds: text('kinds').array().$type<ProductKind[]>().notNull(),
  /** What an order costs at least, in fils. */
  least: points('least').notNull(),
  validUntil: date('valid_until', { mode: 'string' }).notNull(),
  reason: text('reason').notNull(),
  withdrawnWhy: text('withdrawn_why'),
  status: text('status').$type<VoucherStatus>().notNull(),
  version: integer('version').notNull().default(1),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  askedBy: text('asked_by'),
  approvedBy: text('approved_by'),
  liveAt: at('live_at'),
  withdrawnBy: text('withdrawn_by'),
  orderId: text('order_id'),
  /** What it took off that order when it was used, in fils. */
  taken: points('taken'),
  usedAt: at('used_at'),
  calledOffAt: at('called_off_at'),
  /** With which many were given at once. */
  batchId: text('batch_id'),
  changedAt: at('changed_at').notNull(),
});
export type Voucher = typeof loyaltyVouchers.$inferSelect;

/** Vouchers for many members at once. */
export const loyaltyVoucherBatches = pgTable('loyalty_voucher_batches', {
  id: text('id').primaryKey(),
  campaign: text('campaign').notNull(),
  occasion: text('occasion').$type<VoucherOccasion>().notNull(),
  amount: points('amount'),
  basisPoints: integer('basis_points'),
  most: points('most').notNull(),
  kinds: text('kinds').array().$type<ProductKind[]>().notNull(),
  least: points('least').notNull(),
  validUntil: date('valid_until', { mode: 'string' }).notNull(),
  reason: text('reason').notNull(),
  unknownLines: integer('unknown_lines').array().notNull(),
  status: text('status').$type<VoucherBatchStatus>().notNull(),
  version: integer('version').notNull().default(1),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  askedBy: text('asked_by'),
  approvedBy: text('approved_by'),
  withdrawnBy: text('withdrawn_by'),
  withdrawnWhy: text('withdrawn_why'),
  changedAt: at('changed_at').notNull(),
});
export type VoucherBatch = typeof loyaltyVoucherBatches.$inferSelect;

export const loyaltyVoucherBatchRows = pgTable('loyalty_voucher_batch_rows', {
  batchId: text('batch_id').notNull(),
  userId: text('user_id').notNull(),
  standing: text('standing').$type<BatchStanding>().notNull(),
  why: text('why').$type<LeftOut>(),
  voucherId: text('voucher_id'),
});
export type VoucherBatchRow = typeof loyaltyVoucherBatchRows.$inferSelect;
