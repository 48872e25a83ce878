import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ApplicationEvent, ApplicationNote, ApplicationStatus, RejectReason } from './job-application-status.ts';
import type { ApplicationSource, EqualityQuestion, ScoreVerdict, VisaStatus } from './job-application-kinds.ts';
import type { CvType } from './cv-rules.ts';
import type { OfferStatus } from './job-offer-status.ts';
import type { SalaryCurrency } from './job-posting-kinds.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const jobApplications = pgTable('job_applications', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  /** Null: an open application. */
  postingId: text('posting_id'),
  status: text('status').$type<ApplicationStatus>().notNull().default('received'),
  version: integer('version').notNull().default(1),
  language: text('language').$type<LanguageCode>().notNull(),
  source: text('source').$type<ApplicationSource>().notNull(),
  contact: text('contact').notNull(),
  emailIndex: text('email_index').notNull(),
  phoneIndex: text('phone_index'),
  profile: text('profile').notNull(),
  answers: text('answers').notNull(),
  knockOuts: integer('knock_outs').notNull().default(0),
  noticeWeeks: integer('notice_weeks'),
  visaStatus: text('visa_status').$type<VisaStatus>(),
  cvStored: text('cv_stored'),
  cvType: text('cv_type').$type<CvType>(),
  cvBytes: integer('cv_bytes'),
  secretHash: text('secret_hash').notNull(),
  ownerId: text('owner_id'),
  agreedAt: at('agreed_at').notNull(),
  keepMonths: integer('keep_months').notNull(),
  keepUntil: date('keep_until', { mode: 'string' }).notNull(),
  purgedAt: at('purged_at'),
  rejectReason: text('reject_reason').$type<RejectReason>(),
  /** Once past the short list who it is was seen, and stays so. */
  uncovered: boolean('uncovered').notNull().default(false),
  stageSince: at('stage_since').notNull(),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type JobApplication = typeof jobApplications.$inferSelect;

export const jobApplicationEvents = pgTable(
  'job_application_events',
  {
    applicationId: text('application_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<ApplicationEvent | ApplicationNote>().notNull(),
    fromStatus: text('from_status').$type<ApplicationStatus>(),
    toStatus: text('to_status').$type<ApplicationStatus>().notNull(),
    actor: text('actor').notNull(),
    detail: text('detail'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.version] })],
);
export type JobApplicationEvent = typeof jobApplicationEvents.$inferSelect;

export const jobReviewers = pgTable(
  'job_reviewers',
  {
    applicationId: text('application_id').notNull(),
    userId: text('user_id').notNull(),
    addedBy: text('added_by').notNull(),
    addedAt: at('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.userId] })],
);

export const jobScoreCards = pgTable('job_score_cards', {
  id: text('id').primaryKey(),
  applicationId: text('application_id').notNull(),
  scoredBy: text('scored_by').notNull(),
  /** 1 to 5 by id of the criterion. */
  points: jsonb('points').$type<Readonly<Record<string, number>>>().notNull(),
  verdict: text('verdict').$type<ScoreVerdict>().notNull(),
  words: text('words').notNull(),
  sentAt: at('sent_at').notNull(),
});
export type JobScoreCard = typeof jobScoreCards.$inferSelect;

export const jobMessages = pgTable('job_messages', {
  id: text('id').primaryKey(),
  applicationId: text('application_id').notNull(),
  kind: text('kind').$type<'out' | 'in' | 'note'>().notNull(),
  template: text('template'),
  subject: text('subject'),
  words: text('words').notNull(),
  author: text('author').notNull(),
  createdAt: at('created_at').notNull(),
  sendAt: at('send_at'),
  sentAt: at('sent_at'),
  calledBackAt: at('called_back_at'),
});
export type JobMessage = typeof jobMessages.$inferSelect;

export const jobOffers = pgTable('job_offers', {
  id: text('id').primaryKey(),
  applicationId: text('application_id').notNull(),
  number: integer('number').notNull(),
  status: text('status').$type<OfferStatus>().notNull().default('draft'),
  version: integer('version').notNull().default(1),
  /** A month's pay, minor units. */
  salary: bigint('salary', { mode: 'number' }).notNull(),
  currency: text('currency').$type<SalaryCurrency>().notNull(),
  startsOn: date('starts_on', { mode: 'string' }).notNull(),
  answerBy: date('answer_by', { mode: 'string' }).notNull(),
  terms: text('terms').notNull(),
  writtenBy: text('written_by').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
  answeredAt: at('answered_at'),
  createdAt: at('created_at').notNull(),
});
export type JobOffer = typeof jobOffers.$inferSelect;

export const jobEqualityCounts = pgTable(
  'job_equality_counts',
  {
    postingId: text('posting_id').notNull(),
    month: text('month').notNull(),
    question: text('question').$type<EqualityQuestion>().notNull(),
    answer: text('answer').notNull(),
    people: integer('people').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postingId, table.month, table.question, table.answer] })],
);

export const jobPurgeCertificates = pgTable('job_purge_certificates', {
  id: text('id').primaryKey(),
  applications: integer('applications').notNull(),
  files: integer('files').notNull(),
  keys: text('keys').array().notNull(),
  digest: text('digest').notNull(),
  at: at('at').notNull(),
});

export const jobCvUploads = pgTable('job_cv_uploads', {
  stored: text('stored').primaryKey(),
  type: text('type').$type<CvType>().notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: at('created_at').notNull(),
});
