import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { HandOver } from '#app/platform/hand-over.ts';
import type { Instant } from '#app/values/dates.ts';
import { moveInquiry } from './inquiries-store.server.ts';
import { inquiries } from './inquiries.tables.ts';
import { openInquiryStates } from './inquiry-status.ts';

const openOf = (userId: string) => and(eq(inquiries.ownerId, userId), inArray(inquiries.status, [...openInquiryStates]));

export async function countInquiriesOf(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(inquiries).where(openOf(userId));
  return row?.all ?? 0;
}

/** Every inquiry that somebody works on goes on with a colleague, or is free; how many that were. */
export async function handOverInquiries(tx: Tx, crypto: FieldCrypto, now: Instant, { from, to, by }: HandOver): Promise<number> {
  const theirs = await tx.select().from(inquiries).where(openOf(from)).orderBy(asc(inquiries.id)).for('update');
  for (const inquiry of theirs) {
    await moveInquiry(tx, crypto, now, { inquiry, event: 'assign', to: inquiry.status, actor: by, detail: to, set: { ownerId: to } });
    await audit(tx, now, { actor: by, action: 'inquiry.assigned', subject: `inquiries:${inquiry.id}`, detail: { from, to } });
  }
  return theirs.length;
}
