import { asc, desc, eq, sql } from 'drizzle-orm';
import { sha256 } from './crypto.server.ts';
import { beforeCommit, type Db, type Tx } from './database.server.ts';
import { guardIsOff } from './failpoint.server.ts';
import { auditEvents } from './audit.tables.ts';

export interface AuditEntry {
  /** Who: `user:<id>`, `staff:<id>`, `guest`, `system`, `provider`. */
  readonly actor: string;
  /** What, as noun.verb: `order.ticketed`. */
  readonly action: string;
  /** On what, as table:id. Ids only, never personal data. */
  readonly subject: string;
  readonly reason?: string;
  readonly detail?: Record<string, unknown>;
  readonly requestId?: string;
}

/**
 * Appends to the hash chain inside the caller's transaction, as the last thing it does: the head row is locked, so the
 * chain never forks, and it is the one lock that everybody needs (see `transact` for the order of locks).
 */
export async function audit(tx: Tx, now: number, entry: AuditEntry): Promise<void> {
  if (guardIsOff('audit-last')) return append(tx, now, entry);
  beforeCommit(tx, () => append(tx, now, entry));
}

async function append(tx: Tx, now: number, entry: AuditEntry): Promise<void> {
  const head = ((await tx.execute(sql`select hash from audit_head where id = 1 for update`)) as unknown as { rows: { hash: string }[] })
    .rows[0];
  const previousHash = head?.hash ?? 'start';
  const at = new Date(now).toISOString();
  const row = {
    at,
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    reason: entry.reason ?? null,
    detail: entry.detail ?? {},
    requestId: entry.requestId ?? null,
  };
  const hash = sha256(previousHash + canonical(row));
  await tx.insert(auditEvents).values({ ...row, previousHash, hash });
  await tx.execute(sql`update audit_head set hash = ${hash} where id = 1`);
}

/** What was done to one thing, the latest first. */
export async function listAuditOf(db: Db, subject: string, most: number): Promise<(typeof auditEvents.$inferSelect)[]> {
  return db.select().from(auditEvents).where(eq(auditEvents.subject, subject)).orderBy(desc(auditEvents.sequence)).limit(most);
}

export interface ChainVerdict {
  readonly rows: number;
  /** Sequence of the first row that does not follow from the one before; one past the last when the head names a row that is gone. */
  readonly brokenAt: number | null;
  /** Of the newest row: kept elsewhere, it later proves that nothing before it was changed. */
  readonly head: string;
}

/** Walks the whole chain to its head. */
export async function verifyAuditChain(db: Db): Promise<ChainVerdict> {
  // Read before the rows: others may append meanwhile, but nobody takes away what the head names.
  const kept = ((await db.execute(sql`select hash from audit_head where id = 1`)) as unknown as { rows: { hash: string }[] }).rows[0];
  let previousHash = 'start';
  let reached = kept?.hash === previousHash;
  let rows = 0;
  let last = 0;
  for (;;) {
    const batch = await db
      .select()
      .from(auditEvents)
      .where(sql`${auditEvents.sequence} > ${last}`)
      .orderBy(asc(auditEvents.sequence))
      .limit(1000);
    if (batch.length === 0) break;
    for (const event of batch) {
      const row = {
        at: new Date(event.at).toISOString(),
        actor: event.actor,
        action: event.action,
        subject: event.subject,
        reason: event.reason,
        detail: event.detail,
        requestId: event.requestId,
      };
      if (event.previousHash !== previousHash || event.hash !== sha256(previousHash + canonical(row)))
        return { rows, brokenAt: event.sequence, head: previousHash };
      previousHash = event.hash;
      reached ||= kept?.hash === previousHash;
      last = event.sequence;
      rows += 1;
    }
  }
  return { rows, brokenAt: reached ? null : last + 1, head: previousHash };
}

/** One text per value whatever the order of keys: jsonb does not keep it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
