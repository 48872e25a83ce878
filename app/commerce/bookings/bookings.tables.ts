import { bigint, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LocalTime } from '#app/values/local-time.ts';
import type { BookingKind } from './booking-order-status.ts';
import type { BookingState } from './booking-status.ts';
import type { CancellationLadder } from './cancellation-ladder-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bookings = pgTable('bookings', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  position: integer('position').notNull(),
  kind: text('kind').$type<BookingKind>().notNull(),
  status: text('status').$type<BookingState>().notNull().default('cart_held'),
  version: integer('version').notNull().default(0),
  item: text('item').notNull(),
  places: integer('places').notNull(),
  startsLocal: text('starts_local').$type<LocalTime>().notNull(),
  zone: text('zone').notNull(),
  startsAt: at('starts_at').notNull(),
  endsAt: at('ends_at').notNull(),
  ladder: jsonb('ladder').$type<CancellationLadder>().notNull(),
  operator: text('operator').notNull(),
  operatorMail: text('operator_mail').notNull(),
  voucher: text('voucher'),
  optionUntil: at('option_until'),
  choiceBy: at('choice_by'),
  /** Of the order, kept by triggers. */
  owner: text('owner'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Booking = typeof bookings.$inferSelect;

export const bookingEvents = pgTable(
  'booking_events',
  {
    bookingId: text('booking_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').notNull(),
    fromStatus: text('from_status').notNull(),
    toStatus: text('to_status').notNull(),
    actor: text('actor').notNull(),
    detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>().notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.version] })],
);

export const instalments = pgTable(
  'instalments',
  {
    orderId: text('order_id').notNull(),
    number: integer('number').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    dueOn: date('due_on', { mode: 'string' }).$type<CalendarDate>(),
    dueAt: at('due_at'),
    reminded: integer('reminded').notNull().default(0),
    paidAt: at('paid_at'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.number] })],
);
export type Instalment = typeof instalments.$inferSelect;
