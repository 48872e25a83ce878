import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { FlightBooking } from './booking-draft.ts';
import type { AgreedPrice } from './price-rise-rules.ts';
import type { DraftDeclaration } from '../seats/exit-declaration-rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

export const flightDrafts = pgTable('flight_drafts', {
  id: text('id').primaryKey(),
  /** SHA-256 of the cookie's secret. */
  secretHash: text('secret_hash').notNull(),
  userId: text('user_id'),
  version: integer('version').notNull(),
  /** The booking without travellers and contact. */
  booking: jsonb('booking').$type<Omit<FlightBooking, 'passengerDetails' | 'contactInfo'>>().notNull(),
  checkedBags: jsonb('checked_bags').$type<Record<string, number>>().notNull(),
  /** By `segment:passenger`. */
  exitDeclarations: jsonb('exit_declarations').$type<Record<string, DraftDeclaration>>().notNull().default({}),
  agreed: jsonb('agreed').$type<AgreedPrice>(),
  /** Travellers, contact and what was typed of them, as sealed JSON. */
  personal: text('personal').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
