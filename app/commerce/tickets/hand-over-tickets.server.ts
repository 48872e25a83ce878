import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { HandOver } from '#app/platform/hand-over.ts';
import type { Instant } from '#app/values/dates.ts';
import { livingTicketStates } from './ticket-status.ts';
import { writeTicketMove } from './tickets-store.server.ts';
import { tickets } from './tickets.tables.ts';

const livingOf = (userId: string) => and(eq(tickets.assigneeId, userId), inArray(tickets.status, [...livingTicketStates]));

export async function countTicketsOf(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(tickets).where(livingOf(userId));
  return row?.all ?? 0;
}

/** Every ticket in which something is left to do goes on with a colleague, or is free; how many that were. */
export async function handOverTickets(tx: Tx, crypto: FieldCrypto, now: Instant, { from, to, by }: HandOver): Promise<number> {
  const theirs = await tx.select().from(tickets).where(livingOf(from)).orderBy(asc(tickets.id)).for('update');
  for (const ticket of theirs) {
    await writeTicketMove(tx, crypto, now, {
      ticket,
      event: 'assign',
      to: ticket.status,
      actor: by,
      detail: to,
      words: null,
      set: { assigneeId: to },
    });
    await audit(tx, now, { actor: by, action: 'ticket.assign', subject: `tickets:${ticket.id}`, detail: { from, to } });
  }
  return theirs.length;
}
