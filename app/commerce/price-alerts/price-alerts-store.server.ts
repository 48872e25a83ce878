import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, gte, inArray, isNotNull, isNull, max, or, sql } from 'drizzle-orm';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { mostAlerts } from './price-alert-rules.ts';
import { flightPriceDays, priceAlerts, type PriceAlert } from './price-alerts.tables.ts';

/** Of an account, or of an address that said yes in its mailbox. */
const watches = and(isNull(priceAlerts.stoppedAt), or(isNotNull(priceAlerts.userId), isNotNull(priceAlerts.confirmedAt)));

/** Whoever watches more waits for whoever watches more as the same person: their alerts are counted, then one is added. */
export async function lockWatcher(tx: Tx, person: string): Promise<void> {
  if (guardIsOff('price-alerts')) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`price-alerts:${person}`}, 0))`);
}

/** Watches a flight or a tour, or changes the amount of one that is watched. False when there are too many. */
export async function setAlert(
  db: Db,
  now: Instant,
  alert: Pick<PriceAlert, 'thing' | 'below'> & { readonly userId: string; readonly language: LanguageCode },
): Promise<boolean> {
  return transact(db, async (tx) => {
    await lockWatcher(tx, alert.userId);
    const watching = await findAlertsOf(tx, alert.userId);
    if (watching.length >= mostAlerts && !watching.some(({ thing }) => thing === alert.thing)) return false;
    const { below, language } = alert;
    await tx
      .insert(priceAlerts)
      .values({ id: randomUUID(), ...alert, createdAt: new Date(now) })
      .onConflictDoUpdate({
        target: [priceAlerts.userId, priceAlerts.thing],
        set: { below, language, told: null, toldOn: null, stoppedAt: null },
      });
    return true;
  });
}

export async function findAlertsOf(db: Db | Tx, userId: string): Promise<PriceAlert[]> {
  return db
    .select()
    .from(priceAlerts)
    .where(and(eq(priceAlerts.userId, userId), isNull(priceAlerts.stoppedAt)));
}

/** How many travellers watch a thing now, and the most that one of them would pay, in minor units of AED. */
export async function summariseWatching(db: Db, thing: string): Promise<{ readonly count: number; readonly highest: number | null }> {
  const [row] = await db
    .select({ count: count(), highest: max(priceAlerts.below) })
    .from(priceAlerts)
    .where(and(eq(priceAlerts.thing, thing), watches));
  return { count: row?.count ?? 0, highest: row?.highest ?? null };
}

export async function findAlert(db: Db, id: string): Promise<PriceAlert | null> {
  const [alert] = await db.select().from(priceAlerts).where(eq(priceAlerts.id, id));
  return alert ?? null;
}

/** Ends an alert; one of an address forgets it. */
export async function stopAlert(
  db: Db,
  now: Instant,
  which: { readonly id: string } | { readonly userId: string; readonly thing: string },
): Promise<void> {
  const named =
    'id' in which ? eq(priceAlerts.id, which.id) : and(eq(priceAlerts.userId, which.userId), eq(priceAlerts.thing, which.thing));
  await db
    .update(priceAlerts)
    .set({ stoppedAt: new Date(now), contact: null, emailIndex: null })
    .where(and(named, isNull(priceAlerts.stoppedAt)));
}

/** Every alert that is not stopped, those of one thing together. */
export async function findWatched(db: Db): Promise<PriceAlert[]> {
  return db.select().from(priceAlerts).where(watches).orderBy(asc(priceAlerts.thing), asc(priceAlerts.id));
}

/** Notes what was mailed, or that the price is above again; false when another run was faster. */
export async function noteTold(tx: Tx, alert: Pick<PriceAlert, 'id' | 'told'>, told: number | null, on: CalendarDate): Promise<boolean> {
  const rows = await tx
    .update(priceAlerts)
    .set({ told, toldOn: on })
    .where(and(eq(priceAlerts.id, alert.id), isNull(priceAlerts.stoppedAt), sql`${priceAlerts.told} is not distinct from ${alert.told}`))
    .returning({ id: priceAlerts.id });
  return rows.length > 0;
}

export async function keepPriceDay(db: Db, thing: string, day: CalendarDate, lowest: number | null): Promise<void> {
  await db
    .insert(flightPriceDays)
    .values({ thing, day, lowest })
    .onConflictDoUpdate({ target: [flightPriceDays.thing, flightPriceDays.day], set: { lowest } });
}

/** What watched things cost from a day on, by thing, the oldest first. */
export async function findPriceDays(
  db: Db,
  things: readonly string[],
  from: CalendarDate,
): Promise<ReadonlyMap<string, readonly { readonly day: string; readonly lowest: number | null }[]>> {
  if (things.length === 0) return new Map();
  const rows = await db
    .select()
    .from(flightPriceDays)
    .where(and(inArray(flightPriceDays.thing, [...things]), gte(flightPriceDays.day, from)))
    .orderBy(asc(flightPriceDays.day));
  return Map.groupBy(rows, (row) => row.thing);
}
