import { and, asc, desc, eq, inArray, lt, lte, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { keptCount } from '#app/platform/kept-read.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { pausedTask, type DeliveryState } from './webhook-rules.ts';
import { webhookDeliveries, webhookEndpoints, type WebhookDelivery, type WebhookEndpoint } from './webhooks.tables.ts';

/** A try that nobody ended, because its process died, is made again after so long. */
const leaseMs = 5 * minuteMs;

/** Addresses that hear, then those that ended; the newest first. */
export async function listEndpoints(db: Db, most: number): Promise<WebhookEndpoint[]> {
  return db
    .select()
    .from(webhookEndpoints)
    .orderBy(sql`${webhookEndpoints.status} = 'ended'`, desc(webhookEndpoints.madeAt), webhookEndpoints.id)
    .limit(most);
}

export async function findEndpoint(db: Db, id: string): Promise<WebhookEndpoint | null> {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  return row ?? null;
}

/** False when an address that has not ended is there already. */
export async function insertEndpoint(tx: Tx, endpoint: typeof webhookEndpoints.$inferInsert): Promise<boolean> {
  return (await tx.insert(webhookEndpoints).values(endpoint).onConflictDoNothing().returning({ id: webhookEndpoints.id })).length > 0;
}

/** False when it was changed since it was read. */
export async function changeEndpoint(
  tx: Tx,
  now: Instant,
  { id, version }: Pick<WebhookEndpoint, 'id' | 'version'>,
  change: Partial<Pick<WebhookEndpoint, 'status' | 'failures' | 'secret' | 'lastFour'>>,
): Promise<boolean> {
  const changed = await tx
    .update(webhookEndpoints)
    .set({ ...change, version: version + 1, changedAt: new Date(now) })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.version, version), ne(webhookEndpoints.status, 'ended')))
    .returning({ id: webhookEndpoints.id });
  return changed.length > 0;
}

