import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { maskedEmail, maskedPhone } from '../../customers/records/customer-rules.ts';
import { wordsFor } from '../work-many.server.ts';
import { findMacro, listMacros } from '../macros-store.server.ts';
import { readOpening } from '../open-ticket.server.ts';
import { isLiving, ticketMachine } from '../ticket-status.ts';
import {
  findMergedTickets,
  findTicketAsSystem,
  findTicketEvents,
  findTicketTags,
  findTwinTickets,
  readSubject,
} from '../tickets-store.server.ts';
import type { Ticket } from '../tickets.tables.ts';

/**
 * The record of a ticket as a member of staff may see it: who may not answer has no use for the way to somebody, and who may
 * sees it masked, since the house sends what they write.
 */
export async function openTicketRecord(platform: Platform, viewer: Clerk, ticket: Ticket, macroId: string | null) {
  const { db, crypto, clock } = platform;
  const mayWork = may(viewer, 'tickets:work');
  const me = viewer.user.id;
  const [news, twins, merged, into, colleagues, macros, order, macro, known] = await Promise.all([
    findTicketEvents(db, crypto, ticket.id),
    mayWork ? findTwinTickets(db, ticket) : [],
    findMergedTickets(db, ticket.id),
    ticket.mergedInto ? findTicketAsSystem(db, ticket.mergedInto) : null,
    mayWork ? listStaffWith(db, 'tickets:work', { also: [ticket.assigneeId] }) : [],
    mayWork ? listMacros(db) : [],
    ticket.orderId ? findOrderAsSystem(db, ticket.orderId) : null,
    mayWork && macroId ? findMacro(db, macroId) : null,
    mayWork ? findTicketTags(db, clock.now()) : [],
  ]);
  const opening = await readOpening(platform, ticket, news[0]?.words ?? null);
  const staffIds = news.flatMap(({ actor, event, detail }) => [
    ...(actor.startsWith('staff:') ? [actor.slice('staff:'.length)] : []),
    ...((event === 'assign' || event === 'note') && detail ? [detail] : []),
  ]);
  const names = await findStaffNames(db, [...new Set([...staffIds, ...(ticket.assigneeId ? [ticket.assigneeId] : [])])]);
  const { contact } = opening;
  return {
    reference: ticket.reference,
    version: ticket.version,
    status: ticket.status,
    living: isLiving(ticket.status),
    subject: readSubject(crypto, ticket),
    channel: ticket.channel,
    language: ticket.language,
    priority: ticket.priority,
    source: opening.source && { table: ticket.sourceTable!, reference: opening.source },
    contact: {
      name: contact.name,
      email: mayWork && contact.email !== null ? maskedEmail(contact.email) : null,
      phone: mayWork && contact.phone !== null ? maskedPhone(contact.phone) : null,
    },
    opening: { words: opening.words, at: ticket.createdAt.toISOString() },
    order: order && { reference: order.reference, kind: order.kind, status: order.status },
    due: ticket.dueAt && { in: Math.trunc((ticket.dueAt.getTime() - clock.now()) / 60_000), first: ticket.firstAnswerAt === null },
    left: ticket.solveLeft,
    rating: ticket.rating,
    tags: ticket.tags,
    /** To choose from: those of other tickets. */
    otherTags: known.filter((tag) => !ticket.tags.includes(tag)),
    assignee: ticket.assigneeId === null ? null : { id: ticket.assigneeId, name: names.get(ticket.assigneeId) ?? '–' },
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    me,
    mayWork,
    moves: mayWork && !ticket.mergedInto ? movesFrom(ticketMachine, ticket.status, 'staff') : [],
    news: news.slice(1).map(({ version, event, actor, words, detail, at }) => ({
      version,
      event,
      words,
      at: at.toISOString(),
      staff: actor.startsWith('staff:'),
      by: names.get(actor.replace('staff:', '')) ?? null,
      detail: (event === 'assign' || event === 'note') && detail ? (names.get(detail) ?? '–') : detail,
    })),
    into: into && into.reference,
    merged: await Promise.all(
      merged.map(async (one) => {
        const own = (await findTicketEvents(db, crypto, one.id))[0]?.words ?? null;
        return { reference: one.reference, words: (await readOpening(platform, one, own)).words, at: one.createdAt.toISOString() };
      }),
    ),
    twins: twins.map((twin) => ({ reference: twin.reference, subject: readSubject(crypto, twin), status: twin.status })),
    macros: macros.filter(({ isOn }) => isOn).map(({ id, name }) => ({ id, name })),
    macro: macro?.id ?? null,
    typed: macro ? await wordsFor(platform, ticket, macro.words, me) : '',
  };
}

/** How the person of a ticket is reached, in clear: for whoever has said why. */
export async function revealContact(platform: Platform, ticket: Ticket) {
  return (await readOpening(platform, ticket, null)).contact;
}

export type TicketRecord = Awaited<ReturnType<typeof openTicketRecord>>;
