import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Interest } from '../newsletter/reader-taste.ts';
import type { CampaignStatus } from './campaign-status.ts';

export interface CampaignWords {
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  readonly button: string;
}

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const campaigns = pgTable('campaigns', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  status: text('status').$type<CampaignStatus>().notNull(),
  version: integer('version').notNull().default(1),
  words: jsonb('words').$type<Partial<Record<LanguageCode, CampaignWords>>>().notNull(),
  page: text('page').notNull(),
  interests: text('interests').array().$type<Interest[]>().notNull().default([]),
  languages: text('languages').array().$type<LanguageCode[]>().notNull(),
  startsAt: moment('starts_at'),
  writtenBy: text('written_by').notNull(),
  createdAt: moment('created_at').notNull(),
  changedAt: moment('changed_at').notNull(),
  approvedBy: text('approved_by'),
  approvedAt: moment('approved_at'),
  finishedAt: moment('finished_at'),
});
export type Campaign = typeof campaigns.$inferSelect;

export const letterStates = ['waiting', 'sent', 'later', 'suppressed', 'left', 'failed'] as const;
export type LetterStatus = (typeof letterStates)[number];

export const campaignLetters = pgTable(
  'campaign_letters',
  {
    campaignId: text('campaign_id').notNull(),
    readerId: text('reader_id').notNull(),
    status: text('status').$type<LetterStatus>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.readerId] })],
);
