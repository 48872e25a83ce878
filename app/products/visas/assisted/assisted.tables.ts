import { bigint, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { AssistedCountry, City, PackageCode } from './assisted-country.ts';
import type { CaseEvent, CaseState } from './assisted-status.ts';
import type { PassportCondition, PassportPlace } from './custody-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const day = (name: string) => date(name, { mode: 'string' }).$type<CalendarDate>();

export const assistedCountries = pgTable('assisted_countries', {
  code: text('code').primaryKey(),
  slug: text('slug').notNull(),
  offer: jsonb('offer').$type<AssistedCountry>().notNull(),
  version: integer('version').notNull().default(1),
  changedAt: at('changed_at').notNull(),
});

export const assistedCases = pgTable('assisted_cases', {
  /** The id of the application it came from. */
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  status: text('status').$type<CaseState>().notNull().default('opened'),
  version: integer('version').notNull().default(0),
  country: text('country').notNull(),
  package: text('package').$type<PackageCode>().notNull(),
  place: text('place').$type<City>().notNull(),
  travelsOn: day('travels_on').notNull(),
  officer: text('officer'),
  confirmedBy: text('confirmed_by'),
  appointmentAt: at('appointment_at'),
  appointmentReference: text('appointment_reference'),
  reschedules: integer('reschedules').notNull().default(0),
  biometricsOn: day('biometrics_on'),
  lodgedReference: text('lodged_reference'),
  outcome: text('outcome').$type<'granted' | 'refused'>(),
  sticker: text('sticker'),
  tracking: text('tracking'),
  insured: bigint('insured', { mode: 'number' }),
  passport: text('passport').$type<PassportPlace>().notNull().default('with_applicant'),
  passportSince: at('passport_since').notNull(),
  seal: text('seal'),
  withdrawalAskedAt: at('withdrawal_asked_at'),
  /** The last reminder of the appointment that was sent: `day` or `hours`. */
  reminded: text('reminded').$type<'day' | 'hours'>(),
  openedAt: at('opened_at').notNull(),
  stageSince: at('stage_since').notNull(),
  dueAt: at('due_at').notNull(),
  overAt: at('over_at'),
});
export type AssistedCase = typeof assistedCases.$inferSelect;

export const assistedEvents = pgTable(
  'assisted_events',
  {
    caseId: text('case_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<CaseEvent | 'assigned'>().notNull(),
    fromStatus: text('from_status').$type<CaseState>().notNull(),
    toStatus: text('to_status').$type<CaseState>().notNull(),
    actor: text('actor').notNull(),
    detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>().notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.version] })],
);

export const assistedAttempts = pgTable('assisted_attempts', {
  id: text('id').primaryKey(),
  caseId: text('case_id').notNull(),
  country: text('country').notNull(),
  place: text('place').$type<City>().notNull(),
  outcome: text('outcome').$type<'nothing' | 'seen' | 'lost'>().notNull(),
  firstFree: day('first_free'),
  by: text('by').notNull(),
  at: at('at').notNull(),
});

export const passportCustody = pgTable(
  'passport_custody',
  {
    caseId: text('case_id').notNull(),
    number: integer('number').notNull(),
    fromPlace: text('from_place').$type<PassportPlace>().notNull(),
    toPlace: text('to_place').$type<PassportPlace>().notNull(),
    givenBy: text('given_by').notNull(),
    receivedBy: text('received_by').notNull(),
    recordedBy: text('recorded_by').notNull(),
    spot: text('spot').notNull().default(''),
    condition: text('condition').$type<PassportCondition>().notNull(),
    seal: text('seal'),
    proof: text('proof'),
    /** Of the paper that shows it as it changed hands. */
    photo: text('photo'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.number] })],
);
export type CustodyLine = typeof passportCustody.$inferSelect;

export const passportHandovers = pgTable('passport_handovers', {
  id: text('id').primaryKey(),
  caseId: text('case_id').notNull(),
  toPlace: text('to_place').$type<PassportPlace>().notNull(),
  givenBy: text('given_by').notNull(),
  askedOf: text('asked_of').notNull(),
  spot: text('spot').notNull().default(''),
  condition: text('condition').$type<PassportCondition>().notNull(),
  seal: text('seal'),
  photo: text('photo'),
  offeredAt: at('offered_at').notNull(),
  endedAt: at('ended_at'),
  ended: text('ended').$type<'taken' | 'declined' | 'taken-back'>(),
});
export type Handover = typeof passportHandovers.$inferSelect;

export const passportCounts = pgTable('passport_counts', {
  id: text('id').primaryKey(),
  countedBy: text('counted_by').notNull(),
  found: text('found').array().notNull(),
  missing: text('missing').array().notNull(),
  unexpected: text('unexpected').array().notNull(),
  at: at('at').notNull(),
});
