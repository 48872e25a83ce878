import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Department, Employment, JobPlace, QuestionKind, SalaryCurrency, SalaryPeriod } from './job-posting-kinds.ts';
import type { PostingEvent, PostingStatus } from './job-posting-status.ts';
import type { HiringWay, OptionalStage, Round } from './pipeline-rules.ts';
import type { RequisitionEvent, RequisitionStatus } from './requisition-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const jobRequisitions = pgTable('job_requisitions', {
  id: text('id').primaryKey(),
  status: text('status').$type<RequisitionStatus>().notNull().default('draft'),
  version: integer('version').notNull().default(1),
  title: text('title').notNull(),
  department: text('department').$type<Department>().notNull(),
  place: text('place').$type<JobPlace>().notNull(),
  employment: text('employment').$type<Employment>().notNull(),
  positions: integer('positions').notNull(),
  reason: text('reason').notNull(),
  /** Minor units of AED a month. */
  salaryLeast: bigint('salary_least', { mode: 'number' }),
  salaryMost: bigint('salary_most', { mode: 'number' }),
  neededBy: date('needed_by', { mode: 'string' }),
  askedBy: text('asked_by').notNull(),
  /** The colleague who leads the hiring for it. */
  leadId: text('lead_id'),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type JobRequisition = typeof jobRequisitions.$inferSelect;

export const jobRequisitionEvents = pgTable(
  'job_requisition_events',
  {
    requisitionId: text('requisition_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<RequisitionEvent | 'written'>().notNull(),
    actor: text('actor').notNull(),
    reason: text('reason'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.requisitionId, table.version] })],
);

export const jobPostings = pgTable('job_postings', {
  id: text('id').primaryKey(),
  status: text('status').$type<PostingStatus>().notNull(),
  version: integer('version').notNull().default(1),
  department: text('department').$type<Department>().notNull(),
  place: text('place').$type<JobPlace>().notNull(),
  employment: text('employment').$type<Employment>().notNull(),
  remote: boolean('remote').notNull(),
  /** What somebody works in at it. */
  languages: text('languages').array().$type<LanguageCode[]>().notNull().default(['en']),
  closesOn: date('closes_on', { mode: 'string' }).notNull(),
  openedOn: date('opened_on', { mode: 'string' }).notNull(),
  changedAt: at('changed_at').notNull(),
  requisitionId: text('requisition_id'),
  salaryLeast: bigint('salary_least', { mode: 'number' }),
  salaryMost: bigint('salary_most', { mode: 'number' }),
  salaryCurrency: text('salary_currency').$type<SalaryCurrency>(),
  salaryPeriod: text('salary_period').$type<SalaryPeriod>(),
  visaSupport: boolean('visa_support').notNull().default(true),
  blind: boolean('blind').notNull().default(false),
  stepDays: integer('step_days').array().notNull().default([5, 10, 5]),
  publishAt: at('publish_at'),
  writtenBy: text('written_by'),
  publishedBy: text('published_by'),
  pipeline: text('pipeline').$type<HiringWay>().notNull().default('standard'),
  ownStages: text('own_stages').array().$type<OptionalStage[]>().notNull().default([]),
  ownRounds: jsonb('own_rounds').$type<Round[]>().notNull().default([]),
});
export type JobPostingRow = typeof jobPostings.$inferSelect;

export const jobPostingWords = pgTable(
  'job_posting_words',
  {
    postingId: text('posting_id').notNull(),
    language: text('language').$type<LanguageCode>().notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    duties: text('duties').array().notNull(),
    needs: text('needs').array().notNull(),
    extras: text('extras').array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.postingId, table.language] })],
);

export const jobPostingEvents = pgTable(
  'job_posting_events',
  {
    postingId: text('posting_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<PostingEvent | 'written'>().notNull(),
    actor: text('actor').notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postingId, table.version] })],
);

export const jobQuestions = pgTable('job_questions', {
  id: text('id').primaryKey(),
  postingId: text('posting_id').notNull(),
  position: integer('position').notNull(),
  kind: text('kind').$type<QuestionKind>().notNull(),
  required: boolean('required').notNull(),
  wanted: text('wanted'),
  words: jsonb('words').$type<Readonly<Record<LanguageCode, string>>>().notNull(),
});
export type JobQuestion = typeof jobQuestions.$inferSelect;

export const jobCriteria = pgTable('job_criteria', {
  id: text('id').primaryKey(),
  postingId: text('posting_id').notNull(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  weight: integer('weight').notNull(),
});
export type JobCriterion = typeof jobCriteria.$inferSelect;

export const jobAlerts = pgTable('job_alerts', {
  id: text('id').primaryKey(),
  contact: text('contact').notNull(),
  emailIndex: text('email_index').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  department: text('department').$type<Department>(),
  place: text('place').$type<JobPlace>(),
  secretHash: text('secret_hash').notNull(),
  createdAt: at('created_at').notNull(),
  confirmedAt: at('confirmed_at'),
});
export type JobAlert = typeof jobAlerts.$inferSelect;

export const jobMails = pgTable('job_mails', {
  messageId: text('message_id').primaryKey(),
  sentAt: at('sent_at').notNull(),
});
