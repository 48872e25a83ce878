import { randomUUID } from 'node:crypto';
import { desc, eq, or } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { risks, type MergedCompanies, type MergeReason } from './customer-kinds.ts';
import { undoMs } from './customer-rules.ts';
import { findKeys, moveKeys, saveFacts } from './customers-store.server.ts';
import { beginMembership, endMembership, findMemberships } from '../companies/companies-store.server.ts';
import { moveNotes, moveNotesBack } from '../../record-notes/record-notes-store.server.ts';
import { customerMerges, type Customer, type CustomerMerge } from './customers.tables.ts';

/**
 * Brings two rows under one: keys, notes and files of `gone` go over to `kept`, and are written down, so that undoing brings back
 * those and nothing else. Orders and accounts stay as they are: they are found by their keys. Both rows are locked.
 */
export async function joinCustomers(
  tx: Tx,
  now: Instant,
  ask: {
    readonly kept: Customer;
    readonly gone: Customer;
    readonly reason: MergeReason;
    readonly by: string;
    /** Whose company it is to be where they belong to two; the one of whoever stays unless it is said. */
    readonly company?: 'kept' | 'gone';
  },
): Promise<string> {
  const { kept, gone, reason, by } = ask;
  const companies = await joinCompanies(tx, now, ask);
  const keys = (await findKeys(tx, gone.id)).map(({ kind, key }) => ({ kind, key }));
  await moveKeys(tx, keys, gone.id, kept.id);
  const moved = await moveNotes(tx, 'customer', gone.id, kept.id);
  const id = randomUUID();
  await tx.insert(customerMerges).values({
    id,
    keptId: kept.id,
    goneId: gone.id,
    keys,
    ...moved,
    tagsBefore: kept.tags,
    companies,
    reason,
    mergedBy: by,
    mergedAt: new Date(now),
    // What the house itself found is no guess, so there is nothing to take back.
    undoUntil: new Date(reason === 'address-proved' ? now : now + undoMs),
  });
  const tags = [...new Set([...kept.tags, ...gone.tags])];
  const risk = risks[Math.max(risks.indexOf(kept.risk), risks.indexOf(gone.risk))] ?? kept.risk;
  await saveFacts(tx, kept.id, { tags, risk, version: kept.version + 1 });
  await saveFacts(tx, gone.id, { mergedInto: kept.id, orders: 0, lifetime: 0, balance: 0, version: gone.version + 1 });
  return id;
}

/** The one who stays belongs to one company, or to none; the other row belongs to none any more. */
async function joinCompanies(tx: Tx, now: Instant, ask: Parameters<typeof joinCustomers>[2]): Promise<MergedCompanies | null> {
  const { kept, gone, by, company = 'kept' } = ask;
  const members = await findMemberships(tx, [kept.id, gone.id]);
  const [of, other] = [members.get(kept.id)?.companyId ?? null, members.get(gone.id)?.companyId ?? null];
  if (of === null && other === null) return null;
  const after = (company === 'gone' ? other : of) ?? of ?? other;
  if (other !== null) await endMembership(tx, now, { companyId: other, customerId: gone.id, by });
  await moveMembership(tx, now, { customerId: kept.id, from: of, to: after, by });
  return { kept: of, gone: other, after };
}

async function moveMembership(
  tx: Tx,
  now: Instant,
  member: { readonly customerId: string; readonly from: string | null; readonly to: string | null; readonly by: string },
): Promise<void> {
  const { customerId, from, to, by } = member;
  if (from === to) return;
  if (from !== null) await endMembership(tx, now, { companyId: from, customerId, by });
  if (to !== null) await beginMembership(tx, now, { companyId: to, customerId, by });
}

/**
 * Takes a merge apart again: what moved goes back, and tags that came with the other row. What was decided about blocking
 * them meanwhile was decided about both; where a colleague changed the company of the one who stayed, that change stays.
 * Both rows are locked.
 */
export async function partCustomers(
  tx: Tx,
  now: Instant,
  ask: { readonly merge: CustomerMerge; readonly kept: Customer; readonly gone: Customer; readonly by: string },
): Promise<void> {
  const { merge, kept, gone, by } = ask;
  await moveKeys(tx, merge.keys, merge.keptId, merge.goneId);
  await moveNotesBack(tx, 'customer', { notes: merge.notes, files: merge.files, from: merge.keptId, to: merge.goneId });
  if (merge.companies) {
    const { kept: was, gone: other, after } = merge.companies;
    const of = (await findMemberships(tx, [merge.keptId])).get(merge.keptId)?.companyId ?? null;
    if (of === after) await moveMembership(tx, now, { customerId: merge.keptId, from: of, to: was, by });
    await moveMembership(tx, now, { customerId: merge.goneId, from: null, to: other, by });
  }
  const came = gone.tags.filter((tag) => !merge.tagsBefore.includes(tag));
  await saveFacts(tx, merge.keptId, { tags: kept.tags.filter((tag) => !came.includes(tag)) });
  const { blockedAt, blockedBy, blockedReason } = kept;
  await saveFacts(tx, merge.goneId, { mergedInto: null, blockedAt, blockedBy, blockedReason });
  await tx
    .update(customerMerges)
    .set({ undoneBy: by, undoneAt: new Date(now) })
    .where(eq(customerMerges.id, merge.id));
}

export async function findMerge(db: Db | Tx, id: string): Promise<CustomerMerge | null> {
  const [row] = await db.select().from(customerMerges).where(eq(customerMerges.id, id));
  return row ?? null;
}

/** Merges that a row kept or went into, newest first. */
export async function listMergesOf(db: Db, customerId: string): Promise<CustomerMerge[]> {
  return db
    .select()
    .from(customerMerges)
    .where(or(eq(customerMerges.keptId, customerId), eq(customerMerges.goneId, customerId)))
    .orderBy(desc(customerMerges.mergedAt))
    .limit(20);
}
