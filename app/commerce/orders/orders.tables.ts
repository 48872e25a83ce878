import { bigint, boolean, integer, jsonb, numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';
import type { DisplayCurrency, LanguageCode } from '#app/values/preferences.ts';
import type { CancelTerms, ProductKind } from '../product-contract.ts';
import type { Quote } from '../pricing/quote.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const orders = pgTable('orders', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  kind: text('kind').$type<ProductKind>().notNull(),
  status: text('status').notNull(),
  version: integer('version').notNull().default(0),
  userId: text('user_id'),
  secretHash: text('secret_hash').notNull(),
  contact: text('contact').notNull(),
  emailIndex: text('email_index').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  total: bigint('total', { mode: 'number' }).notNull(),
  /** Of the total, what finance took off what was still to pay: credited on the invoice, and asked of nobody. */
  reduction: bigint('reduction', { mode: 'number' }).notNull().default(0),
  snapshot: integer('snapshot').notNull().default(1),
  heldUntil: at('held_until'),
  hardUntil: at('hard_until'),
  extensions: integer('extensions').notNull().default(0),
  /** Its places are kept for days, and it is paid within them. */
  payLater: boolean('pay_later').notNull().default(false),
  actor: text('actor').notNull(),
  network: text('network').notNull(),
  travelStarts: at('travel_starts').notNull(),
  travelEnds: at('travel_ends').notNull(),
  assignedTo: text('assigned_to'),
  /** The edition of the terms that was agreed to; null for orders from before it was kept. */
  termsEdition: integer('terms_edition'),
  /** Whom the invoice is made out to, sealed; null: the first traveller. */
  invoiceTo: text('invoice_to'),
  /** In what its total was shown beside dirhams when somebody pressed pay, and by which rate; null where nobody said. */
  shownCurrency: text('shown_currency').$type<DisplayCurrency>(),
  shownRate: numeric('shown_rate', { precision: 18, scale: 8 }),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Order = typeof orders.$inferSelect;

export interface ItemWords {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

export const orderItems = pgTable(
  'order_items',
  {
    orderId: text('order_id').notNull(),
    position: integer('position').notNull(),
    kind: text('kind').notNull(),
    words: jsonb('words').$type<ItemWords>().notNull(),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);
export type OrderItem = typeof orderItems.$inferSelect;

export const orderTravellers = pgTable(
  'order_travellers',
  {
    orderId: text('order_id').notNull(),
    position: integer('position').notNull(),
    type: text('type').notNull(),
    personal: text('personal').notNull(),
    surnameIndex: text('surname_index').notNull(),
    personIndex: text('person_index').notNull(),
    /** Of the order, written by a trigger, and when it was placed. */
    kind: text('kind').$type<ProductKind>(),
    placedAt: at('placed_at'),
    /** Since when somebody does not travel on it any more; their place stays theirs. */
    leftAt: at('left_at'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);

export const orderEvents = pgTable(
  'order_events',
  {
    orderId: text('order_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').notNull(),
    fromStatus: text('from_status').notNull(),
    toStatus: text('to_status').notNull(),
    actor: text('actor').notNull(),
    reason: text('reason'),
    detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>().notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.version] })],
);
export type OrderEvent = typeof orderEvents.$inferSelect;

export type SnapshotCause = 'placed' | 'lower' | 'absorbed' | 'consented' | 'proposed' | 'taxed';

export const priceSnapshots = pgTable(
  'price_snapshots',
  {
    orderId: text('order_id').notNull(),
    number: integer('number').notNull(),
    quote: jsonb('quote').$type<Quote>().notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
    currency: text('currency').$type<CurrencyCode>().notNull(),
    rulesVersion: integer('rules_version').notNull(),
    cause: text('cause').$type<SnapshotCause>().notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.number] })],
);
export type PriceSnapshot = typeof priceSnapshots.$inferSelect;

export const cancelQuotes = pgTable(
  'cancel_quotes',
  {
    orderId: text('order_id').notNull(),
    number: integer('number').notNull(),
    terms: jsonb('terms').$type<CancelTerms>().notNull(),
    refund: bigint('refund', { mode: 'number' }).notNull(),
    currency: text('currency').$type<CurrencyCode>().notNull(),
    at: at('at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.number] })],
);
export type CancelQuote = typeof cancelQuotes.$inferSelect;

/** What of an order waits for the desk, with whose it is: kept by triggers. A refund has no `dueAt`; what waits no more has no row. */
export const orderWork = pgTable(
  'order_work',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    orderId: text('order_id').notNull(),
    openedAt: at('opened_at').notNull(),
    dueAt: at('due_at'),
    owner: text('owner'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);

/** What an order that ended owes and no refund was made of yet: kept by triggers. */
export const owedRefunds = pgTable('owed_refunds', {
  orderId: text('order_id').primaryKey(),
  kind: text('kind').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  owedAt: at('owed_at').notNull(),
  version: integer('version').notNull(),
});
