import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { audit, verifyAuditChain } from './audit.server.ts';
import { auditChecks, type AuditCheck } from './audit-checks.tables.ts';
import { transact, type Db } from './database.server.ts';
import { jobKind } from './jobs.server.ts';
import type { Platform } from './platform.server.ts';
import { openStaffTask } from './staff-tasks.server.ts';

const auditVerify = jobKind<{ checkId: string }>('audit.verify', 2);
const auditNightly = jobKind<Record<string, never>>('audit.verify-nightly', 2);

/** A walk that says nothing for so long was ended with its process; another may begin. */
const silentMs = 10 * 60_000;
/** How often a walk says how far it is, in rows. */
const sayEvery = 20_000;

/** Asks for a walk over every chain; the one under way is enough for whoever asks meanwhile. */
export async function askForAuditCheck(platform: Pick<Platform, 'db' | 'clock' | 'jobs'>, askedBy: string): Promise<string> {
  const now = platform.clock.now();
  return transact(platform.db, async (tx) => {
    const silent = sql`coalesce(${auditChecks.saidAt}, ${auditChecks.askedAt}) < ${new Date(now - silentMs).toISOString()}::timestamptz`;
    await tx.delete(auditChecks).where(and(isNull(auditChecks.finishedAt), silent));
    const id = randomUUID();
    const inserted = await tx
      .insert(auditChecks)
      .values({ id, askedBy, askedAt: new Date(now) })
      .onConflictDoNothing()
      .returning({ id: auditChecks.id });
    if (inserted.length === 0) return (await running(tx))?.id ?? id;
    if (askedBy !== 'system') await audit(tx, now, { actor: askedBy, action: 'audit.check-asked', subject: `audit_checks:${id}` });
    await platform.jobs.send(tx, auditVerify, { checkId: id });
    return id;
  });
}

/** Walks the chains past the heads that the last whole walk found. A break is a task for whoever reads the audit. */
export async function runAuditCheck(platform: Pick<Platform, 'db' | 'clock'>, checkId: string): Promise<void> {
  const { db, clock } = platform;
  const [check] = await db.select().from(auditChecks).where(eq(auditChecks.id, checkId));
  if (!check || check.finishedAt) return;
  const [before] = await db
    .select({ head: auditChecks.head })
    .from(auditChecks)
    .where(and(isNotNull(auditChecks.head), isNull(auditChecks.brokenAt), eq(auditChecks.forgotten, 0)))
    .orderBy(desc(auditChecks.askedAt))
    .limit(1);
  const { rows: counted } = (await db.execute(sql`select count(*) as all from audit_events`)) as unknown as { rows: { all: number }[] };
  const rowsInAll = Number(counted[0]?.all ?? 0);
  await db
    .update(auditChecks)
    .set({ rowsInAll, saidAt: new Date(clock.now()) })
    .where(eq(auditChecks.id, checkId));
  let told = 0;
  const verdict = await verifyAuditChain(db, before?.head ? [before.head] : [], async (rows) => {
    if (rows - told < sayEvery) return;
    told = rows;
    await db
      .update(auditChecks)
      .set({ rowsChecked: rows, saidAt: new Date(clock.now()) })
      .where(eq(auditChecks.id, checkId));
  });
  const broken = verdict.brokenAt !== null || verdict.forgotten.length > 0;
  await transact(db, async (tx) => {
    const now = clock.now();
    await tx
      .update(auditChecks)
      .set({
        rowsChecked: verdict.rows,
        rowsInAll: Math.max(rowsInAll, verdict.rows),
        finishedAt: new Date(now),
        brokenAt: verdict.brokenAt,
        forgotten: verdict.forgotten.length,
        head: verdict.head,
      })
      .where(eq(auditChecks.id, checkId));
    if (broken)
      await openStaffTask(tx, now, {
        kind: 'audit-broken',
        subject: 'audit_checks:chain',
        textKey: verdict.brokenAt === null ? 'tasks:audit-forgotten' : 'tasks:audit-broken',
        detail: { row: verdict.brokenAt ?? 0, count: verdict.forgotten.length },
      });
  });
}

/** The latest walks, newest first. */
export async function listAuditChecks(db: Db, most: number): Promise<AuditCheck[]> {
  return db.select().from(auditChecks).orderBy(desc(auditChecks.askedAt)).limit(most);
}

async function running(db: Db): Promise<AuditCheck | undefined> {
  const [check] = await db.select().from(auditChecks).where(isNull(auditChecks.finishedAt));
  return check;
}

/** By night at half past two in Dubai, when least is sold. */
export async function workOnAuditChecks(platform: Platform): Promise<void> {
  await platform.jobs.handle(auditVerify, ({ checkId }) => runAuditCheck(platform, checkId));
  await platform.jobs.handle(auditNightly, async () => void (await askForAuditCheck(platform, 'system')));
  await platform.jobs.schedule(auditNightly, '30 22 * * *');
}
