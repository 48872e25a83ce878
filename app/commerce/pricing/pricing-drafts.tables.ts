import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { KeptRule } from './kept-rules.ts';
import type { DraftStatus } from './pricing-draft-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What a draft would change, over saved searches. Money in minor units of the rules' currency. */
export interface Simulation {
  readonly at: string;
  readonly by: string;
  /** Prices reckoned twice, those that differ, and those that rise by `bigRise` or more. */
  readonly prices: number;
  readonly changed: number;
  readonly risesBig: number;
  readonly difference: number;
  /** Rules that made at least one of the new prices. */
  readonly used: readonly string[];
  readonly searches: readonly SimulatedSearch[];
}

export interface SimulatedSearch {
  readonly id: string;
  readonly prices: number;
  readonly changed: number;
  /** The lowest total by the live rules and by the draft; null when nothing is for sale. */
  readonly lowest: readonly [number, number] | null;
  /** Mean total, and what of it is ours. */
  readonly mean: readonly [number, number];
  readonly margin: readonly [number, number];
}

export const pricingDrafts = pgTable('pricing_drafts', {
  id: text('id').primaryKey(),
  product: text('product').notNull(),
  basedOn: integer('based_on').notNull(),
  rules: jsonb('rules').$type<readonly KeptRule[]>().notNull(),
  status: text('status').$type<DraftStatus>().notNull().default('draft'),
  touchedBy: text('touched_by').array().notNull(),
  reason: text('reason').notNull().default(''),
  simulation: jsonb('simulation').$type<Simulation>(),
  publishedVersion: integer('published_version'),
  version: integer('version').notNull().default(1),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type PricingDraft = typeof pricingDrafts.$inferSelect;
