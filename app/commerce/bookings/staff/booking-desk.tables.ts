import { bigint, date, integer, pgView, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LocalTime } from '#app/values/local-time.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { DisplayCurrency } from '#app/values/preferences.ts';
import type { ListedKind } from './booking-lists.ts';
import type { BookingState } from '../booking-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' }).notNull();

/** What is booked, with its sale, as the lists of the desk read it. */
export const bookingDesk = pgView('booking_desk', {
  id: text('id').notNull(),
  orderId: text('order_id').notNull(),
  kind: text('kind').$type<ListedKind>().notNull(),
  status: text('status').$type<BookingState>().notNull(),
  item: text('item').notNull(),
  places: integer('places').notNull(),
  startsLocal: text('starts_local').$type<LocalTime>().notNull(),
  startsAt: at('starts_at'),
  endsAt: at('ends_at'),
  zone: text('zone').notNull(),
  operator: text('operator').notNull(),
  createdAt: at('created_at'),
  reference: text('reference').notNull(),
  total: bigint('total', { mode: 'number' }).notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  owner: text('assigned_to'),
  dueOn: date('due_on', { mode: 'string' }).$type<CalendarDate>(),
  shownCurrency: text('shown_currency').$type<DisplayCurrency>(),
}).existing();
