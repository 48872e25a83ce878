import { randomUUID } from 'node:crypto';
import { and, eq, exists, gt, inArray, isNull, lt, ne, not, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { emailIndexOf } from '../orders/orders-store.server.ts';
import type { Taste } from './reader-taste.ts';
import type { ReaderStatus } from './newsletter-status.ts';
import { newsletterEvents, newsletterReaders, type Reader } from './newsletter.tables.ts';

const where = (id: string) => `newsletter_readers|email|${id}`;

export function readerIndexOf(crypto: FieldCrypto, email: string): string {
  return crypto.blindIndex(email, 'newsletter-email');
}

export function emailOf(crypto: FieldCrypto, reader: Reader): string {
  return crypto.open(reader.email, where(reader.id));
}

/** By id; the caller has judged the token. */
export async function findReader(db: Db | Tx, id: string): Promise<Reader | null> {
  const [row] = await db.select().from(newsletterReaders).where(eq(newsletterReaders.id, id));
  return row ?? null;
}

export async function findReaderByIndex(tx: Tx, emailIndex: string): Promise<Reader | null> {
  const [row] = await tx.select().from(newsletterReaders).where(eq(newsletterReaders.emailIndex, emailIndex)).for('update');
  return row ?? null;
}

/** A new reader who has asked; null when another request was first. */
export async function insertReader(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  asked: Taste & { readonly email: string; readonly emailIndex: string },
): Promise<Reader | null> {
  const id = randomUUID();
  const [row] = await tx
    .insert(newsletterReaders)
    .values({
      id,
      email: crypto.seal(asked.email, where(id)),
      emailIndex: asked.emailIndex,
      customerIndex: emailIndexOf(crypto, asked.email),
      status: 'pending',
      language: asked.language,
      interests: [...asked.interests],
      askedAt: new Date(now),
      changedAt: new Date(now),
    })
    .onConflictDoNothing({ target: newsletterReaders.emailIndex })
    .returning();
  if (row) await tell(tx, row, 'asked');
  return row ?? null;
}

/** Changes a reader who is still as they were read, with its line in the record; null when somebody was faster. */
export async function changeReader(
  tx: Tx,
  now: Instant,
  reader: Reader,
  event: 'asked' | 'confirmed' | 'changed' | 'left',
  to: Partial<Taste> & { readonly status?: ReaderStatus; readonly askedAt?: Date },
): Promise<Reader | null> {
  const { interests, ...rest } = to;
  const [row] = await tx
    .update(newsletterReaders)
    .set({ ...rest, ...(interests && { interests: [...interests] }), version: reader.version + 1, changedAt: new Date(now) })
    .where(and(eq(newsletterReaders.id, reader.id), eq(newsletterReaders.version, reader.version)))
    .returning();
  if (row) await tell(tx, row, event);
  return row ?? null;
}

async function tell(tx: Tx, reader: Reader, event: 'asked' | 'confirmed' | 'changed' | 'left'): Promise<void> {
  const { id: readerId, version, language, interests, changedAt: at } = reader;
  await tx.insert(newsletterEvents).values({ readerId, version, event, language, interests, at });
}

/** Never said yes from their mailbox, and not heard of since then; readers who left are kept as what they said. */
const unconfirmedSince = (db: Db | Tx, before: Date) =>
  and(
    ne(newsletterReaders.status, 'reading'),
    lt(newsletterReaders.changedAt, before),
    not(
      exists(
        db
          .select({ one: sql`1` })
          .from(newsletterEvents)
          .where(and(eq(newsletterEvents.readerId, newsletterReaders.id), eq(newsletterEvents.event, 'confirmed'))),
      ),
    ),
  );

/** Forgets addresses that nobody confirmed, with what was asked for in their name; how many. */
export async function forgetUnconfirmed(db: Db, before: Date): Promise<number> {
  const atATime = 500;
  const some = () =>
    transact(db, async (tx) => {
      const rows = await tx
        .select({ id: newsletterReaders.id })
        .from(newsletterReaders)
        .where(unconfirmedSince(tx, before))
        .orderBy(newsletterReaders.id)
        .limit(atATime)
        .for('update');
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await tx.delete(newsletterEvents).where(inArray(newsletterEvents.readerId, ids));
      await tx.delete(newsletterReaders).where(inArray(newsletterReaders.id, ids));
      return ids.length;
    });
  let gone = 0;
  for (let last = atATime; last === atATime; gone += last) last = await some();
  return gone;
}

export async function countUnconfirmed(db: Db, before: Date): Promise<number> {
  return db.$count(newsletterReaders, unconfirmedSince(db, before));
}

/** Readers from before of whom it is not told yet by which fingerprint records of customers know their address, behind one of them. */
export async function findUnmatched(db: Db, after: string | null, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: newsletterReaders.id })
    .from(newsletterReaders)
    .where(
      and(
        isNull(newsletterReaders.customerIndex),
        ne(newsletterReaders.email, ''),
        after === null ? undefined : gt(newsletterReaders.id, after),
      ),
    )
    .orderBy(newsletterReaders.id)
    .limit(most);
  return rows.map(({ id }) => id);
}

/** Tells it of one. */
export async function matchReader(db: Db, crypto: FieldCrypto, id: string): Promise<void> {
  const reader = await findReader(db, id);
  if (!reader || reader.email === '') return;
  await db
    .update(newsletterReaders)
    .set({ customerIndex: emailIndexOf(crypto, emailOf(crypto, reader)) })
    .where(and(eq(newsletterReaders.id, id), ne(newsletterReaders.email, '')));
}
