import { bigint, boolean, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';
import type { Cabin } from '../offer.ts';
import type { AllotmentStatus } from './allotment-status.ts';
import type { DisruptionKind } from './disruption-rules.ts';
import type { SupplierKind, SupplierStatus } from './flight-supplier-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const flightSuppliers = pgTable('flight_suppliers', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind').$type<SupplierKind>().notNull(),
  country: text('country').notNull(),
  licence: text('licence').notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  paymentDays: integer('payment_days').notNull(),
  creditLimit: bigint('credit_limit', { mode: 'number' }).notNull(),
  contractUntil: date('contract_until', { mode: 'string' }),
  contactName: text('contact_name').notNull(),
  contactEmail: text('contact_email').notNull(),
  contactPhone: text('contact_phone').notNull(),
  status: text('status').$type<SupplierStatus>().notNull().default('lead'),
  version: integer('version').notNull().default(1),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type RegisteredSupplier = typeof flightSuppliers.$inferSelect;

export const flightSupplierPapers = pgTable('flight_supplier_papers', {
  id: text('id').primaryKey(),
  supplier: text('supplier').notNull(),
  name: text('name').notNull(),
  expiresOn: date('expires_on', { mode: 'string' }).notNull(),
  addedAt: at('added_at').notNull(),
  addedBy: text('added_by').notNull(),
  removedAt: at('removed_at'),
});
export type SupplierPaper = typeof flightSupplierPapers.$inferSelect;

export const flightSupplierBanks = pgTable('flight_supplier_banks', {
  id: text('id').primaryKey(),
  supplier: text('supplier').notNull(),
  account: text('account').notNull(),
  ending: text('ending').notNull(),
  status: text('status').$type<'asked' | 'confirmed' | 'refused'>().notNull().default('asked'),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  answeredBy: text('answered_by'),
  answeredAt: at('answered_at'),
  callBack: text('call_back'),
});
export type SupplierBank = typeof flightSupplierBanks.$inferSelect;

/** A flight of the house that does not fly as its timetable says. */
export const flightDisruptions = pgTable('flight_disruptions', {
  id: text('id').primaryKey(),
  flight: text('flight').notNull(),
  fromAirport: text('from_airport').notNull(),
  departsOn: date('departs_on', { mode: 'string' }).notNull(),
  kind: text('kind').$type<DisruptionKind>().notNull(),
  departsLocal: text('departs_local'),
  arrivesLocal: text('arrives_local'),
  newFlight: text('new_flight'),
  aircraft: text('aircraft'),
  aircraftName: text('aircraft_name'),
  seatsLost: boolean('seats_lost').notNull().default(false),
  heldBack: boolean('held_back').notNull().default(false),
  reason: text('reason').notNull(),
  stopId: text('stop_id'),
  begunBy: text('begun_by').notNull(),
  begunAt: at('begun_at').notNull(),
});

export const stopSales = pgTable('stop_sales', {
  id: text('id').primaryKey(),
  source: text('source'),
  airline: text('airline'),
  fromAirport: text('from_airport'),
  toAirport: text('to_airport'),
  travelFrom: date('travel_from', { mode: 'string' }),
  travelUntil: date('travel_until', { mode: 'string' }),
  flight: text('flight'),
  reason: text('reason').notNull(),
  begunBy: text('begun_by').notNull(),
  begunAt: at('begun_at').notNull(),
  liftedBy: text('lifted_by'),
  liftedAt: at('lifted_at'),
});

export const flightAllotments = pgTable('flight_allotments', {
  id: text('id').primaryKey(),
  supplier: text('supplier').notNull(),
  airline: text('airline').notNull(),
  number: integer('number').notNull(),
  fromAirport: text('from_airport').notNull(),
  toAirport: text('to_airport').notNull(),
  firstDay: date('first_day', { mode: 'string' }).notNull(),
  lastDay: date('last_day', { mode: 'string' }).notNull(),
  weekdays: integer('weekdays').notNull(),
  cabin: text('cabin').$type<Cabin>().notNull(),
  seats: integer('seats').notNull(),
  net: bigint('net', { mode: 'number' }).notNull(),
  withBag: boolean('with_bag').notNull(),
  releaseDays: integer('release_days').notNull(),
  status: text('status').$type<AllotmentStatus>().notNull().default('draft'),
  draftedBy: text('drafted_by').notNull(),
  /** `staff:` and the id of everybody who drafted it or changed it before it was on sale. */
  touchedBy: text('touched_by').array().notNull(),
  /** More seats than it has on sale, until a second person agrees. */
  seatsAsked: integer('seats_asked'),
  seatsAskedBy: text('seats_asked_by'),
  version: integer('version').notNull().default(1),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Allotment = typeof flightAllotments.$inferSelect;
