import { date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Arm, ExperimentProduct } from './experiment-rules.ts';
import type { ExperimentStatus, OverBecause } from './experiment-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const priceExperiments = pgTable('price_experiments', {
  id: text('id').primaryKey(),
  number: integer('number').notNull(),
  question: text('question').notNull(),
  products: text('products').array().$type<ExperimentProduct[]>().notNull(),
  challenger: integer('challenger').notNull(),
  share: integer('share').notNull(),
  startsOn: date('starts_on', { mode: 'string' }).notNull(),
  endsOn: date('ends_on', { mode: 'string' }).notNull(),
  leastSales: integer('least_sales').notNull(),
  marginFall: integer('margin_fall').notNull(),
  conversionFall: integer('conversion_fall').notNull(),
  status: text('status').$type<ExperimentStatus>().notNull().default('drafted'),
  touchedBy: text('touched_by').array().notNull(),
  approvedBy: text('approved_by'),
  begunBy: text('begun_by'),
  control: integer('control'),
  controlVersion: integer('control_version'),
  pricesFrom: at('prices_from'),
  pricesUntil: at('prices_until'),
  overBecause: text('over_because').$type<OverBecause>(),
  overAt: at('over_at'),
  version: integer('version').notNull().default(1),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Experiment = typeof priceExperiments.$inferSelect;

export const priceExperimentRuns = pgTable('price_experiment_runs', {
  product: text('product').primaryKey(),
  experimentId: text('experiment_id').notNull(),
});

export const priceExperimentVisitors = pgTable(
  'price_experiment_visitors',
  {
    experimentId: text('experiment_id').notNull(),
    userId: text('user_id').notNull(),
    arm: text('arm').$type<Arm>().notNull(),
    countedAt: at('counted_at'),
    heldUntil: at('held_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.experimentId, table.userId] })],
);

export const priceExperimentSales = pgTable('price_experiment_sales', {
  orderId: text('order_id').primaryKey(),
  experimentId: text('experiment_id').notNull(),
  arm: text('arm').$type<Arm>().notNull(),
  at: at('at').notNull(),
});
