import { and, asc, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { minuteMs, type Instant } from '#app/values/dates.ts';
import type { DeliveryState } from './webhook-rules.ts';
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
export async function countTry(tx: Tx, id: string, arrived: boolean): Promise<number> {
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ failures: arrived ? 0 : sql`${webhookEndpoints.failures} + 1` })
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

/** Deliveries to addresses that hear, whose time has come; the oldest first. */
export async function listDue(db: Db, now: Instant, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(and(eq(webhookDeliveries.state, 'waiting'), lte(webhookDeliveries.nextAt, new Date(now)), eq(webhookEndpoints.status, 'active')))
    .orderBy(asc(webhookDeliveries.nextAt), webhookDeliveries.id)
    .limit(most);
  return rows.map(({ id }) => id);
}

/** Takes one up, so that nobody else tries it meanwhile; null when somebody has, or it does not wait any more. */
export async function takeDelivery(db: Db, now: Instant, id: string): Promise<WebhookDelivery | null> {
  const [row] = await db
    .update(webhookDeliveries)
    .set({ attempts: sql`${webhookDeliveries.attempts} + 1`, nextAt: new Date(now + leaseMs), triedAt: new Date(now) })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, 'waiting'), lte(webhookDeliveries.nextAt, new Date(now))))
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

/** What waits for an address that ended is told to nobody. */
export async function dropWaiting(tx: Tx, endpointId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'dropped' })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, 'waiting')));
}

/** Newest first, of one address or of all. */
export async function listDeliveries(
  db: Db,
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
    db.$count(webhookDeliveries, where),
  ]);
  return { rows, matching };
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
