import { bigint, date, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const priceAlerts = pgTable('price_alerts', {
  id: text('id').primaryKey(),
  /** Null: somebody without an account, known by an address. */
  userId: text('user_id'),
  contact: text('contact'),
  emailIndex: text('email_index'),
  thing: text('thing').notNull(),
  below: bigint('below', { mode: 'number' }).notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  told: bigint('told', { mode: 'number' }),
  toldOn: date('told_on'),
  confirmedAt: at('confirmed_at'),
  stoppedAt: at('stopped_at'),
  createdAt: at('created_at').notNull(),
});
export type PriceAlert = typeof priceAlerts.$inferSelect;

/** What anything that is watched cost on a day; named when that was flights alone. */
export const flightPriceDays = pgTable(
  'flight_price_days',
  {
    thing: text('thing').notNull(),
    day: date('day').notNull(),
    lowest: bigint('lowest', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.thing, table.day] })],
);
