import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Offer } from '../offer.ts';
import type { QuoteDiscountState } from './quote-discount-status.ts';
import type { FlightQuoteEvent, FlightQuoteState } from './flight-quote-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const flightQuotes = pgTable('flight_quotes', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  status: text('status').$type<FlightQuoteState>().notNull().default('draft'),
  version: integer('version').notNull().default(1),
  language: text('language').$type<LanguageCode>().notNull(),
  contact: text('contact').notNull(),
  emailIndex: text('email_index').notNull(),
  message: text('message').notNull(),
  inquiryId: text('inquiry_id'),
  customerId: text('customer_id'),
  origin: text('origin').notNull(),
  destination: text('destination').notNull(),
  departsOn: date('departs_on', { mode: 'string' }).$type<CalendarDate>().notNull(),
  travellers: integer('travellers').notNull(),
  lowest: bigint('lowest', { mode: 'number' }).notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  expiresAt: at('expires_at').notNull(),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: at('changed_at').notNull(),
  sentAt: at('sent_at'),
  seenAt: at('seen_at'),
  orderId: text('order_id'),
  taken: integer('taken'),
  /** Since when it is told of nobody any more. */
  forgottenAt: at('forgotten_at'),
});
export type FlightQuoteRow = typeof flightQuotes.$inferSelect;

export const flightQuoteOptions = pgTable(
  'flight_quote_options',
  {
    quoteId: text('quote_id').notNull(),
    number: integer('number').notNull(),
    offerId: text('offer_id').notNull(),
    brand: text('brand').notNull(),
    offer: jsonb('offer').$type<Offer>().notNull(),
    price: jsonb('price').$type<Quote>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.quoteId, table.number] })],
);
export type FlightQuoteOption = typeof flightQuoteOptions.$inferSelect;

export const flightQuoteEvents = pgTable(
  'flight_quote_events',
  {
    quoteId: text('quote_id').notNull(),
    number: integer('number').notNull(),
    event: text('event').$type<FlightQuoteEvent | QuoteNote>().notNull(),
    fromStatus: text('from_status').$type<FlightQuoteState>(),
    toStatus: text('to_status').$type<FlightQuoteState>().notNull(),
    actor: text('actor').notNull(),
    detail: text('detail'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.quoteId, table.number] })],
);
export type FlightQuoteEventRow = typeof flightQuoteEvents.$inferSelect;

/** What happened to a quote without moving it. */
export type QuoteNote =
  | 'make'
  | 'edit'
  | 'ask-anew'
  | 'accept-again'
  | 'discount-ask'
  | 'discount-grant'
  | 'discount-refuse'
  | 'discount-withdraw'
  | 'discount-lapse';

export const flightQuoteDiscounts = pgTable('flight_quote_discounts', {
  id: text('id').primaryKey(),
  quoteId: text('quote_id').notNull(),
  option: integer('option').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  basisPoints: integer('basis_points'),
  reason: text('reason').notNull(),
  status: text('status').$type<QuoteDiscountState>().notNull().default('asked'),
  total: bigint('total', { mode: 'number' }).notNull(),
  ownLimit: boolean('own_limit').notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
  answer: text('answer').notNull().default(''),
});
export type QuoteDiscount = typeof flightQuoteDiscounts.$inferSelect;

export const flightQuoteDrafts = pgTable('flight_quote_drafts', {
  draftId: text('draft_id').primaryKey(),
  quoteId: text('quote_id').notNull(),
  option: integer('option').notNull(),
});

export const flightQuoteMails = pgTable('flight_quote_mails', {
  messageId: text('message_id').primaryKey(),
  quoteId: text('quote_id').notNull(),
  sentAt: at('sent_at').notNull(),
});