/** What came of a try, counted at its address; says how many in a row did not arrive by now. */
export async function countTry(tx: Tx, now: Instant, id: string, arrived: boolean): Promise<number> {
  const [row] = await tx
    .update(webhookEndpoints)
    .set(
      arrived
        ? { failures: 0, failingSince: null }
        : {
            failures: sql`${webhookEndpoints.failures} + 1`,
            failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${new Date(now).toISOString()}::timestamptz)`,
          },
    )
    .where(eq(webhookEndpoints.id, id))
    .returning({ failures: webhookEndpoints.failures });
  return row?.failures ?? 0;
}

/** From a failing address nothing is lost: its deliveries wait until an owner lets it go on. */
export async function pauseFailing(tx: Tx, now: Instant, id: string): Promise<boolean> {
  const paused = await tx
    .update(webhookEndpoints)
    .set({ status: 'failing', version: sql`${webhookEndpoints.version} + 1`, changedAt: new Date(now) })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.status, 'active')))
    .returning({ id: webhookEndpoints.id });
  return paused.length > 0;
}

export async function insertDelivery(tx: Tx, delivery: typeof webhookDeliveries.$inferInsert): Promise<string> {
  const [row] = await tx.insert(webhookDeliveries).values(delivery).returning({ id: webhookDeliveries.id });
  return row!.id;
}

/** Of each address that hears, the deliveries whose time has come: the oldest first, and so many of each. */
export async function listDue(db: Db, now: Instant, mostOfEach: number): Promise<string[][]> {
  const due = db
    .select({
      id: webhookDeliveries.id,
      endpointId: webhookDeliveries.endpointId,
      turn: sql<number>`row_number() over (partition by ${webhookDeliveries.endpointId} order by ${webhookDeliveries.nextAt}, ${webhookDeliveries.id})::int`.as(
        'turn',
      ),
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(and(eq(webhookDeliveries.state, 'waiting'), lte(webhookDeliveries.nextAt, new Date(now)), eq(webhookEndpoints.status, 'active')))
    .as('due');
  const rows = await db.select().from(due).where(lte(due.turn, mostOfEach)).orderBy(asc(due.turn));
  const ofEach = new Map<string, string[]>();
  for (const { id, endpointId } of rows) ofEach.set(endpointId, [...(ofEach.get(endpointId) ?? []), id]);
  return [...ofEach.values()];
}

/**
 * Takes one up, so that nobody else tries it meanwhile; null when somebody has, or it does not wait any more. By hand it is
 * sent to an address that is paused as well.
 */
export async function takeDelivery(db: Db, now: Instant, id: string, byHand: boolean): Promise<WebhookDelivery | null> {
  const hears = sql`exists (select 1 from webhook_endpoints e where e.id = ${webhookDeliveries.endpointId} and e.status = 'active')`;
  const [row] = await db
    .update(webhookDeliveries)
    .set({ attempts: sql`${webhookDeliveries.attempts} + 1`, nextAt: new Date(now + leaseMs), triedAt: new Date(now) })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'waiting'),
        lte(webhookDeliveries.nextAt, new Date(now)),
        byHand ? undefined : hears,
      ),
    )
    .returning();
  return row ?? null;
}

export async function endTry(
  tx: Tx,
  { id, attempts }: Pick<WebhookDelivery, 'id' | 'attempts'>,
  change: Pick<WebhookDelivery, 'state' | 'answer'> & { readonly nextAt?: Date },
): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set(change)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.attempts, attempts), eq(webhookDeliveries.state, 'waiting')));
}

/** One that is over is to be sent again, as if it had not been tried; null when it is not over. */
export async function sendAgain(tx: Tx, now: Instant, id: string): Promise<WebhookDelivery | null> {
  const over: DeliveryState[] = ['delivered', 'failed'];
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ state: 'waiting', attempts: 0, nextAt: new Date(now), answer: null })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        inArray(webhookDeliveries.state, over),
        sql`exists (select 1 from webhook_endpoints e where e.id = ${webhookDeliveries.endpointId} and e.status <> 'ended')`,
      ),
    )
    .returning();
  return row ?? null;
}

/** What was given up at an address since it began to fail is tried anew: nothing is lost by its failing. */
export async function tryFailedAnew(tx: Tx, now: Instant, endpointId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'waiting', attempts: 0, nextAt: new Date(now) })
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.state, 'failed'),
        sql`${webhookDeliveries.triedAt} >= (select e.failing_since from webhook_endpoints e where e.id = ${endpointId})`,
      ),
    );
}

/** What waits for an address that ended is told to nobody. */
export async function dropWaiting(tx: Tx, endpointId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'dropped' })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, 'waiting')));
}

const counts = keptCount<number>();

/** Newest first, of one address or of all; how many there are is half a minute old at most. */
export async function listDeliveries(
  db: Db,
  now: Instant,
  { endpoint, size, number }: { readonly endpoint: string | null; readonly size: number; readonly number: number },
): Promise<{ rows: WebhookDelivery[]; matching: number }> {
  const where = endpoint === null ? undefined : eq(webhookDeliveries.endpointId, endpoint);
  const [rows, matching] = await Promise.all([
    db
      .select()
      .from(webhookDeliveries)
      .where(where)
      .orderBy(desc(webhookDeliveries.createdAt), webhookDeliveries.id)
      .limit(size)
      .offset((number - 1) * size),
    counts.read(db, endpoint ?? '', now, async () => db.$count(webhookDeliveries, where)),
  ]);
  return { rows, matching };
}

/** What was given up at an address that fails waits for it to be let go on. */
const isOver = (before: Date) =>
  and(
    ne(webhookDeliveries.state, 'waiting'),
    lt(webhookDeliveries.createdAt, before),
    sql`not (${webhookDeliveries.state} = 'failed' and exists (
      select 1 from webhook_endpoints e where e.id = ${webhookDeliveries.endpointId} and e.status = 'failing'))`,
  );

/** How many deliveries of before are over. */
export async function countOldDeliveries(db: Db, before: Date): Promise<number> {
  return db.$count(webhookDeliveries, isOver(before));
}

/** So many rows at a time: each piece is a statement of its own, and nobody waits for the whole. */
const droppedAtOnce = 1_000;
const mostPieces = 100;

/** Lets go of them, piece by piece; says how many went. What is left over is the next night's. */
export async function dropOldDeliveries(db: Db, before: Date, atOnce = droppedAtOnce): Promise<number> {
  let gone = 0;
  for (let pieces = 0; pieces < mostPieces; pieces += 1) {
    const piece = db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(isOver(before))
      .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
      .limit(atOnce);
    const dropped = await db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, piece)).returning({ id: webhookDeliveries.id });
    gone += dropped.length;
    if (dropped.length < atOnce) break;
  }
  return gone;
}

/** Ends every address that hears or waits, with what waits for it; their names. */
export async function endEveryEndpoint(tx: Tx, now: Date): Promise<{ readonly id: string; readonly name: string }[]> {
  const ended = await tx
    .update(webhookEndpoints)
    .set({ status: 'ended', version: sql`${webhookEndpoints.version} + 1`, changedAt: now })
    .where(ne(webhookEndpoints.status, 'ended'))
    .returning({ id: webhookEndpoints.id, name: webhookEndpoints.name });
  for (const { id } of ended) {
    await dropWaiting(tx, id);
    await closeStaffTask(tx, instant(now.getTime()), { ...pausedTask(id), by: 'system' });
  }
  return ended;
}

/** How many wait at each address. */
export async function countWaiting(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ id: webhookDeliveries.endpointId, waiting: sql<number>`count(*)::int` })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.state, 'waiting'))
    .groupBy(webhookDeliveries.endpointId);
  return new Map(rows.map(({ id, waiting }) => [id, waiting]));
}
