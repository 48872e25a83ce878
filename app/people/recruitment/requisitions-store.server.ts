import { and, asc, count, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { requisitionMachine, type RequisitionActor, type RequisitionEvent } from './requisition-status.ts';
import type { RequisitionsView, RequisitionSort } from './requisitions-view.ts';
import { jobRequisitionEvents, jobRequisitions, type JobRequisition } from './recruitment.tables.ts';

export async function findRequisition(db: Db, id: string): Promise<JobRequisition | null> {
  const [row] = await db.select().from(jobRequisitions).where(eq(jobRequisitions.id, id));
  return row ?? null;
}
// Without a day comes after every day.
const sorts: Readonly<Record<RequisitionSort, SQL>> = {
  changed: sql`${jobRequisitions.changedAt}`,
  neededBy: sql`coalesce(${jobRequisitions.neededBy}::text, '9999')`,
  title: sql`lower(${jobRequisitions.title})`,
};

/** The requisitions that are wanted, in their order, from behind `after`: at most `most`, and the key of the next page. */
export async function listRequisitions(
  db: Db,
  { status, department, find, sort, descending, after }: RequisitionsView,
  most: number,
): Promise<{ readonly rows: JobRequisition[]; readonly next: string | null }> {
  const by = sorts[sort];
  const place = sql`${by}, ${jobRequisitions.id}`;
  // One that is gone meanwhile begins the list anew.
  const behind =
    after !== null && (await findRequisition(db, after))
      ? sql`(${place}) ${sql.raw(descending ? '<' : '>')} (select ${place} from ${jobRequisitions} where ${jobRequisitions.id} = ${after})`
      : undefined;
  const rows = await db
    .select()
    .from(jobRequisitions)
    .where(
      and(
        status === null ? undefined : eq(jobRequisitions.status, status),
        department === null ? undefined : eq(jobRequisitions.department, department),
        find === '' ? undefined : sql`strpos(lower(${jobRequisitions.title}), ${find.toLowerCase()}) > 0`,
        behind,
      ),
    )
    .orderBy(descending ? desc(by) : asc(by), descending ? desc(jobRequisitions.id) : asc(jobRequisitions.id))
    .limit(most + 1);
  const page = rows.slice(0, most);
  return { rows: page, next: rows.length > most ? page.at(-1)!.id : null };
}
/** Those a posting may be written for: approved ones, and the one that it has. */
export function listApproved(db: Db, also: string | null = null): Promise<{ id: string; title: string }[]> {
  const approved = eq(jobRequisitions.status, 'approved');
  return db
    .select({ id: jobRequisitions.id, title: jobRequisitions.title })
    .from(jobRequisitions)
    .where(also === null ? approved : or(approved, eq(jobRequisitions.id, also)))
    .orderBy(asc(jobRequisitions.title), asc(jobRequisitions.id))
    .limit(200);
}

/** How many stand in each state. */
export async function countRequisitions(db: Db): Promise<Partial<Record<JobRequisition['status'], number>>> {
  const rows = await db.select({ status: jobRequisitions.status, all: count() }).from(jobRequisitions).groupBy(jobRequisitions.status);
  return Object.fromEntries(rows.map(({ status, all }) => [status, all]));
}

export function findRequisitionEvents(db: Db, id: string): Promise<(typeof jobRequisitionEvents.$inferSelect)[]> {
  return db
    .select()
    .from(jobRequisitionEvents)
    .where(eq(jobRequisitionEvents.requisitionId, id))
    .orderBy(asc(jobRequisitionEvents.version));
}

export type RequisitionContent = Pick<
  JobRequisition,
  'title' | 'department' | 'place' | 'employment' | 'positions' | 'reason' | 'salaryLeast' | 'salaryMost' | 'neededBy'
> &
  Partial<Pick<JobRequisition, 'leadId'>>;

export async function insertRequisition(
  tx: Tx,
  now: Instant,
  row: RequisitionContent & { readonly id: string; readonly askedBy: string },
): Promise<void> {
  const at = new Date(now);
  await tx.insert(jobRequisitions).values({ ...row, createdAt: at, changedAt: at });
  await tx.insert(jobRequisitionEvents).values({ requisitionId: row.id, version: 1, event: 'written', actor: `staff:${row.askedBy}`, at });
}

export async function moveRequisition(
  tx: Tx,
  now: Instant,
  move: {
    readonly requisition: JobRequisition;
    readonly event: RequisitionEvent;
    readonly by: RequisitionActor;
    readonly staffId: string;
    readonly reason: string | null;
  },
): Promise<Outcome<JobRequisition, MoveRefusal | 'changed-meanwhile'>> {
  const { requisition, event, by, staffId, reason } = move;
  const moved = moveOn(requisitionMachine, requisition.status, event, by);
  if (!moved.ok) return moved;
  const at = new Date(now);
  const version = requisition.version + 1;
  const [row] = await tx
    .update(jobRequisitions)
    .set({ status: moved.to, version, changedAt: at, ...(event === 'approve' && { decidedBy: staffId, decidedAt: at }) })
    .where(and(eq(jobRequisitions.id, requisition.id), eq(jobRequisitions.version, requisition.version)))
    .returning();
  if (!row) return refuse('changed-meanwhile');
  await tx.insert(jobRequisitionEvents).values({ requisitionId: row.id, version, event, actor: `staff:${staffId}`, reason, at });
  return done(row);
}
