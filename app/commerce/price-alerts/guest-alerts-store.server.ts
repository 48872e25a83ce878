import { randomUUID } from 'node:crypto';
import { and, count, eq, isNotNull, isNull, lt, ne } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { mostAlerts } from './price-alert-rules.ts';
import { lockWatcher } from './price-alerts-store.server.ts';
import { priceAlerts, type PriceAlert } from './price-alerts.tables.ts';

const place = (id: string) => `price_alerts|contact|${id}`;

export const alertEmailIndex = (crypto: FieldCrypto, email: string) => crypto.blindIndex(email, 'price-alert-email');

/** Where a guest is written to; null once they have left. */
export const readGuestAddress = (crypto: FieldCrypto, { id, contact }: PriceAlert) => contact && crypto.open(contact, place(id));

/** Keeps what an address is said to want until its owner says so; asked again for the same thing, the later amount counts. */
export async function keepAsk(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  ask: Pick<PriceAlert, 'thing' | 'below' | 'language'> & { readonly email: string },
): Promise<string> {
  const { email, thing, below, language } = ask;
  const id = randomUUID();
  const createdAt = new Date(now);
  const [row] = await tx
    .insert(priceAlerts)
    .values({ id, contact: crypto.seal(email, place(id)), emailIndex: alertEmailIndex(crypto, email), thing, below, language, createdAt })
    .onConflictDoUpdate({
      target: [priceAlerts.emailIndex, priceAlerts.thing],
      targetWhere: and(isNull(priceAlerts.confirmedAt), isNull(priceAlerts.stoppedAt)),
      set: { below, language, createdAt },
    })
    .returning({ id: priceAlerts.id });
  return row!.id;
}

/** The owner of the address says yes; what they watched the same thing at before is over. Again is as once. */
export async function confirmAsk(tx: Tx, now: Instant, id: string): Promise<'watching' | 'too-many' | 'gone'> {
  const [alert] = await tx.select().from(priceAlerts).where(eq(priceAlerts.id, id)).for('update');
  if (!alert?.emailIndex || alert.stoppedAt) return 'gone';
  if (alert.confirmedAt) return 'watching';
  await lockWatcher(tx, alert.emailIndex);
  const live = and(eq(priceAlerts.emailIndex, alert.emailIndex), isNotNull(priceAlerts.confirmedAt), isNull(priceAlerts.stoppedAt));
  const [others] = await tx
    .select({ count: count() })
    .from(priceAlerts)
    .where(and(live, ne(priceAlerts.thing, alert.thing)));
  if ((others?.count ?? 0) >= mostAlerts) return 'too-many';
  await tx.delete(priceAlerts).where(and(live, eq(priceAlerts.thing, alert.thing)));
  await tx
    .update(priceAlerts)
    .set({ confirmedAt: new Date(now) })
    .where(eq(priceAlerts.id, id));
  return 'watching';
}

/** What nobody said yes to is forgotten. */
export async function deleteUnconfirmed(db: Db, before: Date): Promise<number> {
  return (await db.delete(priceAlerts).where(unconfirmedSince(before)).returning({ id: priceAlerts.id })).length;
}

export async function countUnconfirmed(db: Db, before: Date): Promise<number> {
  return db.$count(priceAlerts, unconfirmedSince(before));
}

const unconfirmedSince = (before: Date) =>
  and(isNotNull(priceAlerts.contact), isNull(priceAlerts.confirmedAt), lt(priceAlerts.createdAt, before));
