import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gte, isNull, ne, or } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { risks, type MergedCompanies, type MergeReason } from './customer-kinds.ts';
import { undoMs } from './customer-rules.ts';
import { findKeys, moveKeys, saveFacts } from './customers-store.server.ts';
import { changeMemberRow, findMemberRows, type MemberRow } from '../companies/companies-store.server.ts';
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
  const keys = (await findKeys(tx, gone.id)).map(({ kind, key }) => ({ kind, key }));
  await moveKeys(tx, keys, gone.id, kept.id);
  const moved = await moveNotes(tx, 'customer', gone.id, kept.id);
  const id = randomUUID();
  const companies = await joinCompanies(tx, now, id, ask);
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

/** The one who stays belongs to one company, or to none; the other row belongs to none any more. Since when they belong to it stays. */
async function joinCompanies(
  tx: Tx,
  now: Instant,
  mergeId: string,
  ask: Parameters<typeof joinCustomers>[2],
): Promise<MergedCompanies | null> {
  const { kept, gone, by, company = 'kept' } = ask;
  const rows = await findMemberRows(tx, { customers: [kept.id, gone.id] });
  const [of, other] = [kept, gone].map(({ id }) => rows.find(({ customerId }) => customerId === id));
  if (!of && !other) return null;
  const ends = { until: new Date(now), endedBy: `merge:${mergeId}` };
  const moves = other !== undefined && (!of || (company === 'gone' && of.companyId !== other.companyId));
  const ended = moves ? of : other;
  if (ended) await changeMemberRow(tx, ended.id, ends);
  if (moves) await changeMemberRow(tx, other.id, { customerId: kept.id });
  await tellCompanies(tx, now, 'merged', rows, { by, kept: kept.id, gone: gone.id });
  return { moved: moves ? other.id : null, ended: ended ? [ended.id] : [] };
}

/**
 * What was moved goes back, and what the merge ended lasts again, as far as nobody decided otherwise: a membership that a colleague
 * ended since stays ended, and one that they began stays. Merges of the same customer may be undone in any order: what cannot last
 * again before a later one is undone is left to that one. False where merges that still stand name several companies.
 */
async function partCompanies(tx: Tx, now: Instant, merge: CustomerMerge, by: string): Promise<boolean> {
  if (!merge.companies) return true;
  const { keptId, goneId } = merge;
  const { moved, ended } = merge.companies;
  const rows = await findMemberRows(tx, { ids: [...(moved === null ? [] : [moved]), ...ended] });
  const open = new Set((await findMemberRows(tx, { customers: [keptId, goneId] })).map((row) => row.customerId));
  const came = rows.find((row) => row.id === moved && row.customerId === keptId);
  // Another merge since may have ended it on the one who stayed: of the one who goes it lasts.
  const later = came && !came.open ? mergeOf(came.endedBy) : null;
  if (came) {
    const lasts = came.open || later !== null;
    await changeMemberRow(tx, came.id, { customerId: goneId, ...(lasts && { until: null, endedBy: null }) });
    if (came.open) open.delete(keptId);
    if (lasts) open.add(goneId);
  }
  for (const row of rows) {
    if (mergeOf(row.endedBy) !== merge.id) continue;
    if (!open.has(row.customerId)) {
      await changeMemberRow(tx, row.id, { until: null, endedBy: null });
      open.add(row.customerId);
    } else if (later !== null && row.customerId === keptId) {
      await changeMemberRow(tx, row.id, { endedBy: `merge:${later}` });
      await leaveTo(tx, later, row.id);
    }
  }
  const taken = came?.open && !open.has(keptId) ? await findLaterMembers(tx, merge) : [];
  const named = new Set(taken.map(({ row }) => row.companyId));
  // Of those who are still one with them, they belong to the same company: its membership stands for both.
  if (named.size === 1) {
    const [{ row, of }] = taken as [LaterMember];
    await changeMemberRow(tx, row.id, { customerId: keptId, until: null, endedBy: null });
    await saveCompanies(tx, of.id, { moved: row.id, ended: of.companies!.ended.filter((id) => id !== row.id) });
  }
  await tellCompanies(tx, now, 'parted', [...rows, ...taken.map(({ row }) => row)], { by, kept: keptId, gone: goneId });
  return named.size < 2;
}

