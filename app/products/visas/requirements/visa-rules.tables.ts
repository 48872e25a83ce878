import { date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { EntryCondition, HonouredVisa, VisaNeed, VisitPurpose } from './requirement.ts';
import type { VisaRuleStatus } from './visa-rule-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const visaRules = pgTable('visa_rules', {
  id: text('id').primaryKey(),
  rule: text('rule').notNull(),
  edition: integer('edition').notNull(),
  status: text('status').$type<VisaRuleStatus>().notNull(),
  destination: text('destination').notNull(),
  passports: text('passports').array().notNull(),
  residences: text('residences').array().notNull(),
  heldVisas: text('held_visas').array().$type<HonouredVisa[]>().notNull(),
  purposes: text('purposes').array().$type<VisitPurpose[]>().notNull(),
  need: text('need').$type<VisaNeed>().notNull(),
  stayDays: integer('stay_days'),
  windowDays: integer('window_days'),
  /** As `readPassportValidity` reads it. */
  passport: text('passport').notNull(),
  conditions: text('conditions').array().$type<EntryCondition[]>().notNull(),
  validFrom: date('valid_from').$type<CalendarDate>(),
  validUntil: date('valid_until').$type<CalendarDate>(),
  source: text('source').notNull(),
  checkedOn: date('checked_on').$type<CalendarDate>().notNull(),
  recheckDays: integer('recheck_days').notNull(),
  note: text('note').notNull(),
  draftedBy: text('drafted_by').notNull(),
  draftedAt: at('drafted_at').notNull(),
  verifiedBy: text('verified_by'),
  verifiedAt: at('verified_at'),
  retiredAt: at('retired_at'),
});

export type VisaRuleEdition = typeof visaRules.$inferSelect;

export const visaIndications = pgTable(
  'visa_indications',
  {
    passport: text('passport').notNull(),
    destination: text('destination').notNull(),
    need: text('need').$type<Exclude<VisaNeed, 'unknown'>>().notNull(),
    stayDays: integer('stay_days'),
  },
  (table) => [primaryKey({ columns: [table.passport, table.destination] })],
);

export const visaIndicationImports = pgTable('visa_indication_imports', {
  id: text('id').primaryKey(),
  file: text('file').notNull(),
  rows: integer('rows').notNull(),
  dataDate: date('data_date').$type<CalendarDate>(),
  importedAt: at('imported_at').notNull(),
});
