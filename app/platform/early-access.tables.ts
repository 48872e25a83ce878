import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const earlyAccess = pgTable('early_access', {
  feature: text('feature').$type<EarlyFeature>().primaryKey(),
  isOn: boolean('is_on').notNull().default(false),
  changedBy: text('changed_by'),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }),
});

/** Pages that the specification shows as a placeholder, in its order. */
export const earlyFeatures = ['staycations', 'tickets', 'loyalty'] as const;
export type EarlyFeature = (typeof earlyFeatures)[number];
