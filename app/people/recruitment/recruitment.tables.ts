import { boolean, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Department, Employment, JobPlace } from './job-posting-kinds.ts';
import type { PostingStatus } from './job-posting-status.ts';

export const jobPostings = pgTable('job_postings', {
  id: text('id').primaryKey(),
  status: text('status').$type<PostingStatus>().notNull(),
  version: integer('version').notNull().default(1),
  department: text('department').$type<Department>().notNull(),
  place: text('place').$type<JobPlace>().notNull(),
  employment: text('employment').$type<Employment>().notNull(),
  remote: boolean('remote').notNull(),
  closesOn: date('closes_on', { mode: 'string' }).notNull(),
  openedOn: date('opened_on', { mode: 'string' }).notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull(),
});

export const jobPostingWords = pgTable(
  'job_posting_words',
  {
    postingId: text('posting_id').notNull(),
    language: text('language').$type<LanguageCode>().notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    duties: text('duties').array().notNull(),
    needs: text('needs').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.postingId, table.language] })],
);
