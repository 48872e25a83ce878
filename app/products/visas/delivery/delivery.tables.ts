import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Printed visas of a party that paid the courier for them. */
export const evisaCopies = pgTable('evisa_copies', {
  groupId: text('group_id').primaryKey(),
  dueAt: at('due_at').notNull(),
  /** Null while they wait for the courier, also after they came back. */
  sentAt: at('sent_at'),
  sentBy: text('sent_by'),
  waybill: text('waybill'),
  sends: integer('sends').notNull().default(0),
});
export type EvisaCopies = typeof evisaCopies.$inferSelect;
