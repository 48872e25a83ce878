import { randomUUID } from 'node:crypto';
import { may, type Clerk } from '#app/platform/access.ts';
import { endSessions } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import {
  customerTags,
  type BlockReason,
  type CustomerTag,
  type RevealField,
  type RevealReason,
  type Risk,
} from '../records/customer-kinds.ts';
import { revealMs } from '../records/customer-rules.ts';
import { changeCustomer, findCustomer, findKeys } from '../records/customers-store.server.ts';
import type { Customer } from '../records/customers.tables.ts';
import { insertReveal } from './customer-reveals-store.server.ts';

export type CustomerRefusal = 'permission' | 'gone' | 'changed-meanwhile';
type Staff = Clerk;

/** Writes what colleagues call this customer and how careful they are with them, at the version that was looked at. */
export async function describeCustomer(
  platform: Platform,
  viewer: Staff,
  ask: { readonly id: string; readonly version: number; readonly tags: readonly CustomerTag[]; readonly risk: Risk },
): Promise<Outcome<null, CustomerRefusal>> {
  const tags = customerTags.filter((tag) => ask.tags.includes(tag));
  return change(platform, viewer, 'customers:work', ask, { tags, risk: ask.risk }, (before) => ({
    action: 'customer.described',
    detail: { tags, tagsBefore: before.tags, risk: ask.risk, riskBefore: before.risk },
  }));
}

/**
 * Shuts somebody out: their accounts cannot sign in and nothing more is sold to them. Sessions that were opened while this
 * was being written end right after it, so that none stays.
 */
export async function blockCustomer(
  platform: Platform,
  viewer: Staff,
  ask: { readonly id: string; readonly version: number; readonly reason: BlockReason },
): Promise<Outcome<null, CustomerRefusal>> {
  const at = new Date(platform.clock.now());
  const blocked = await change(
    platform,
    viewer,
    'customers:block',
    ask,
    { blockedAt: at, blockedBy: viewer.user.id, blockedReason: ask.reason },
    () => ({ action: 'customer.blocked', reason: ask.reason, detail: {} }),
  );
  if (!blocked.ok) return blocked;
  for (const { kind, key } of await findKeys(platform.db, ask.id)) if (kind === 'account') await endSessions(platform.db, key);
  return blocked;
}

export async function unblockCustomer(
  platform: Platform,
  viewer: Staff,
  ask: { readonly id: string; readonly version: number },
): Promise<Outcome<null, CustomerRefusal>> {
  return change(platform, viewer, 'customers:block', ask, { blockedAt: null, blockedBy: null, blockedReason: null }, (before) => ({
    action: 'customer.unblocked',
    detail: { was: before.blockedReason },
  }));
}

async function change(
  { db, clock }: Platform,
  viewer: Staff,
  permission: 'customers:work' | 'customers:block',
  ask: { readonly id: string; readonly version: number },
  to: Partial<Customer>,
  says: (before: Customer) => { readonly action: string; readonly reason?: string; readonly detail: Record<string, unknown> },
): Promise<Outcome<null, CustomerRefusal>> {
  if (!may(viewer, permission)) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<null, CustomerRefusal>> => {
    const before = await findCustomer(tx, ask.id);
    if (!before || before.mergedInto) return refuse('gone');
    if (!(await changeCustomer(tx, ask.id, ask.version, to))) return refuse('changed-meanwhile');
    await tell(tx, clock.now(), viewer, ask.id, says(before));
    return done(null);
  });
}

/** Opens one masked field for one colleague, for a reason and ten minutes; both are on record. */
export async function revealField(
  { db, clock }: Platform,
  viewer: Staff,
  ask: { readonly id: string; readonly field: RevealField; readonly reason: RevealReason },
): Promise<Outcome<null, CustomerRefusal>> {
  if (!may(viewer, 'customers:reveal')) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<null, CustomerRefusal>> => {
    const now = clock.now();
    const customer = await findCustomer(tx, ask.id);
    if (!customer || customer.mergedInto) return refuse('gone');
    await insertReveal(tx, {
      id: randomUUID(),
      customerId: ask.id,
      field: ask.field,
      staffId: viewer.user.id,
      reason: ask.reason,
      at: new Date(now),
      until: new Date(now + revealMs),
    });
    await tell(tx, now, viewer, ask.id, { action: 'customer.revealed', reason: ask.reason, detail: { field: ask.field } });
    return done(null);
  });
}

export async function tell(
  tx: Tx,
  now: number,
  viewer: Staff,
  customerId: string,
  what: { readonly action: string; readonly reason?: string; readonly detail: Record<string, unknown> },
): Promise<void> {
  await audit(tx, now, { actor: `staff:${viewer.user.id}`, subject: `customers:${customerId}`, ...what });
}
