import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';
import type { AccountCode, AccountKind, Position, TransferKind } from './ledger-postings.ts';

const identity = (name: string) => bigint(name, { mode: 'number' }).generatedAlwaysAsIdentity();

export const ledgerAccounts = pgTable('ledger_accounts', {
  id: identity('id').primaryKey(),
  code: text('code').$type<AccountCode>().notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  kind: text('kind').$type<AccountKind>().notNull(),
  orderId: text('order_id'),
});

export const ledgerTransfers = pgTable('ledger_transfers', {
  id: identity('id').primaryKey(),
  key: text('key').notNull(),
  kind: text('kind').$type<TransferKind>().notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  orderId: text('order_id'),
  paymentId: text('payment_id'),
  linkedTo: bigint('linked_to', { mode: 'number' }),
  postedAt: timestamp('posted_at', { withTimezone: true, mode: 'date' }).notNull(),
});

export const ledgerEntries = pgTable('ledger_entries', {
  id: identity('id').primaryKey(),
  transferId: bigint('transfer_id', { mode: 'number' }).notNull(),
  accountId: bigint('account_id', { mode: 'number' }).notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
});

/** How the money of an order stands, kept by triggers from the moment it is placed. */
export const orderMoneyStates = pgTable('order_money_states', {
  orderId: text('order_id').primaryKey(),
  kind: text('kind').notNull(),
  state: text('state').$type<Position>().notNull(),
  /** When the order was placed. */
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }),
});
