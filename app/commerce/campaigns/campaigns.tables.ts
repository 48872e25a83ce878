import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { CustomersWanted } from '../customers/records/customer-kinds.ts';
import type { Interest } from '../newsletter/reader-taste.ts';
import type { CampaignStatus, LetterStatus } from './campaign-status.ts';

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
  /** Which customers it is meant for; null: every reader. */
  customers: jsonb('customers').$type<CustomersWanted>(),
  /** The number of readers up to which its writer let it go alone; null where a second person agreed. */
  aloneUpTo: integer('alone_up_to'),
  startsAt: moment('starts_at'),
  writtenBy: text('written_by').notNull(),
  /** Everybody who wrote at it. */
  touchedBy: text('touched_by').array().notNull().default([]),
  createdAt: moment('created_at').notNull(),
  changedAt: moment('changed_at').notNull(),
  approvedBy: text('approved_by'),
  approvedAt: moment('approved_at'),
  /** When a piece of its letters was last begun. */
  pieceAt: moment('piece_at'),
  finishedAt: moment('finished_at'),
});
export type Campaign = typeof campaigns.$inferSelect;

export const campaignLetters = pgTable(
  'campaign_letters',
  {
    campaignId: text('campaign_id').notNull(),
    readerId: text('reader_id').notNull(),
    status: text('status').$type<LetterStatus>().notNull(),
    at: moment('at').notNull(),
    /** Until when it is put off; null where it is not. */
    notBefore: moment('not_before'),
    /** When its reader left the list by the way out of this very letter. */
    leftAt: moment('left_at'),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.readerId] })],
);
