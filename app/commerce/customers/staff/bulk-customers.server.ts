import { randomUUID } from 'node:crypto';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findOpenThing, finishLine, insertBulkRun } from '../../orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '../../orders/staff/desk-lists.ts';
import { findCompanyMeant, findMemberships } from '../companies/companies-store.server.ts';
import { groupCustomer, ungroupCustomer } from '../companies/group-customers.server.ts';
import { customerBulkLine } from '../customer-jobs.server.ts';
import { customerTags, type CustomerTag } from '../records/customer-kinds.ts';
import { findCustomer } from '../records/customers-store.server.ts';
import { customerDeeds, type CustomerDeed } from './customer-deeds.ts';
import { findCustomersByIds } from './customer-desk-store.server.ts';
import { describeCustomer } from './work-on-customer.server.ts';

export type CustomerWish =
  | { readonly deed: 'tag' | 'untag'; readonly tag: CustomerTag }
  | { readonly deed: 'group' | 'ungroup'; readonly company: { readonly id: string; readonly name: string } };

/** What the aim of a wish is called in a form and in a run: a tag, or the id of a company. */
export const aimOf = (wish: CustomerWish): string => ('tag' in wish ? wish.tag : wish.company.id);

/** Null as long as the tag is not chosen, or no company is meant: one is named by its id, its number or its whole name. */
export async function readCustomerWish({ db }: Pick<Platform, 'db'>, deed: CustomerDeed, aim: string): Promise<CustomerWish | null> {
  if (deed === 'tag' || deed === 'untag') {
    const tag = customerTags.find((one) => one === aim);
    return tag ? { deed, tag } : null;
  }
  const meant = aim === '' ? null : await findCompanyMeant(db, aim, deed === 'ungroup');
  return meant && { deed, company: { id: meant.id, name: meant.name } };
}

type LockedBecause = `${CustomerDeed}-already` | 'group-elsewhere';

function lockedBecause(
  of: { readonly tags: readonly CustomerTag[]; readonly companyId: string | null },
  wish: CustomerWish,
): LockedBecause | null {
  if ('tag' in wish) return of.tags.includes(wish.tag) === (wish.deed === 'tag') ? `${wish.deed}-already` : null;
  const isIn = of.companyId === wish.company.id;
  if (isIn === (wish.deed === 'group')) return `${wish.deed}-already`;
  return wish.deed === 'group' && of.companyId !== null ? 'group-elsewhere' : null;
}

/** What one press would do to each; nothing is done. Records that are not there or were merged are left out. */
export async function tryCustomers({ db, crypto }: Pick<Platform, 'db' | 'crypto'>, ids: readonly string[], wish: CustomerWish) {
  const found = await findCustomersByIds(db, crypto, ids.slice(0, mostAtOnce));
  const members = await findMemberships(
    db,
    found.map(({ id }) => id),
  );
  return found.map(({ id, name, version, tags }) => {
    const company = members.get(id) ?? null;
    return {
      id,
      name,
      version,
      tags,
      company: company && company.name,
      locked: lockedBecause({ tags, companyId: company?.companyId ?? null }, wish),
    };
  });
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
  const { deed } = ask.wish;
  const aim = aimOf(ask.wish);
  const about: Readonly<Record<string, string>> = 'tag' in ask.wish ? { tag: aim } : { company: aim };
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertBulkRun(
      tx,
      { id: run, action: deed, startedBy: clerk.user.id, startedAt: new Date(now), list: 'customers', detail: about },
      // Who they are is opened where the run is looked at.
      found.map(({ id }) => ({ orderId: null, reference: id, subject: id, detail: { version: String(seen.get(id)) } })),
    );
    for (const position of found.keys()) await platform.jobs.send(tx, customerBulkLine, { runId: run, position });
    await audit(tx, now, {
      actor: `staff:${clerk.user.id}`,
      action: 'customers.bulk',
      subject: `desk_bulk_runs:${run}`,
      detail: { deed, ...about, rows: found.length },
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
  const deed = customerDeeds.find((one) => one === run.action);
  const wish = deed && (await readCustomerWish(platform, deed, run.detail['tag'] ?? run.detail['company'] ?? ''));
  if (!staff) return finish(false, 'permission');
  // Whose company was put away meanwhile.
  if (!wish) return finish(false, 'company-archived');
  const customer = await findCustomer(platform.db, subject);
  if (!customer || customer.mergedInto) return finish(false, 'gone');
  const seen = Number(line.detail['version']);
  const companyId = (await findMemberships(platform.db, [customer.id])).get(customer.id)?.companyId ?? null;
  const locked = lockedBecause({ tags: customer.tags, companyId }, wish);
  const clerk: Clerk = { kind: 'staff', user: { id: run.startedBy }, staff };
  if ('company' in wish) {
    // A job that comes again after its work was done finds it done: belonging there was the wish.
    if (locked) return locked === `${wish.deed}-already` ? finish(true, wish.deed) : finish(false, locked);
    const ask = { customerId: customer.id, companyId: wish.company.id, requestId: `run:${at.runId}` };
    const done = await (wish.deed === 'group' ? groupCustomer : ungroupCustomer)(platform, clerk, ask);
    return done.ok ? finish(true, wish.deed) : finish(false, done.refused);
  }
  // A job that comes again after its work was done finds it done.
  if (locked) return customer.version === seen + 1 ? finish(true, wish.deed) : finish(false, locked);
  const tags = wish.deed === 'tag' ? [...customer.tags, wish.tag] : customer.tags.filter((tag) => tag !== wish.tag);
  const done = await describeCustomer(platform, clerk, { id: customer.id, version: seen, tags, risk: customer.risk });
  return done.ok ? finish(true, wish.deed) : finish(false, done.refused);
}
