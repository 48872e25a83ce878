import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { findByReference, findReferences } from '#app/commerce/orders/orders-store.server.ts';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { isHelpdeskOn, readOpening } from '../open-ticket.server.ts';
import {
  countMatchingTickets,
  countTickets,
  findTicketTags,
  listTicketsAsStaff,
  ratingSince,
  readSubject,
  type TicketAfter,
} from '../tickets-store.server.ts';
import type { Ticket } from '../tickets.tables.ts';
import { afterOf, readAfter, readTicketView, ticketFilterOf, type TicketView } from './ticket-list.ts';

const pageSize = 50;
const ratingDays = 90;

async function filterOf(platform: Platform, viewer: Clerk, view: TicketView) {
  const reference = parseReference(view.find);
  const order = reference ? await findByReference(platform.db, reference) : null;
  return ticketFilterOf(view, viewer.user.id, order?.id ?? null);
}

async function findTickets(
  platform: Platform,
  viewer: Clerk,
  view: TicketView,
  after: TicketAfter | null,
  size: number,
): Promise<Ticket[]> {
  const { db, crypto, clock } = platform;
  return listTicketsAsStaff(db, crypto, clock.now(), await filterOf(platform, viewer, view), { sort: view.sort, after, size });
}

/** Everything that a list asks for, up to what is done at once, and how many there are. */
export async function findAllMatching(platform: Platform, viewer: Clerk, view: TicketView, most: number) {
  const { db, crypto, clock } = platform;
  const [found, all] = await Promise.all([
    findTickets(platform, viewer, view, null, most),
    countMatchingTickets(db, crypto, clock.now(), await filterOf(platform, viewer, view)),
  ]);
  return { references: found.slice(0, most).map(({ reference }) => reference), all };
}

/** One page of the list with the counts of its tabs. */
export async function openTicketList(platform: Platform, viewer: Clerk, view: TicketView) {
  const { db, clock } = platform;
  const now = clock.now();
  const [found, counts, colleagues, rating, tags] = await Promise.all([
    findTickets(platform, viewer, view, readAfter(view.after), pageSize),
    countTickets(db, now),
    listStaffWith(db, 'tickets:work', { also: [view.owner] }),
    ratingSince(db, addMilliseconds(now, -ratingDays * dayMs)),
    findTicketTags(db, now),
  ]);
  const shown = found.slice(0, pageSize);
  return {
    view,
    works: may(viewer, 'tickets:work'),
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    counts,
    rating,
    // One that is asked for and stands nowhere any more can still be taken off the filters.
    tags: view.tag === null || tags.includes(view.tag) ? tags : [view.tag, ...tags],
    rows: await ticketRows(platform, shown),
    next: found.length > pageSize ? afterOf(view.sort, shown.at(-1)!) : null,
  };
}

const head = ['number', 'state', 'priority', 'channel', 'language', 'order', 'created_utc', 'due_utc', 'assignee', 'rating', 'tags'];

/** The list of tickets as a table: what waits for whom and how it went; no words, no address, no name. Empty while the helpdesk is off. */
export const ticketsExport = {
  action: 'tickets.exported',
  subject: 'tickets:list',
  head,
  told: (query) => ({ searched: readTicketView(query).find !== '' }),
  pages: (platform, viewer, { query }) => ticketPages(platform, viewer, readTicketView(query)),
} as const satisfies ExportWriter;

async function* ticketPages(platform: Platform, viewer: Clerk, view: TicketView) {
  if (!(await isHelpdeskOn(platform))) return;
  const pages = pageThrough<Ticket, TicketAfter>(
    // One more than is asked for says whether there are others.
    async (after, most) => (await findTickets(platform, viewer, view, after, most)).slice(0, most),
    (last) => readAfter(afterOf(view.sort, last)),
  );
  for await (const found of pages)
    yield (await ticketRows(platform, found)).map((row) => [
      row.reference,
      row.status,
      row.priority,
      row.channel,
      row.language,
      row.order ?? '',
      row.created,
      row.due ?? '',
      row.assignee ?? '',
      row.rating === null ? '' : String(row.rating),
      row.tags.join(' '),
    ]);
}

async function ticketRows(platform: Platform, found: readonly Ticket[]) {
  const { db, crypto, clock } = platform;
  const now = clock.now();
  const [names, orders, openings] = await Promise.all([
    findStaffNames(db, [...new Set(found.flatMap(({ assigneeId }) => assigneeId ?? []))]),
    findReferences(db, [...new Set(found.flatMap(({ orderId }) => orderId ?? []))]),
    Promise.all(found.map((ticket) => readOpening(platform, ticket, null))),
  ]);
  return found.map((ticket, index) => ({
    id: ticket.id,
    reference: ticket.reference,
    subject: readSubject(crypto, ticket),
    customer: openings[index]!.contact.name,
    status: ticket.status,
    channel: ticket.channel,
    priority: ticket.priority,
    language: ticket.language,
    order: ticket.orderId && (orders.get(ticket.orderId) ?? null),
    due: ticket.dueAt?.toISOString() ?? null,
    dueIn: ticket.dueAt && Math.trunc((ticket.dueAt.getTime() - now) / 60_000),
    first: ticket.firstAnswerAt === null,
    assignee: ticket.assigneeId && (names.get(ticket.assigneeId) ?? '–'),
    created: ticket.createdAt.toISOString(),
    rating: ticket.rating,
    tags: ticket.tags,
  }));
}

export type TicketRow = Awaited<ReturnType<typeof ticketRows>>[number];
