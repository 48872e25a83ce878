import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { BlockReason, CustomerTag, MergedCompanies, MergeReason, RevealField, RevealReason, Risk } from './customer-kinds.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const customers = pgTable('customers', {
  id: text('id').primaryKey(),
  version: integer('version').notNull().default(1),
  /** Of a duplicate: the row that stands for both. */
  mergedInto: text('merged_into'),
  /** Sealed, like the next two. */
  name: text('name').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  nameWords: jsonb('name_words').$type<readonly string[]>().notNull().default([]),
  emailIndex: text('email_index').notNull(),
  phoneIndex: text('phone_index'),
  /** Fingerprint of the name and the birthday of whoever travels first in their newest order. */
  personIndex: text('person_index'),
  /** Fingerprint of what stands behind the sign in their address; '-' where everybody may have one there, null before it was reckoned. */
  domainIndex: text('domain_index'),
  hasAccount: boolean('has_account').notNull(),
  /** ISO 3166 alpha-2, from their address or their telephone. */
  country: text('country'),
  language: text('language'),
  orders: integer('orders').notNull().default(0),
  /** Fils of AED, like the next: invoiced less credited; invoiced and not paid. */
  lifetime: bigint('lifetime', { mode: 'number' }).notNull().default(0),
  balance: bigint('balance', { mode: 'number' }).notNull().default(0),
  firstSeenAt: at('first_seen_at').notNull(),
  lastContactAt: at('last_contact_at').notNull(),
  tags: text('tags').array().$type<CustomerTag[]>().notNull().default([]),
  risk: text('risk').$type<Risk>().notNull().default('none'),
  blockedAt: at('blocked_at'),
  blockedBy: text('blocked_by'),
  blockedReason: text('blocked_reason').$type<BlockReason>(),
});
export type Customer = typeof customers.$inferSelect;

export const customerKeys = pgTable(
  'customer_keys',
  {
    kind: text('kind').$type<'account' | 'mail'>().notNull(),
    key: text('key').notNull(),
    customerId: text('customer_id').notNull(),
    mail: text('mail'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
);
export type CustomerKey = typeof customerKeys.$inferSelect;

export const customerReveals = pgTable('customer_reveals', {
  id: text('id').primaryKey(),
  customerId: text('customer_id').notNull(),
  field: text('field').$type<RevealField>().notNull(),
  staffId: text('staff_id').notNull(),
  reason: text('reason').$type<RevealReason>().notNull(),
  at: at('at').notNull(),
  until: at('until').notNull(),
});

export const customerMerges = pgTable('customer_merges', {
  id: text('id').primaryKey(),
  keptId: text('kept_id').notNull(),
  goneId: text('gone_id').notNull(),
  keys: jsonb('keys').$type<readonly { readonly kind: 'account' | 'mail'; readonly key: string }[]>().notNull(),
  notes: jsonb('notes').$type<readonly string[]>().notNull(),
  files: jsonb('files').$type<readonly string[]>().notNull().default([]),
  tagsBefore: text('tags_before').array().$type<CustomerTag[]>().notNull(),
  /** Which memberships it moved and which it ended; null where neither belonged to a company. */
  companies: jsonb('companies').$type<MergedCompanies>(),
  reason: text('reason').$type<MergeReason>().notNull(),
  mergedBy: text('merged_by').notNull(),
  mergedAt: at('merged_at').notNull(),
  undoUntil: at('undo_until').notNull(),
  undoneBy: text('undone_by'),
  undoneAt: at('undone_at'),
});
export type CustomerMerge = typeof customerMerges.$inferSelect;

export const customerVisits = pgTable('customer_visits', {
  id: text('id').primaryKey(),
  tokenHash: text('token_hash').notNull(),
  customerId: text('customer_id').notNull(),
  userId: text('user_id').notNull(),
  staffId: text('staff_id').notNull(),
  reason: text('reason').$type<RevealReason>().notNull(),
  startedAt: at('started_at').notNull(),
  endsAt: at('ends_at').notNull(),
  endedAt: at('ended_at'),
});

export const customerChanges = pgTable('customer_changes', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  kind: text('kind').$type<'account' | 'order' | 'inquiry' | 'consultation'>().notNull(),
  ref: text('ref').notNull(),
});
