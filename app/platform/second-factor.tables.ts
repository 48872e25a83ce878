import { bigint, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const secondFactors = pgTable('second_factors', {
  userId: text('user_id').primaryKey(),
  secret: text('secret').notNull(),
  confirmedAt: at('confirmed_at'),
  /** Below zero: somebody else reset it, and no code of a new one was taken yet. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: at('created_at').notNull(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: text('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
