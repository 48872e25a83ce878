import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { VisaRoute } from '../evisa/evisa.tables.ts';

export const authorityQuotas = pgTable(
  'authority_quotas',
  {
    route: text('route').$type<VisaRoute>().notNull(),
    country: text('country').notNull(),
    /** Empty: all types that have no limit of their own. */
    typeCode: text('type_code').notNull(),
    perDay: integer('per_day').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.route, table.country, table.typeCode] })],
);
