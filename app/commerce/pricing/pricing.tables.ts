import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';
import type { PriceLineKind, PricingRule, Quote, VatRule } from './quote.ts';

export const pricingVersions = pgTable('pricing_versions', {
  version: integer('version').primaryKey(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  vat: jsonb('vat').$type<Record<PriceLineKind, VatRule>>().notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true, mode: 'date' }).notNull(),
  publishedBy: text('published_by').notNull(),
  reason: text('reason').notNull(),
});

export const pricingRules = pgTable(
  'pricing_rules',
  {
    version: integer('version').notNull(),
    id: text('id').notNull(),
    kind: text('kind').$type<PricingRule['kind']>().notNull(),
    scope: jsonb('scope').$type<Record<string, string>>().notNull(),
    priority: integer('priority').notNull(),
    basisPoints: integer('basis_points').notNull(),
    flat: bigint('flat', { mode: 'number' }).notNull(),
    floor: bigint('floor', { mode: 'number' }),
    cap: bigint('cap', { mode: 'number' }),
    stacks: boolean('stacks').notNull(),
    name: text('name').notNull().default(''),
    validFrom: date('valid_from', { mode: 'string' }),
    validUntil: date('valid_until', { mode: 'string' }),
    paused: boolean('paused').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.version, table.id] })],
);

export const shownQuotes = pgTable('shown_quotes', {
  subject: text('subject').primaryKey(),
  quote: jsonb('quote').$type<Quote>().notNull(),
  shownAt: timestamp('shown_at', { withTimezone: true, mode: 'date' }).notNull(),
  soldAt: timestamp('sold_at', { withTimezone: true, mode: 'date' }),
});
