import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { nameCorrections, type NameCorrectionRow } from '../flight.tables.ts';
import type { Named } from './name-correction-rules.ts';

/** A correction with both names in the clear. */
export interface NameCorrection extends Omit<NameCorrectionRow, 'was' | 'wanted'> {
  readonly was: Named;
  readonly wanted: Named;
}

/** A state in which its traveller or the desk still has a step to take, or the airline works. */
const living = ['asked', 'offered', 'writing'] as const;

const placeOf = (part: 'was' | 'wanted', id: string) => `name_corrections|${part}|${id}`;

const opened = (crypto: FieldCrypto, row: NameCorrectionRow): NameCorrection => ({
  ...row,
  was: JSON.parse(crypto.open(row.was, placeOf('was', row.id))) as Named,
  wanted: JSON.parse(crypto.open(row.wanted, placeOf('wanted', row.id))) as Named,
});

/** Every correction of an order, the newest first. For callers who have judged access to the order. */
export async function findCorrections(db: Db, crypto: FieldCrypto, orderId: string): Promise<NameCorrection[]> {
  const rows = await db
    .select()
    .from(nameCorrections)
    .where(eq(nameCorrections.orderId, orderId))
    .orderBy(desc(nameCorrections.askedAt), desc(nameCorrections.id));
  return rows.map((row) => opened(crypto, row));
}

/** One of an order; null when it has none of that name. */
export async function findCorrection(db: Db, crypto: FieldCrypto, orderId: string, id: string): Promise<NameCorrection | null> {
  const [row] = await db
    .select()
    .from(nameCorrections)
    .where(and(eq(nameCorrections.orderId, orderId), eq(nameCorrections.id, id)));
  return row ? opened(crypto, row) : null;
}

/** The caller holds the order's lock, under which every step of its corrections is taken. */
export async function insertCorrection(
  tx: Tx,
  crypto: FieldCrypto,
  { was, wanted, ...row }: Omit<typeof nameCorrections.$inferInsert, 'was' | 'wanted'> & { readonly was: Named; readonly wanted: Named },
): Promise<void> {
  const seal = (part: 'was' | 'wanted', name: Named) => crypto.seal(JSON.stringify(name), placeOf(part, row.id));
  await tx.insert(nameCorrections).values({ ...row, was: seal('was', was), wanted: seal('wanted', wanted) });
}

export async function saveCorrection(
  tx: Tx,
  id: string,
  to: Partial<Omit<NameCorrectionRow, 'id' | 'orderId' | 'was' | 'wanted'>>,
): Promise<void> {
  await tx.update(nameCorrections).set(to).where(eq(nameCorrections.id, id));
}

/** Whether anything of an order's names waits for the desk; what waits for a second person does not. */
export async function waitsForDesk(db: Db, orderId: string): Promise<boolean> {
  const waiting = and(eq(nameCorrections.orderId, orderId), eq(nameCorrections.status, 'asked'), eq(nameCorrections.feeWaits, false));
  return (await db.$count(nameCorrections, waiting)) > 0;
}

/** What of a name before tickets is not known for certain: the airline, or one of several, may have it. */
export const unsureWhys = ['supplier-silent', 'half-told'] as const;

/**
 * Whether a name of an order without tickets is on its way to whoever holds it, or may be with one of them: tickets would be
 * written for one name and checked in under another.
 */
export async function findUntold(db: Db, orderId: string): Promise<'name-told' | 'name-unsure' | null> {
  const rows = await db
    .select({ status: nameCorrections.status, told: nameCorrections.told, why: nameCorrections.why })
    .from(nameCorrections)
    .where(and(eq(nameCorrections.orderId, orderId), inArray(nameCorrections.status, [...living])));
  if (rows.some(({ status }) => status === 'writing')) return 'name-told';
  return rows.some(({ told, why }) => told.length > 0 || unsureWhys.some((one) => one === why)) ? 'name-unsure' : null;
}

/** The name that the ticket of one contract has: where a correction did not come to it, the one before. The newest stands first. */
export function nameOnTicket<Person extends Named>(
  person: Person,
  corrections: readonly NameCorrection[],
  traveller: number,
  contract: number,
): Person {
  let named = person;
  for (const one of corrections) {
    if (one.traveller !== traveller) continue;
    // Before there were tickets everybody was told.
    const everywhere = one.status === 'done' && one.written.length === 0;
    if (one.written.length === 0 && !everywhere) continue;
    if (everywhere || one.written.includes(contract) || one.told.includes(contract)) break;
    named = { ...named, ...one.was };
  }
  return named;
}

export const isLiving = ({ status }: Pick<NameCorrectionRow, 'status'>): boolean => (living as readonly string[]).includes(status);

/** A page of the orders of which a name is to be corrected, to see whether it still can be. */
export async function findOpenNames(db: Db, after: string | null): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select distinct c.order_id as id from name_corrections c
    where c.order_id > ${after ?? ''} and (c.status in ('asked', 'offered')
      or c.status = 'writing' and not exists (select 1 from flight_changes g where g.correction = c.id)) order by c.order_id limit 200`)) as unknown as {
    rows: { id: string }[];
  };
  return rows.map(({ id }) => id);
}

/** Those that are being told to whoever holds an order without tickets since before a moment, which nobody does any more. */
export async function findLost(tx: Tx, orderId: string, before: Date): Promise<string[]> {
  const { rows } = (await tx.execute(sql`
    select c.id from name_corrections c where c.order_id = ${orderId} and c.status = 'writing'
      and coalesce(c.agreed_at, c.asked_at) < ${before.toISOString()}::timestamptz
      and not exists (select 1 from flight_changes g where g.correction = c.id)`)) as unknown as { rows: { id: string }[] };
  return rows.map(({ id }) => id);
}

/** Those of an order that nobody has settled, the oldest first. */
export async function findOpenCorrections(tx: Tx, orderId: string): Promise<Pick<NameCorrectionRow, 'id' | 'status'>[]> {
  return tx
    .select({ id: nameCorrections.id, status: nameCorrections.status })
    .from(nameCorrections)
    .where(and(eq(nameCorrections.orderId, orderId), inArray(nameCorrections.status, ['asked', 'offered'])))
    .orderBy(asc(nameCorrections.askedAt));
}
