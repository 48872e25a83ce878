import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** What somebody who has it in hand put off; tasks keep that in their own row. */
export const putOffWork = pgTable(
  'put_off_work',
  {
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    by: text('by').notNull(),
    until: timestamp('until', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] })],
);
