import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ChargeStatus } from './asset-charge-rules.ts';
import type { AssetCondition, AssetKind } from './asset-kinds.ts';
import type { AssetEvent, AssetStatus, PaperStatus, WriteOffStatus } from './asset-status.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const day = (name: string) => date(name, { mode: 'string' }).$type<CalendarDate>();

export const assets = pgTable('assets', {
  id: text('id').primaryKey(),
  tag: text('tag').notNull(),
  kind: text('kind').$type<AssetKind>().notNull(),
  model: text('model').notNull(),
  serial: text('serial'),
  status: text('status').$type<AssetStatus>().notNull(),
  version: integer('version').notNull().default(1),
  holderId: text('holder_id'),
  since: day('since').notNull(),
  dueBackOn: day('due_back_on'),
  place: text('place').notNull(),
  boughtOn: day('bought_on').notNull(),
  cost: bigint('cost', { mode: 'number' }).notNull(),
  residual: bigint('residual', { mode: 'number' }).notNull().default(0),
  lifeMonths: integer('life_months').notNull(),
  warrantyUntil: day('warranty_until'),
  keepsData: boolean('keeps_data').notNull(),
  seenOn: day('seen_on'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type Asset = typeof assets.$inferSelect;

export const assetPapers = pgTable('asset_papers', {
  id: text('id').primaryKey(),
  reference: text('reference').notNull(),
  way: text('way').$type<'out' | 'back'>().notNull(),
  userId: text('user_id').notNull(),
  status: text('status').$type<PaperStatus>().notNull(),
  version: integer('version').notNull().default(1),
  policy: text('policy').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  signature: text('signature'),
  decidedAt: at('decided_at'),
  refusal: text('refusal'),
  file: text('file'),
});
export type AssetPaper = typeof assetPapers.$inferSelect;

export const assetPaperLines = pgTable(
  'asset_paper_lines',
  {
    paperId: text('paper_id').notNull(),
    assetId: text('asset_id').notNull(),
    condition: text('condition').$type<AssetCondition>().notNull(),
    note: text('note').notNull().default(''),
    wiped: boolean('wiped'),
  },
  (table) => [primaryKey({ columns: [table.paperId, table.assetId] })],
);

export type EventDetail = Readonly<Record<string, string | number | boolean>>;

export const assetHistory = pgTable(
  'asset_events',
  {
    assetId: text('asset_id').notNull(),
    version: integer('version').notNull(),
    event: text('event').$type<AssetEvent | 'bought' | 'changed' | 'counted'>().notNull(),
    fromStatus: text('from_status').$type<AssetStatus>(),
    toStatus: text('to_status').$type<AssetStatus>().notNull(),
    actor: text('actor').notNull(),
    holderId: text('holder_id'),
    detail: jsonb('detail').$type<EventDetail>().notNull().default({}),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.version] })],
);

export const assetWriteOffs = pgTable('asset_write_offs', {
  id: text('id').primaryKey(),
  assetId: text('asset_id').notNull(),
  status: text('status').$type<WriteOffStatus>().notNull(),
  value: bigint('value', { mode: 'number' }).notNull(),
  reason: text('reason').notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
});
export type AssetWriteOff = typeof assetWriteOffs.$inferSelect;

export const assetPhotos = pgTable('asset_photos', {
  id: text('id').primaryKey(),
  paperId: text('paper_id').notNull(),
  assetId: text('asset_id').notNull(),
  file: text('file').notNull(),
  type: text('type').$type<'image/jpeg' | 'image/png'>().notNull(),
  bytes: integer('bytes').notNull(),
  at: at('at').notNull(),
});
export type AssetPhoto = typeof assetPhotos.$inferSelect;

export const assetCharges = pgTable('asset_charges', {
  id: text('id').primaryKey(),
  paperId: text('paper_id').notNull(),
  assetId: text('asset_id').notNull(),
  userId: text('user_id').notNull(),
  status: text('status').$type<ChargeStatus>().notNull(),
  version: integer('version').notNull().default(1),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  reason: text('reason').notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  decidedBy: text('decided_by'),
  decidedAt: at('decided_at'),
  waiver: text('waiver'),
  deductedIn: text('deducted_in'),
  deductedBy: text('deducted_by'),
  deductedAt: at('deducted_at'),
});
export type AssetCharge = typeof assetCharges.$inferSelect;

export const assetCounts = pgTable('asset_counts', {
  id: text('id').primaryKey(),
  place: text('place').notNull(),
  status: text('status').$type<'open' | 'closed'>().notNull(),
  begunBy: text('begun_by').notNull(),
  begunAt: at('begun_at').notNull(),
  closedBy: text('closed_by'),
  closedAt: at('closed_at'),
});
export type AssetCount = typeof assetCounts.$inferSelect;

export const assetCountLines = pgTable(
  'asset_count_lines',
  {
    countId: text('count_id').notNull(),
    tag: text('tag').notNull(),
    assetId: text('asset_id'),
    expected: boolean('expected').notNull(),
    foundAt: at('found_at'),
    foundBy: text('found_by'),
  },
  (table) => [primaryKey({ columns: [table.countId, table.tag] })],
);

export const assetReminders = pgTable('asset_reminders', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  sentAt: at('sent_at').notNull(),
});
