import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { sha256 } from './crypto.server.ts';
import { beforeCommit, sendAhead, type Db, type Tx } from './database.server.ts';
import { guardIsOff } from './failpoint.server.ts';
import { findSender } from './sender.server.ts';
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

/** What a transaction has to say so far; said when it ends. */
const said = new WeakMap<Tx, { now: number; entry: AuditEntry }[]>();

/** Chains that grow side by side: with a single one every sale would wait for every other's commit to reach the disk. */
const chains = 16;

/**
 * Appends to a hash chain inside the caller's transaction, as the last thing it does: the head row is locked, so the
 * chain never forks, and it is the one lock that many need (see `transact` for the order of locks). All that one
 * transaction says stands in one chain, in the order in which it was said.
 */
export async function audit(tx: Tx, now: number, entry: AuditEntry): Promise<void> {
  if (guardIsOff('audit-last')) return void (await append(tx, [{ now, entry }]));
  const before = said.get(tx);
  if (before) return void before.push({ now, entry });
  const entries = [{ now, entry }];
  said.set(tx, entries);
  beforeCommit(tx, async () => void (await append(tx, entries)));
}

/** One statement (`append_audit`), on its way together with the commit. */
function append(tx: Tx, entries: readonly { now: number; entry: AuditEntry }[]): Promise<unknown> {
  const sender = findSender();
  const rows = entries.map(({ now, entry }) => ({
    at: new Date(now).toISOString(),
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    reason: entry.reason ?? null,
    detail: entry.detail ?? {},
    requestId: entry.requestId ?? null,
  }));
  const each = (read: (row: (typeof rows)[number]) => string | null) => sql.param(rows.map(read));
  return sendAhead(
    tx,
    tx.execute(sql`select append_audit(${chainOf(rows[0]!.subject)}, ${each((row) => row.at)}::timestamptz[],
      ${each((row) => row.actor)}::text[], ${each((row) => row.action)}::text[], ${each((row) => row.subject)}::text[],
      ${each((row) => row.reason)}::text[], ${each((row) => JSON.stringify(row.detail))}::text[],
      ${each((row) => row.requestId)}::text[], ${each(canonical)}::text[],
      ${sql.param([...(sender?.roles ?? [])])}::text[], ${sender?.address ?? null}::text)`),
  );
}

const chainOf = (subject: string) => (Number.parseInt(Buffer.from(sha256(subject), 'base64url').toString('hex', 0, 2), 16) % chains) + 1;

/** What was done to one thing, the latest first. */
export async function listAuditOf(db: Db, subject: string, most: number): Promise<(typeof auditEvents.$inferSelect)[]> {
  return db.select().from(auditEvents).where(eq(auditEvents.subject, subject)).orderBy(desc(auditEvents.sequence)).limit(most);
}

/** Acts that leave what they are done to as it was: somebody read it, took a copy or opened a masked field. */
const readings = '[.-](read|revealed|opened|exported|visited|visit-ended)$';

/** The newest act that changed one of these things; one step down the index by subject for each. */
export async function findLastChange(
  db: Db,
  subjects: readonly string[],
): Promise<{ readonly sequence: number; readonly actor: string; readonly at: string } | null> {
  const [row] = await db
    .select({ sequence: auditEvents.sequence, actor: auditEvents.actor, at: auditEvents.at })
    .from(auditEvents)
    .where(and(inArray(auditEvents.subject, [...subjects]), sql`${auditEvents.action} !~ ${readings}`))
    .orderBy(desc(auditEvents.sequence))
    .limit(1);
  return row ?? null;
}

/** How many of these things somebody else changed since a row of the log. */
export async function countChanged(
  db: Db,
  subjects: readonly string[],
  { since, but }: { readonly since: number; readonly but: string },
): Promise<number> {
  if (subjects.length === 0) return 0;
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${auditEvents.subject})::int` })
    .from(auditEvents)
    .where(
      and(
        inArray(auditEvents.subject, [...subjects]),
        sql`${auditEvents.sequence} > ${since}`,
        sql`${auditEvents.actor} <> ${but}`,
        sql`${auditEvents.action} !~ ${readings}`,
      ),
    );
  return row!.count;
}

/** Where the log stands: read before a list, so that what changes meanwhile is told of. */
export async function newestAudit(db: Db): Promise<number> {
  const [row] = await db.select({ sequence: auditEvents.sequence }).from(auditEvents).orderBy(desc(auditEvents.sequence)).limit(1);
  return row?.sequence ?? 0;
}

export interface ChainVerdict {
  readonly rows: number;
  /** Sequence of the first row that does not follow from the one before; one past the last when the head names a row that is gone. */
  readonly brokenAt: number | null;
  /**
   * The newest hash of every chain in use, as `chain:hash` with dots between. Kept elsewhere and given back later, it shows
   * that nothing before it was changed: whoever can write to the database can make chains anew, but not these.
   */
  readonly head: string;
  /** Of heads that were kept: what no row has any more, as `chain:hash`. */
  readonly forgotten: readonly string[];
}

/**
 * Walks every chain to the head that it had in the beginning, past every head in `kept`; `told` hears now and then how many
 * rows that were. What stands behind those heads is left to the next walk: others append meanwhile, and a row that is not
 * yet committed may have a smaller sequence than one that is.
 */
export async function verifyAuditChain(
  db: Db,
  kept: readonly string[] = [],
  told?: (rows: number) => Promise<void>,
): Promise<ChainVerdict> {
  const forgotten = new Set(kept.flatMap((head) => (head === 'start' ? [] : head.split('.'))));
  // Read before the rows: nobody takes away what the heads name.
  const missing = await readHeads(db);
  const ends = new Map<number, string>();
  /** By chain that had no head in the beginning: its first row. */
  const begun = new Map<number, number>();
  const head = () =>
    ends.size === 0
      ? 'start'
      : [...ends]
          .sort(([a], [b]) => a - b)
          .map(([chain, hash]) => `${chain}:${hash}`)
          .join('.');
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
      last = event.sequence;
      if (!missing.has(event.chain)) {
        if (!ends.has(event.chain) && !begun.has(event.chain)) begun.set(event.chain, event.sequence);
        continue;
      }
      const row = {
        at: new Date(event.at).toISOString(),
        actor: event.actor,
        action: event.action,
        subject: event.subject,
        reason: event.reason,
        detail: event.detail,
        requestId: event.requestId,
      };
      const previousHash = ends.get(event.chain) ?? 'start';
      if (event.previousHash !== previousHash || event.hash !== sha256(previousHash + canonical(row)))
        return { rows, brokenAt: event.sequence, head: head(), forgotten: [...forgotten] };
      ends.set(event.chain, event.hash);
      if (missing.get(event.chain) === event.hash) missing.delete(event.chain);
      forgotten.delete(`${event.chain}:${event.hash}`);
      rows += 1;
    }
    await told?.(rows);
  }
  const known = await readHeads(db);
  const headless = [...begun].filter(([chain]) => !known.has(chain)).map(([, sequence]) => sequence);
  const brokenAt = missing.size > 0 ? last + 1 : headless.length > 0 ? Math.min(...headless) : null;
  return { rows, brokenAt, head: head(), forgotten: [...forgotten] };
}

/** The heads of the chains in use. */
async function readHeads(db: Db): Promise<Map<number, string>> {
  const { rows } = (await db.execute(sql`select id, hash from audit_head where hash <> 'start' order by id`)) as unknown as {
    rows: { id: number; hash: string }[];
  };
  return new Map(rows.map(({ id, hash }) => [id, hash]));
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