/** The merge that ended a membership; null where a colleague did, or it lasts. */
const mergeOf = (endedBy: string | null) => (endedBy?.startsWith('merge:') ? endedBy.slice('merge:'.length) : null);

const saveCompanies = (tx: Tx, id: string, companies: MergedCompanies) =>
  tx.update(customerMerges).set({ companies }).where(eq(customerMerges.id, id));

/** A membership that lasts again when this merge is undone. */
async function leaveTo(tx: Tx, id: string, member: number): Promise<void> {
  const companies = (await findMerge(tx, id))?.companies;
  if (companies) await saveCompanies(tx, id, { ...companies, ended: [...companies.ended, member] });
}

interface LaterMember {
  readonly row: MemberRow;
  readonly of: CustomerMerge;
}

/** What merges into the same customer that are younger, and stand, ended of those who went into them. */
async function findLaterMembers(tx: Tx, merge: CustomerMerge): Promise<LaterMember[]> {
  const standing = await tx
    .select()
    .from(customerMerges)
    .where(
      and(
        eq(customerMerges.keptId, merge.keptId),
        ne(customerMerges.id, merge.id),
        isNull(customerMerges.undoneAt),
        gte(customerMerges.mergedAt, merge.mergedAt),
      ),
    )
    .orderBy(asc(customerMerges.mergedAt), asc(customerMerges.id));
  const rows = await findMemberRows(tx, { ids: standing.flatMap(({ companies }) => companies?.ended ?? []) });
  return standing.flatMap((of) =>
    rows.filter((row) => row.customerId === of.goneId && mergeOf(row.endedBy) === of.id).map((row) => ({ row, of })),
  );
}

/** Said of each company whose people it was. */
async function tellCompanies(
  tx: Tx,
  now: Instant,
  what: 'merged' | 'parted',
  rows: readonly { readonly companyId: string }[],
  { by, ...detail }: { readonly by: string; readonly kept: string; readonly gone: string },
): Promise<void> {
  const actor = by === 'system' ? by : `staff:${by}`;
  for (const id of new Set(rows.map(({ companyId }) => companyId)))
    await audit(tx, now, { actor, action: `company.${what}`, subject: `companies:${id}`, detail });
}

/**
 * Takes a merge apart again: what moved goes back, and tags that came with the other row. What was decided about blocking
 * them meanwhile was decided about both. Both rows are locked. False where it cannot be told to which company the one who stayed
 * belongs now.
 */
export async function partCustomers(
  tx: Tx,
  now: Instant,
  ask: { readonly merge: CustomerMerge; readonly kept: Customer; readonly gone: Customer; readonly by: string },
): Promise<boolean> {
  const { merge, kept, gone, by } = ask;
  await moveKeys(tx, merge.keys, merge.keptId, merge.goneId);
  await moveNotesBack(tx, 'customer', { notes: merge.notes, files: merge.files, from: merge.keptId, to: merge.goneId });
  const known = await partCompanies(tx, now, merge, by);
  const came = gone.tags.filter((tag) => !merge.tagsBefore.includes(tag));
  await saveFacts(tx, merge.keptId, { tags: kept.tags.filter((tag) => !came.includes(tag)) });
  const { blockedAt, blockedBy, blockedReason } = kept;
  await saveFacts(tx, merge.goneId, { mergedInto: null, blockedAt, blockedBy, blockedReason });
  await tx
    .update(customerMerges)
    .set({ undoneBy: by, undoneAt: new Date(now) })
    .where(eq(customerMerges.id, merge.id));
  return known;
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
