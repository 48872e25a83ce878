import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { ticketRunLines, ticketRuns, tickets, type Ticket, type TicketRun, type TicketRunLine } from './tickets.tables.ts';

/** Tickets by their references, in the order of their references; those that there are not are left out. */
export async function findTicketsByReference(db: Db, references: readonly string[]): Promise<Ticket[]> {
  if (references.length === 0) return [];
  return db
    .select()
    .from(tickets)
    .where(inArray(tickets.reference, [...references]))
    .orderBy(asc(tickets.reference));
}

export async function insertTicketRun(
  tx: Tx,
  run: TicketRun,
  lines: readonly Pick<TicketRunLine, 'ticketId' | 'version'>[],
): Promise<void> {
  await tx.insert(ticketRuns).values(run);
  await tx.insert(ticketRunLines).values(lines.map((line, position) => ({ ...line, runId: run.id, position })));
}

export interface RunReport {
  readonly run: TicketRun;
  readonly lines: readonly (Pick<TicketRunLine, 'position' | 'ok' | 'said'> & { readonly reference: string })[];
}

export async function findTicketRun(db: Db, id: string): Promise<RunReport | null> {
  const [run] = await db.select().from(ticketRuns).where(eq(ticketRuns.id, id));
  if (!run) return null;
  const lines = await db
    .select({ position: ticketRunLines.position, ok: ticketRunLines.ok, said: ticketRunLines.said, reference: tickets.reference })
    .from(ticketRunLines)
    .innerJoin(tickets, eq(tickets.id, ticketRunLines.ticketId))
    .where(eq(ticketRunLines.runId, id))
    .orderBy(asc(ticketRunLines.position));
  return { run, lines };
}

/** A line that nobody has worked on yet, with its run; null when it is done. */
export async function findOpenRunLine(
  db: Db,
  { runId, position }: Pick<TicketRunLine, 'runId' | 'position'>,
): Promise<{ readonly run: TicketRun; readonly line: TicketRunLine } | null> {
  const [row] = await db
    .select({ run: ticketRuns, line: ticketRunLines })
    .from(ticketRunLines)
    .innerJoin(ticketRuns, eq(ticketRuns.id, ticketRunLines.runId))
    .where(and(eq(ticketRunLines.runId, runId), eq(ticketRunLines.position, position), isNull(ticketRunLines.ok)));
  return row ?? null;
}

export async function finishRunLine(
  db: Db,
  now: Instant,
  { runId, position }: Pick<TicketRunLine, 'runId' | 'position'>,
  outcome: { readonly ok: boolean; readonly said: string },
): Promise<void> {
  await db
    .update(ticketRunLines)
    .set({ ...outcome, doneAt: new Date(now) })
    .where(and(eq(ticketRunLines.runId, runId), eq(ticketRunLines.position, position), isNull(ticketRunLines.ok)));
}
