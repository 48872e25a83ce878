import { asc, eq } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { sentMessages } from './messages.tables.ts';

export async function wasSent(db: Db, messageId: string): Promise<boolean> {
  const [row] = await db.select({ id: sentMessages.messageId }).from(sentMessages).where(eq(sentMessages.messageId, messageId));
  return row !== undefined;
}

/** Of two that sent the same mail at once, both were right to: the second writes nothing. */
export async function recordSent(db: Db, sent: typeof sentMessages.$inferInsert): Promise<void> {
  await db.insert(sentMessages).values(sent).onConflictDoNothing();
}

/** The mails that were sent about an order, oldest first. The caller has judged access. */
export async function findSentMessages(db: Db, orderId: string): Promise<(typeof sentMessages.$inferSelect)[]> {
  return db.select().from(sentMessages).where(eq(sentMessages.orderId, orderId)).orderBy(asc(sentMessages.sentAt));
}
