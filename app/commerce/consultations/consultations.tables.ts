import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { PaperType } from '#app/values/paper-types.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type {
  BlockReason,
  ConsultationChannel,
  ConsultationOutcome,
  ConsultationTopic,
  MoveReason,
  NextStep,
} from './consultation-kinds.ts';
import type { CallPaperKind } from './call-paper-rules.ts';
import type { ConsultationEvent, ConsultationStatus } from './consultation-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const consultations = pgTable('consultations', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  topic: text('topic').$type<ConsultationTopic>().notNull(),
  channel: text('channel').$type<ConsultationChannel>().notNull(),
  callLanguage: text('call_language').$type<LanguageCode>().notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  zone: text('zone').notNull(),
  status: text('status').$type<ConsultationStatus>().notNull(),
  version: integer('version').notNull().default(1),
  contact: text('contact').notNull(),
  emailIndex: text('email_index').notNull(),
  words: text('words').notNull(),
  country: text('country'),
  userId: text('user_id'),
  officerId: text('officer_id'),
  startsAt: at('starts_at'),
  endsAt: at('ends_at'),
  timesMoved: integer('times_moved').notNull().default(0),
  checklist: text('checklist').array().notNull().default([]),
  outcome: text('outcome').$type<ConsultationOutcome>(),
  nextStep: text('next_step').$type<NextStep>(),
  summary: text('summary'),
  fromInquiry: text('from_inquiry'),
  toInquiry: text('to_inquiry'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Consultation = typeof consultations.$inferSelect;

export type RecordedEvent = ConsultationEvent | 'asked' | 'assign' | 'note' | 'check';

export const consultationEvents = pgTable(
  'consultation_events',
  {
    consultationId: text('consultation_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<RecordedEvent>().notNull(),
    actor: text('actor').notNull(),
    reason: text('reason').$type<MoveReason>(),
    words: text('words'),
    startsAt: at('starts_at'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.consultationId, table.version] })],
);

export const consultationClaims = pgTable(
  'consultation_claims',
  {
    officerId: text('officer_id').notNull(),
    tick: at('tick').notNull(),
    consultationId: text('consultation_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.officerId, table.tick] })],
);

export const consultationOfficers = pgTable('consultation_officers', {
  officerId: text('officer_id').primaryKey(),
  languages: text('languages').array().$type<LanguageCode[]>().notNull(),
  topics: text('topics').array().$type<ConsultationTopic[]>().notNull(),
  takes: boolean('takes').notNull().default(true),
  changedAt: at('changed_at').notNull(),
});

export const consultationHours = pgTable(
  'consultation_hours',
  {
    officerId: text('officer_id').notNull(),
    weekday: integer('weekday').notNull(),
    fromClock: text('from_clock').notNull(),
    untilClock: text('until_clock').notNull(),
  },
  (table) => [primaryKey({ columns: [table.officerId, table.weekday, table.fromClock] })],
);

export const consultationBlocks = pgTable('consultation_blocks', {
  id: text('id').primaryKey(),
  officerId: text('officer_id'),
  startsAt: at('starts_at').notNull(),
  endsAt: at('ends_at').notNull(),
  reason: text('reason').$type<BlockReason>().notNull(),
});

export const consultationMails = pgTable('consultation_mails', {
  messageId: text('message_id').primaryKey(),
  consultationId: text('consultation_id').notNull(),
  sentAt: at('sent_at').notNull(),
});

export const consultationWaits = pgTable('consultation_waits', {
  consultationId: text('consultation_id').primaryKey(),
  wishedFrom: at('wished_from').notNull(),
  wishedUntil: at('wished_until').notNull(),
  queuedAt: at('queued_at').notNull(),
  offered: text('offered').array().notNull().default([]),
  officerId: text('officer_id'),
  startsAt: at('starts_at'),
  heldUntil: at('held_until'),
});
export type ConsultationWait = typeof consultationWaits.$inferSelect;

export const consultationPapers = pgTable('consultation_papers', {
  id: text('id').primaryKey(),
  consultationId: text('consultation_id').notNull(),
  kind: text('kind').$type<CallPaperKind>().notNull(),
  type: text('type').$type<PaperType>().notNull(),
  bytes: integer('bytes').notNull(),
  stored: text('stored').notNull(),
  at: at('at').notNull(),
});
export type CallPaper = typeof consultationPapers.$inferSelect;
