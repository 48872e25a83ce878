import { bigint, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { ProductKind } from '../product-contract.ts';
import type { ProposalState } from './proposal-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const proposals = pgTable('proposals', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  inquiryId: text('inquiry_id').notNull(),
  createdAt: at('created_at').notNull(),
  openedAt: at('opened_at'),
});
export type Proposal = typeof proposals.$inferSelect;

export const proposalVersions = pgTable(
  'proposal_versions',
  {
    proposalId: text('proposal_id').notNull(),
    number: integer('number').notNull(),
    status: text('status').$type<ProposalState>().notNull().default('draft'),
    changes: integer('changes').notNull().default(0),
    content: text('content').notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
    item: text('item'),
    itemKind: text('item_kind').$type<ProductKind>(),
    startsOn: date('starts_on', { mode: 'string' }).$type<CalendarDate>().notNull(),
    endsOn: date('ends_on', { mode: 'string' }).$type<CalendarDate>().notNull(),
    adults: integer('adults').notNull(),
    children: integer('children').notNull(),
    depositPercent: integer('deposit_percent').notNull(),
    balanceDays: integer('balance_days').notNull(),
    freeDays: integer('free_days'),
    expiresAt: at('expires_at').notNull(),
    madeBy: text('made_by').notNull(),
    madeAt: at('made_at').notNull(),
    sentAt: at('sent_at'),
    orderId: text('order_id'),
  },
  (table) => [primaryKey({ columns: [table.proposalId, table.number] })],
);
export type ProposalVersionRow = typeof proposalVersions.$inferSelect;

export const proposalRemarks = pgTable('proposal_remarks', {
  id: text('id').primaryKey(),
  proposalId: text('proposal_id').notNull(),
  number: integer('number').notNull(),
  line: integer('line'),
  actor: text('actor').notNull(),
  words: text('words').notNull(),
  at: at('at').notNull(),
});

export const proposalMails = pgTable('proposal_mails', {
  messageId: text('message_id').primaryKey(),
  proposalId: text('proposal_id').notNull(),
  sentAt: at('sent_at').notNull(),
});
