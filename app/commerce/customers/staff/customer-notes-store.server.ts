import { and, desc, eq, gt } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { RevealField } from '../records/customer-kinds.ts';
import { customerNotes, customerReveals } from '../records/customers.tables.ts';

const where = (id: string) => `customer_notes|words|${id}`;

export interface CustomerNote {
  readonly id: string;
  readonly customerId: string;
  readonly author: string;
  readonly words: string;
  /** Colleagues who were asked to look. */
  readonly told: readonly string[];
  readonly at: Date;
}

export async function insertNote(tx: Tx, crypto: FieldCrypto, note: CustomerNote): Promise<void> {
  await tx.insert(customerNotes).values({ ...note, told: [...note.told], words: crypto.seal(note.words, where(note.id)) });
}

/** Newest first. The caller has judged access. */
export async function listNotes(db: Db, crypto: FieldCrypto, customerId: string): Promise<CustomerNote[]> {
  const rows = await db
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.customerId, customerId))
    .orderBy(desc(customerNotes.at))
    .limit(100);
  return rows.map((row) => ({ ...row, words: crypto.open(row.words, where(row.id)) }));
}

export async function insertReveal(tx: Tx, reveal: typeof customerReveals.$inferInsert): Promise<void> {
  await tx.insert(customerReveals).values(reveal);
}

/** What of a customer is open to a colleague now, and until when. */
export async function openFields(db: Db, customerId: string, staffId: string, now: Instant): Promise<ReadonlyMap<RevealField, Date>> {
  const rows = await db
    .select({ field: customerReveals.field, until: customerReveals.until })
    .from(customerReveals)
    .where(and(eq(customerReveals.customerId, customerId), eq(customerReveals.staffId, staffId), gt(customerReveals.until, new Date(now))));
  const open = new Map<RevealField, Date>();
  for (const { field, until } of rows) if ((open.get(field)?.getTime() ?? 0) < until.getTime()) open.set(field, until);
  return open;
}
