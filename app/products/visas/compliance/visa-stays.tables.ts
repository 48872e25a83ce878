import { date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { VisaEntries } from '../evisa/evisa-offer.ts';
import type { VisaRoute } from '../evisa/evisa.tables.ts';
import type { StayEvent, StayState } from './visa-stay-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const day = (name: string) => date(name, { mode: 'string' }).$type<CalendarDate>();

export const visaStays = pgTable('visa_stays', {
  /** That of the application or case. */
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  route: text('route').$type<VisaRoute>().notNull(),
  country: text('country').notNull(),
  status: text('status').$type<StayState>().notNull().default('issued'),
  version: integer('version').notNull().default(0),
  numberIndex: text('number_index').notNull(),
  issuedOn: day('issued_on').notNull(),
  enterBy: day('enter_by').notNull(),
  stayDays: integer('stay_days').notNull(),
  /** As printed on the visa. */
  entries: text('entries').$type<VisaEntries>().notNull().default('single'),
  entriesUsed: integer('entries_used').notNull().default(0),
  enteredOn: day('entered_on'),
  stayUntil: day('stay_until'),
  exitedOn: day('exited_on'),
  /** What comes next: `enterBy` before the entry, `stayUntil` after it. */
  dueOn: day('due_on').notNull(),
  enterRemindedOn: day('enter_reminded_on'),
  leaveRemindedOn: day('leave_reminded_on'),
  openedAt: at('opened_at').notNull(),
  changedAt: at('changed_at').notNull(),
  closedAt: at('closed_at'),
});
export type VisaStay = typeof visaStays.$inferSelect;

/** Steps that leave the state as it is. */
export type StayNote = 'opened' | 'reminded' | 'entries-set' | 'proof-sent';
/** Stand in histories of before; nobody writes them any more. */
type FormerNote = 'deposit-noted' | 'deposit-released';

/** Stays on the visa that ended before the one that runs. */
export const visaStayEntries = pgTable(
  'visa_stay_entries',
  {
    stayId: text('stay_id').notNull(),
    number: integer('number').notNull(),
    enteredOn: day('entered_on').notNull(),
    stayUntil: day('stay_until').notNull(),
    exitedOn: day('exited_on').notNull(),
  },
  (table) => [primaryKey({ columns: [table.stayId, table.number] })],
);
export type VisaStayEntry = typeof visaStayEntries.$inferSelect;

export const visaStayEvents = pgTable(
  'visa_stay_events',
  {
    stayId: text('stay_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<StayEvent | StayNote | FormerNote>().notNull(),
    fromStatus: text('from_status').$type<StayState>().notNull(),
    toStatus: text('to_status').$type<StayState>().notNull(),
    actor: text('actor').notNull(),
    detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>().notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.stayId, table.version] })],
);
