import { and, asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { ticketMacros, type MacroWords, type TicketMacro } from './tickets.tables.ts';

export async function listMacros(db: Db): Promise<TicketMacro[]> {
  return db.select().from(ticketMacros).orderBy(asc(ticketMacros.name), asc(ticketMacros.id));
}

export async function findMacro(db: Db, id: string): Promise<TicketMacro | null> {
  const [row] = await db.select().from(ticketMacros).where(eq(ticketMacros.id, id));
  return row ?? null;
}

interface MacroText {
  readonly id: string;
  readonly name: string;
  readonly words: MacroWords;
  readonly isOn: boolean;
}

export async function insertMacro(tx: Tx, now: Instant, macro: MacroText & { readonly by: string | null }): Promise<void> {
  const { by, ...rest } = macro;
  await tx.insert(ticketMacros).values({ ...rest, changedBy: by, changedAt: new Date(now) });
}

/** Writes a macro anew, if it is still as it was read; false when somebody was faster. */
export async function saveMacro(
  tx: Tx,
  now: Instant,
  macro: MacroText & { readonly by: string; readonly version: number },
): Promise<boolean> {
  const { id, name, words, isOn, by, version } = macro;
  const saved = await tx
    .update(ticketMacros)
    .set({ name, words, isOn, version: version + 1, changedBy: by, changedAt: new Date(now) })
    .where(and(eq(ticketMacros.id, id), eq(ticketMacros.version, version)))
    .returning({ id: ticketMacros.id });
  return saved.length > 0;
}
