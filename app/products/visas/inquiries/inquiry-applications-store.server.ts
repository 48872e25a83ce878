import { desc, eq } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { evisaGroups } from '../evisa/evisa.tables.ts';
import { inquiryApplications } from './inquiry-applications.tables.ts';

export async function insertInvitation(tx: Tx, row: typeof inquiryApplications.$inferInsert): Promise<void> {
  await tx.insert(inquiryApplications).values(row);
}

/** The inquiry that a group began with; null for the many that began on a page. */
export async function findInquiryOfGroup(db: Db, groupId: string): Promise<string | null> {
  const [row] = await db.select().from(inquiryApplications).where(eq(inquiryApplications.groupId, groupId));
  return row?.inquiryId ?? null;
}

/** What somebody was invited to fill in after an inquiry, the latest first. */
export async function findInvited(db: Db, inquiryId: string) {
  return db
    .select({
      id: evisaGroups.id,
      route: evisaGroups.route,
      country: evisaGroups.country,
      orderId: evisaGroups.orderId,
      expiresAt: evisaGroups.expiresAt,
      invitedAt: inquiryApplications.invitedAt,
      invitedBy: inquiryApplications.invitedBy,
    })
    .from(inquiryApplications)
    .innerJoin(evisaGroups, eq(evisaGroups.id, inquiryApplications.groupId))
    .where(eq(inquiryApplications.inquiryId, inquiryId))
    .orderBy(desc(inquiryApplications.invitedAt));
}
