import { sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { DeliveryState, EndpointStatus, WebhookEvent } from './webhook-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  events: text('events').$type<WebhookEvent>().array().notNull(),
  secret: text('secret').notNull(),
  lastFour: text('last_four').notNull(),
  status: text('status').$type<EndpointStatus>().notNull(),
  failures: integer('failures').notNull().default(0),
  failingSince: at('failing_since'),
  version: integer('version').notNull().default(1),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: text('id')
    .primaryKey()
    .default(sql`gen_random_uuid()::text`),
  endpointId: text('endpoint_id').notNull(),
  event: text('event').notNull(),
  reference: text('reference').notNull(),
  happenedAt: at('happened_at').notNull(),
  state: text('state').$type<DeliveryState>().notNull().default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  nextAt: at('next_at').notNull(),
  answer: text('answer'),
  triedAt: at('tried_at'),
  createdAt: at('created_at').notNull(),
});
export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;
