import { newFormKey } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { reopenDays } from './clock-rules.ts';
import { readOpening } from './open-ticket.server.ts';
import { isLiving } from './ticket-status.ts';
import { findTicketAsSystem, findTicketEvents, readSubject } from './tickets-store.server.ts';
import type { Ticket } from './tickets.tables.ts';

/** A ticket as its owner sees it: what was said between them and us, and nothing of what colleagues tell each other. */
export async function openVisit(platform: Platform, ticket: Ticket) {
  const { db, crypto, clock } = platform;
  const [news, into] = await Promise.all([
    findTicketEvents(db, crypto, ticket.id),
    ticket.mergedInto ? findTicketAsSystem(db, ticket.mergedInto) : null,
  ]);
  const opening = await readOpening(platform, ticket, news[0]?.words ?? null);
  const living = isLiving(ticket.status);
  const fresh = (ticket.solvedAt ?? ticket.changedAt).getTime() + reopenDays * dayMs > clock.now();
  return {
    reference: ticket.reference,
    subject: readSubject(crypto, ticket),
    status: ticket.status,
    asked: ticket.createdAt.toISOString(),
    due: ticket.dueAt?.toISOString() ?? null,
    rating: ticket.rating,
    into: into && { id: into.id, reference: into.reference },
    mayWrite: !ticket.mergedInto && (living || fresh),
    mayRate: !ticket.mergedInto && !living,
    key: newFormKey(),
    said: [
      ...(opening.words ? [{ id: 0, ours: false, words: opening.words, at: ticket.createdAt.toISOString() }] : []),
      ...news
        .slice(1)
        .flatMap(({ version, event, words, at }) =>
          words && (event === 'answer' || event === 'solve' || event === 'reply')
            ? [{ id: version, ours: event !== 'reply', words, at: at.toISOString() }]
            : [],
        ),
    ],
  };
}

export type TicketVisit = Awaited<ReturnType<typeof openVisit>>;
