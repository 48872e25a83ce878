import { randomUUID } from 'node:crypto';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findOpenThing, finishLine, insertBulkRun } from '../../orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '../../orders/staff/desk-lists.ts';
import { customerBulkLine } from '../customer-jobs.server.ts';
import { customerTags, type CustomerTag } from '../records/customer-kinds.ts';
import { findCustomer } from '../records/customers-store.server.ts';
import { findCustomersByIds } from './customer-desk-store.server.ts';
import { describeCustomer } from './work-on-customer.server.ts';

/** A tag is put on many, or taken off them. */
export const customerDeeds = ['tag', 'untag'] as const;
export type CustomerDeed = (typeof customerDeeds)[number];

export interface CustomerWish {
  readonly deed: CustomerDeed;
  readonly tag: CustomerTag;
}

/** Null as long as the tag is not chosen. */
export function readCustomerWish(deed: CustomerDeed, aim: string): CustomerWish | null {
  const tag = customerTags.find((one) => one === aim);
  return tag ? { deed, tag } : null;
}

const lockedBecause = (tags: readonly CustomerTag[], { deed, tag }: CustomerWish) =>
  tags.includes(tag) === (deed === 'tag') ? `${deed}-already` : null;

/** What one press would do to each; nothing is done. Records that are not there or were merged are left out. */
export async function tryCustomers({ db, crypto }: Pick<Platform, 'db' | 'crypto'>, ids: readonly string[], wish: CustomerWish) {
  return (await findCustomersByIds(db, crypto, ids.slice(0, mostAtOnce))).map(({ id, name, version, tags }) => ({
    id,
    name,
    version,
    tags,
    locked: lockedBecause(tags, wish),
  }));
}

/** Writes down what is to be done and leaves each to a job of its own, as it was looked at. The id of the run; null when none is left. */
export async function startCustomers(
  platform: Platform,
  clerk: Clerk,
  ask: {
    readonly wish: CustomerWish;
    readonly lines: readonly { readonly id: string; readonly version: number }[];
    readonly requestId: string;
  },
  keep?: Keep<string>,
): Promise<string | null> {
  const seen = new Map(ask.lines.slice(0, mostAtOnce).map(({ id, version }) => [id, version]));
  const found = await findCustomersByIds(platform.db, platform.crypto, [...seen.keys()]);
  if (found.length === 0) return null;
  const run = randomUUID();
  const { deed, tag } = ask.wish;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertBulkRun(
      tx,
      { id: run, action: deed, startedBy: clerk.user.id, startedAt: new Date(now), list: 'customers', detail: { tag } },
      // Who they are is opened where the run is looked at.
      found.map(({ id }) => ({ orderId: null, reference: id, subject: id, detail: { version: String(seen.get(id)) } })),
    );
    for (const position of found.keys()) await platform.jobs.send(tx, customerBulkLine, { runId: run, position });
    await audit(tx, now, {
      actor: `staff:${clerk.user.id}`,
      action: 'customers.bulk',
      subject: `desk_bulk_runs:${run}`,
      detail: { deed, tag, rows: found.length },
      requestId: ask.requestId,
    });
    await keep?.(tx, run);
  });
  return run;
}

/** One customer of a run, judged as if its clerk pressed now; one that has changed since it was looked at is left alone. */
export async function workCustomerLine(platform: Platform, at: { readonly runId: string; readonly position: number }): Promise<void> {
  const open = await findOpenThing(platform.db, at);
  if (!open) return;
  const { run, line, subject } = open;
  const finish = (ok: boolean, said: string) => finishLine(platform.db, platform.clock.now(), at, { ok, said });
  const staff = await findStaffMember(platform.db, run.startedBy);
  const wish = readCustomerWish(
    customerDeeds.find((one) => one === run.action)!,
    run.detail['tag'] ?? '',
  );
  if (!staff || !wish) return finish(false, 'permission');
  const customer = await findCustomer(platform.db, subject);
  if (!customer || customer.mergedInto) return finish(false, 'gone');
  const seen = Number(line.detail['version']);
  const locked = lockedBecause(customer.tags, wish);
  // A job that comes again after its work was done finds it done.
  if (locked) return customer.version === seen + 1 ? finish(true, wish.deed) : finish(false, locked);
  const tags = wish.deed === 'tag' ? [...customer.tags, wish.tag] : customer.tags.filter((tag) => tag !== wish.tag);
  const clerk: Clerk = { kind: 'staff', user: { id: run.startedBy }, staff };
  const done = await describeCustomer(platform, clerk, { id: customer.id, version: seen, tags, risk: customer.risk });
  return done.ok ? finish(true, wish.deed) : finish(false, done.refused);
}
