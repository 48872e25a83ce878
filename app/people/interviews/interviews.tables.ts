import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { InterviewMode, InterviewRound, Verdict } from './interview-kinds.ts';
import type { InterviewEvent, InterviewStatus } from './interview-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const interviews = pgTable('interviews', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  applicationId: text('application_id').notNull(),
  round: text('round').$type<InterviewRound>().notNull(),
  /** How the posting called the round when it was planned; null: as the house does. */
  roundName: text('round_name'),
  mode: text('mode').$type<InterviewMode>().notNull(),
  place: text('place').notNull(),
  minutes: integer('minutes').notNull(),
  status: text('status').$type<InterviewStatus>().notNull(),
  version: integer('version').notNull().default(1),
  zone: text('zone').notNull(),
  startsAt: at('starts_at'),
  endsAt: at('ends_at'),
  invitations: integer('invitations').notNull().default(0),
  tokenHash: text('token_hash'),
  expiresAt: at('expires_at'),
  answeredHash: text('answered_hash'),
  wishes: at('wishes').array().notNull().default([]),
  words: text('words'),
  madeBy: text('made_by').notNull(),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Interview = typeof interviews.$inferSelect;

export const interviewPanel = pgTable(
  'interview_panel',
  { interviewId: text('interview_id').notNull(), userId: text('user_id').notNull() },
  (table) => [primaryKey({ columns: [table.interviewId, table.userId] })],
);

export const interviewSlots = pgTable(
  'interview_slots',
  { interviewId: text('interview_id').notNull(), startsAt: at('starts_at').notNull() },
  (table) => [primaryKey({ columns: [table.interviewId, table.startsAt] })],
);

export const interviewClaims = pgTable(
  'interview_claims',
  {
    interviewId: text('interview_id').notNull(),
    userId: text('user_id').notNull(),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
    heldUntil: at('held_until'),
  },
  (table) => [primaryKey({ columns: [table.interviewId, table.userId, table.startsAt] })],
);

export const interviewEvents = pgTable(
  'interview_events',
  {
    interviewId: text('interview_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<InterviewEvent | 'planned' | 'reassign'>().notNull(),
    toStatus: text('to_status').$type<InterviewStatus>().notNull(),
    actor: text('actor').notNull(),
    detail: text('detail'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.interviewId, table.version] })],
);

export const interviewScores = pgTable(
  'interview_scores',
  {
    interviewId: text('interview_id').notNull(),
    userId: text('user_id').notNull(),
    verdict: text('verdict').$type<Verdict>().notNull(),
    words: text('words').notNull(),
    sentAt: at('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.interviewId, table.userId] })],
);

export const interviewMails = pgTable('interview_mails', {
  messageId: text('message_id').primaryKey(),
  interviewId: text('interview_id').notNull(),
  sentAt: at('sent_at').notNull(),
});
