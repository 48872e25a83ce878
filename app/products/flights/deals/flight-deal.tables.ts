import { bigint, boolean, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';
import type { Cabin } from '../offer.ts';

export const flightDeals = pgTable('flight_deals', {
  id: text('id').primaryKey(),
  fromCode: text('from_code').notNull(),
  toCode: text('to_code').notNull(),
  cabin: text('cabin').$type<Cabin>().notNull(),
  /** Null for one way. */
  nights: integer('nights'),
  directOnly: boolean('direct_only').notNull(),
  withBag: boolean('with_bag').notNull(),
  travelFrom: date('travel_from', { mode: 'string' }).notNull(),
  travelUntil: date('travel_until', { mode: 'string' }).notNull(),
  bookBy: date('book_by', { mode: 'string' }).notNull(),
  priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
  priceCurrency: text('price_currency').$type<CurrencyCode>().notNull(),
  note: jsonb('note').$type<Readonly<Record<string, string>>>().notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true, mode: 'date' }).notNull(),
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true, mode: 'date' }),
});
