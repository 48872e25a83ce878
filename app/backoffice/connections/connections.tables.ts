import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ProbeOutcome, TestedService } from './connection-rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** One row for each service that was ever tested: its last test. */
export const connectionTests = pgTable('connection_tests', {
  service: text('service').$type<TestedService>().primaryKey(),
  testedAt: moment('tested_at').notNull(),
  testedBy: text('tested_by').notNull(),
  outcome: text('outcome').$type<ProbeOutcome>().notNull(),
  /** What the other side said, in a word: a status, a day. Never its own sentences. */
  detail: text('detail'),
  tookMs: integer('took_ms').notNull(),
  answeredAt: moment('answered_at'),
});
