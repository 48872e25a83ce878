import { and, count, isNotNull, lt } from 'drizzle-orm';
import { auditEvents } from './audit.tables.ts';
import type { Db } from './database.server.ts';
import type { Platform } from './platform.server.ts';
import { noteRetention } from './retention-store.server.ts';

/** Long enough to look into what somebody did from a strange place, and no longer. */
export const auditAddressDays = 90;

const olderThan = (before: Date) => and(isNotNull(auditEvents.address), lt(auditEvents.at, before.toISOString()));

/** Takes the addresses out of rows of the audit that are older; the rows stay as they were said. */
export async function forgetAuditAddresses({ db, clock }: Pick<Platform, 'db' | 'clock'>, before: Date): Promise<number> {
  const gone = await db.update(auditEvents).set({ address: null }).where(olderThan(before)).returning({ sequence: auditEvents.sequence });
  await noteRetention(db, clock.now(), 'audit-addresses', gone.length);
  return gone.length;
}

/** How many addresses are older. */
export async function countOldAuditAddresses(db: Db, before: Date): Promise<number> {
  const [row] = await db.select({ all: count() }).from(auditEvents).where(olderThan(before));
  return row?.all ?? 0;
}
