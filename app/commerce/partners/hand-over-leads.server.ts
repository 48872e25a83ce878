import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { HandOver } from '#app/platform/hand-over.ts';
import type { Instant } from '#app/values/dates.ts';
import { changeLead } from './partners-store.server.ts';
import { partnerLeads } from './partners.tables.ts';

const openOf = (userId: string) => and(eq(partnerLeads.assignedTo, userId), inArray(partnerLeads.status, ['received', 'in_review']));

export async function countLeadsOf(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(partnerLeads).where(openOf(userId));
  return row?.all ?? 0;
}

/** Every application of a partner that is not decided goes on with a colleague, or is free; how many that were. */
export async function handOverLeads(tx: Tx, crypto: FieldCrypto, now: Instant, { from, to, by }: HandOver): Promise<number> {
  const theirs = await tx.select().from(partnerLeads).where(openOf(from)).orderBy(asc(partnerLeads.id)).for('update');
  for (const lead of theirs) {
    await changeLead(tx, crypto, now, lead, { event: 'assign', actor: by, to: { assignedTo: to } });
    await audit(tx, now, { actor: by, action: 'partner.assign', subject: `partner_leads:${lead.id}`, detail: { from, to } });
  }
  return theirs.length;
}
