import { randomUUID } from 'node:crypto';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { loyaltyRuleMachine, type LoyaltyRuleStatus } from './loyalty-status.ts';

/*
 * What points are earned by and become is written by one colleague and put to work by another: rules and terms alike.
 */

export type RuleRefusal = 'permission' | 'own-rule' | 'changed-meanwhile';

/** One of the two, by its table and its words. */
export interface AgreedKind {
  readonly table: 'loyalty_rules' | 'loyalty_terms';
  readonly task: string;
  readonly drafted: string;
  readonly live: string;
}

/** Writes a draft, or writes one anew; it stands when somebody else puts it to work. `save` returns the id of the draft. */
export async function draftForAnother(
  platform: Platform,
  viewer: Clerk,
  kind: AgreedKind,
  draft: {
    readonly detail: Readonly<Record<string, unknown>>;
    readonly save: (tx: Tx, now: Instant, made: { readonly id: string; readonly madeBy: string }) => Promise<string>;
  },
): Promise<Outcome<null, RuleRefusal>> {
  if (!may(viewer, 'loyalty:work')) return refuse('permission');
  const now = platform.clock.now();
  const actor = `staff:${viewer.user.id}`;
  await transact(platform.db, async (tx) => {
    const subject = `${kind.table}:${await draft.save(tx, now, { id: randomUUID(), madeBy: viewer.user.id })}`;
    await openStaffTask(tx, now, { kind: 'points-approval', subject, textKey: kind.task, detail: {}, askedBy: actor });
    await audit(tx, now, { actor, action: kind.drafted, subject, detail: draft.detail });
  });
  return done(null);
}

interface Draft {
  readonly id: string;
  readonly version: number;
  readonly status: LoyaltyRuleStatus;
  readonly madeBy: string;
}

/** Puts a draft to work, as it was looked at; the one before it is retired by `put`, which returns what the audit keeps. Never by who wrote it. */
export async function putDraftToWork<Row extends Draft>(
  platform: Platform,
  viewer: Clerk,
  kind: AgreedKind,
  seen: { readonly id: string; readonly version: number },
  work: {
    readonly lock: (tx: Tx, id: string) => Promise<Row | null>;
    readonly put: (tx: Tx, now: Instant, row: Row, by: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
  },
): Promise<Outcome<null, RuleRefusal>> {
  if (!may(viewer, 'loyalty:approve')) return refuse('permission');
  const by = viewer.user.id;
  return transact(platform.db, async (tx): Promise<Outcome<null, RuleRefusal>> => {
    const row = await work.lock(tx, seen.id);
    if (!row || row.version !== seen.version || !moveOn(loyaltyRuleMachine, row.status, 'approve', 'staff').ok)
      return refuse('changed-meanwhile');
    if (row.madeBy === by) return refuse('own-rule');
    const now = platform.clock.now();
    const subject = `${kind.table}:${row.id}`;
    const detail = await work.put(tx, now, row, by);
    await closeStaffTask(tx, now, { kind: 'points-approval', subject, by: `staff:${by}` });
    await audit(tx, now, { actor: `staff:${by}`, action: kind.live, subject, ...(detail ? { detail } : {}) });
    return done(null);
  });
}
