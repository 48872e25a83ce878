import { onceForForm } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { longestTicketWords } from './ticket-form.ts';
import type { Ticket } from './tickets.tables.ts';
import { hearCustomer, rateTicket } from './work-ticket.server.ts';

const perTicket: Limit = { name: 'ticket:words', most: 20, perMs: hourMs };

export const visitSaid = ['replied', 'reopened', 'rated'] as const;
export const visitRefusals = ['empty', 'long', 'too-many', 'too-old', 'not-solved'] as const;
type VisitRefusal = (typeof visitRefusals)[number];

export interface VisitAnswer {
  readonly words: string;
  readonly refused: VisitRefusal;
}

/** What the owner of a ticket sent from its page: words, a rating, or the wish to take it up again. */
export async function hearVisit(
  platform: Platform,
  from: { readonly ticket: Ticket; readonly userId: string | null; readonly address: string },
  form: FormData,
): Promise<{ readonly said: (typeof visitSaid)[number] } | VisitAnswer> {
  const { ticket, userId } = from;
  const typed = form.get('words');
  const words = typeof typed === 'string' ? typed.toWellFormed().replace(/\r\n?/g, '\n').trim() : '';
  const kept = (refused: VisitRefusal): VisitAnswer => ({ words: words.slice(0, longestTicketWords + 500), refused });
  const rating = Number(form.get('rating'));
  if (form.has('rating')) {
    if (!Number.isInteger(rating) || rating < 1 || rating > 5) return kept('not-solved');
    const rated = await rateTicket(platform, { ticketId: ticket.id, rating, userId });
    return rated.ok ? { said: 'rated' } : kept('not-solved');
  }
  const reopens = form.get('intent') === 'reopen' && words === '';
  if (!reopens && words === '') return kept('empty');
  if (words.length > longestTicketWords) return kept('long');
  const waits = [
    await takeTry(platform.db, platform.clock, perTicket, ticket.id),
    await takeTry(platform.db, platform.clock, { ...perTicket, name: 'ticket:network', most: 60 }, networkOf(from.address)),
  ];
  if (Math.max(...waits) > 0) return kept('too-many');
  const sent = { actor: `ticket:${ticket.id}`, form, about: 'words' };
  const heard = await onceForForm<Awaited<ReturnType<typeof hearCustomer>>>(platform, sent, (progress) =>
    hearCustomer(platform, { ticketId: ticket.id, event: reopens ? 'reopen' : 'reply', words: words || null, userId }, progress.answer),
  );
  return heard.ok ? { said: reopens ? 'reopened' : 'replied' } : kept('too-old');
}
