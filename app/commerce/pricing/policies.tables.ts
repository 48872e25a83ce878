import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Guards, PolicyExample, PolicyRule } from './policy.ts';
import type { PolicyStatus } from './policy-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What a policy would have made of the orders and the unsold prices of the last days, by product; minor units of the rules' currency. */
export interface ReplayedProduct {
  readonly product: string;
  readonly orders: number;
  readonly changed: number;
  readonly total: readonly [number, number];
  readonly margin: readonly [number, number];
  /** Orders on which a promotion was cut so as to keep the margin. */
  readonly held: number;
  /** The same of prices that were shown and not ordered; absent on what was tried before they were. */
  readonly unsold?: ReplayedPrices;
  /** The same of what colleagues quoted to callers and nobody ordered. */
  readonly quoted?: ReplayedPrices;
}

export interface ReplayedPrices {
  readonly prices: number;
  readonly changed: number;
  readonly total: readonly [number, number];
  readonly margin: readonly [number, number];
  readonly held: number;
}

export interface PolicySimulation {
  /** `running` until the last order was reckoned anew. */
  readonly state: 'running' | 'done';
  readonly by: string;
  readonly at: string;
  /** ISO; orders placed and prices shown since. */
  readonly since: string;
  readonly done: number;
  readonly all: number;
  readonly products: readonly ReplayedProduct[];
  /** Prices that were shown since and not ordered; of more than a trial takes, a sample. */
  readonly unsold?: { readonly all: number; readonly sampled: boolean };
  /** The same of what was quoted to callers; absent on what was tried before it was. */
  readonly quoted?: { readonly all: number; readonly sampled: boolean };
}

export const pricingPolicies = pgTable('pricing_policies', {
  id: text('id').primaryKey(),
  number: integer('number').notNull(),
  title: text('title').notNull(),
  status: text('status').$type<PolicyStatus>().notNull().default('draft'),
  basedOn: integer('based_on'),
  rules: jsonb('rules').$type<readonly PolicyRule[]>().notNull(),
  examples: jsonb('examples').$type<readonly PolicyExample[]>().notNull(),
  guards: jsonb('guards').$type<Guards>().notNull(),
  stopped: text('stopped').array().notNull().default([]),
  touchedBy: text('touched_by').array().notNull(),
  reason: text('reason').notNull().default(''),
  simulation: jsonb('simulation').$type<PolicySimulation>(),
  approvedBy: text('approved_by'),
  publishedBy: text('published_by'),
  publishedAt: at('published_at'),
  version: integer('version').notNull().default(1),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Policy = typeof pricingPolicies.$inferSelect;

export const promoCodes = pgTable('promo_codes', { code: text('code').primaryKey() });

export const promoClaims = pgTable('promo_claims', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  orderId: text('order_id').notNull(),
  code: text('code').notNull(),
  ruleId: text('rule_id').notNull(),
  at: at('at').notNull(),
  /** When the code was taken off an order that was not paid yet; null: it counts. */
  droppedAt: at('dropped_at'),
  /** By what whoever used it is known besides their account, keyed; null for uses of before, and where nothing was given. */
  mailboxIndex: text('mailbox_index'),
  phoneIndex: text('phone_index'),
});

export const pricingUses = pgTable(
  'pricing_uses',
  {
    orderId: text('order_id').notNull(),
    ruleId: text('rule_id').notNull(),
    policy: integer('policy').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
    margin: bigint('margin', { mode: 'number' }).notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.ruleId] })],
);
