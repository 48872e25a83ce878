import { transact } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { workLine } from './work-many.server.ts';
import { mailTicket } from './mail-tickets.server.ts';
import { isHelpdeskOn, readOpening, takeUpMessages } from './open-ticket.server.ts';
import { ticketMail, ticketRunLine, ticketsWatch } from './ticket-jobs.server.ts';
import { addTicketWords, findUnread, markWordsKnown } from './ticket-words-store.server.ts';
import { findLateTickets, findTicketEvents, readSubject } from './tickets-store.server.ts';
import { closeSolved } from './work-ticket.server.ts';

const mostAtOnce = 200;

/** Starts the mails and the watch of the helpdesk. */
export async function workOnTickets(platform: Platform): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(ticketMail, ({ ticketId, version }) => mailTicket(platform, ticketId, version));
  await jobs.handle(ticketRunLine, (line) => workLine(platform, line));
  await jobs.handle(ticketsWatch, () => watchTickets(platform));
  await jobs.schedule(ticketsWatch, '* * * * *');
}

/** While the helpdesk is on: takes up messages, says which clocks ran out, and closes what stayed solved. */
export async function watchTickets(platform: Platform): Promise<void> {
  if (!(await isHelpdeskOn(platform))) return;
  const now = platform.clock.now();
  let failed = await eachRow(platform, 'ticket', await findLateTickets(platform.db, now, mostAtOnce), (ticket) =>
    transact(platform.db, (tx) =>
      openStaffTask(tx, now, {
        kind: 'ticket-late',
        subject: `tickets:${ticket.id}`,
        textKey: ticket.firstAnswerAt === null ? 'tasks:ticket-late.first' : 'tasks:ticket-late.solve',
        detail: { reference: ticket.reference },
      }),
    ),
  );
  failed += await closeSolved(platform, mostAtOnce);
  failed += await readWords(platform);
  await takeUpMessages(platform);
  mustAllBeTaken(failed);
}

/** Makes tickets findable by what was written in them before, and in the messages they were opened for; piece by piece. */
async function readWords(platform: Platform): Promise<number> {
  const { db, crypto } = platform;
  return eachRow(
    platform,
    'ticket',
    await findUnread(db, mostAtOnce),
    async (ticket) => {
      const events = await findTicketEvents(db, crypto, ticket.id);
      const { words } = await readOpening(platform, ticket, null);
      await transact(db, async (tx) => {
        await addTicketWords(tx, crypto, ticket.id, [readSubject(crypto, ticket), words, ...events.map((event) => event.words)]);
        await markWordsKnown(tx, [ticket.id]);
      });
    },
    stepMs,
  );
}
