import { and, asc, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { evisaApplications, evisaGroups, evisaRefunds, type VisaRoute } from './evisa.tables.ts';

export async function insertRefund(
  tx: Tx,
  refund: {
    applicationId: string;
    cause: 'ended' | 'late';
    stage: string;
    lines: readonly { line: number; amount: number }[];
    at: Date;
  },
): Promise<boolean> {
  const amount = refund.lines.reduce((sum, line) => sum + line.amount, 0);
  const made = await tx
    .insert(evisaRefunds)
    .values({ ...refund, amount, settledAt: amount === 0 ? refund.at : null })
    .onConflictDoNothing()
    .returning({ amount: evisaRefunds.amount });
  return made.length > 0 && amount > 0;
}

export async function findRefunds(db: Db, applicationIds: readonly string[]) {
  if (applicationIds.length === 0) return [];
  return db
    .select()
    .from(evisaRefunds)
    .where(inArray(evisaRefunds.applicationId, [...applicationIds]));
}

/** False when somebody else has settled it meanwhile. */
export async function markSettled(tx: Tx, now: Instant, applicationId: string, cause: 'ended' | 'late'): Promise<boolean> {
  const marked = await tx
    .update(evisaRefunds)
    .set({ settledAt: new Date(now) })
    .where(and(eq(evisaRefunds.applicationId, applicationId), eq(evisaRefunds.cause, cause), isNull(evisaRefunds.settledAt)))
    .returning({ cause: evisaRefunds.cause });
  return marked.length > 0;
}

/** A page of the applications with refunds on record that nobody has settled yet, of one route. */
export async function findOpenRefunds(db: Db, before: Date, route: VisaRoute, after: string | null): Promise<string[]> {
  const rows = await db
    .selectDistinct({ applicationId: evisaRefunds.applicationId })
    .from(evisaRefunds)
    .innerJoin(evisaApplications, eq(evisaApplications.id, evisaRefunds.applicationId))
    .innerJoin(evisaGroups, eq(evisaGroups.id, evisaApplications.groupId))
    .where(
      and(
        isNull(evisaRefunds.settledAt),
        lte(evisaRefunds.at, before),
        eq(evisaGroups.route, route),
        after === null ? undefined : gt(evisaRefunds.applicationId, after),
      ),
    )
    .orderBy(asc(evisaRefunds.applicationId))
    .limit(100);
  return rows.map(({ applicationId }) => applicationId);
}
