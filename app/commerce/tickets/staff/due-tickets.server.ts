import { sql } from 'drizzle-orm';
import { may } from '#app/platform/access.ts';
import type { DueSource, TakeOutcome } from '../../due-work.server.ts';
import { findTicketAsStaff, readOwnContact, ticketEmailIndex } from '../tickets-store.server.ts';
import { changeTicket } from '../work-ticket.server.ts';

/** Tickets whose clock runs. While their page is one that comes soon, nobody is sent to it. */
export const dueTickets: DueSource<'ticket'> = {
  kind: 'ticket',
  see: 'tickets:view',
  work: 'tickets:work',
  from: sql`tickets k`,
  open: sql`k.due_at is not null and exists (select 1 from early_access e where e.feature = 'tickets' and e.is_on)`,
  id: sql`k.reference`,
  reference: sql`k.reference`,
  state: sql`k.status`,
  opened: sql`k.created_at`,
  due: sql`k.due_at`,
  owner: sql`k.assignee_id`,
  amount: sql`null::bigint`,
  currency: sql`null::text`,
  who: {
    account: sql`k.user_id`,
    mail: sql`k.email_index`,
    fingerprint: ticketEmailIndex,
    contact: {
      id: sql`k.id`,
      sealed: sql`k.contact`,
      mailOf: (crypto, id, contact) => readOwnContact(crypto, { id, contact })?.email ?? null,
    },
  },
  takable: sql`true`,
  async take(platform, viewer, { id, from, to }): Promise<TakeOutcome> {
    if (!may(viewer, 'tickets:work')) return 'permission';
    const ticket = await findTicketAsStaff(platform.db, id);
    if (!ticket) return 'not-possible';
    if (ticket.assigneeId === to) return 'done';
    if (ticket.assigneeId !== from) return 'changed-meanwhile';
    const given = await changeTicket(platform, { ticket, staffId: viewer.user.id, change: { note: 'assign', to } });
    return given.ok ? 'done' : given.refused === 'changed-meanwhile' ? 'changed-meanwhile' : 'not-possible';
  },
  gives: (viewer) => may(viewer, 'tickets:work'),
  putsBack: true,
};
