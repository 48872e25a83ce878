import { randomUUID } from 'node:crypto';
import { findComplaints, findFeedbackAsSystem, type OpenFeedback } from '#app/commerce/feedback/feedback-store.server.ts';
import { readDeskCalendar } from '#app/commerce/inquiries/desk-hours.server.ts';
import { findHelpAsked, findInquiryAsSystem, readContact, readMessage } from '#app/commerce/inquiries/inquiries-store.server.ts';
import type { Inquiry } from '#app/commerce/inquiries/inquiries.tables.ts';
import { findByReference } from '#app/commerce/orders/orders-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import { isEarlyOn, listEarlyAccess } from '#app/platform/early-access.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { promisesOf } from './clock-rules.ts';
import type { TicketChannel, TicketPriority, TicketSource } from './ticket-kinds.ts';
import { findTicketOfSource, insertTicket, readOwnContact, type TicketContact } from './tickets-store.server.ts';
import { ticketMail } from './ticket-jobs.server.ts';
import type { Ticket } from './tickets.tables.ts';

/** So many sources are taken up at once by the watch. */
const mostAtOnce = 200;

interface Opening {
  readonly subject: string;
  readonly channel: TicketChannel;
  readonly source: { readonly table: TicketSource; readonly id: string } | null;
  readonly contact: TicketContact | null;
  readonly email: string | null;
  readonly words: string | null;
  readonly language: LanguageCode;
  readonly priority: TicketPriority;
  readonly orderId: string | null;
  readonly userId: string | null;
  readonly assigneeId: string | null;
  readonly actor: string;
  /** When the customer wrote: the promise runs from then. */
  readonly askedAt: Date;
  /** Whether the customer hears that there is a ticket; of a message they have heard before. */
  readonly tells: boolean;
}

/** Opens a ticket inside the caller's transaction; null when its source has one already. */
async function openTicket(tx: Tx, platform: Pick<Platform, 'crypto' | 'clock' | 'jobs'>, opening: Opening): Promise<string | null> {
  const { source, askedAt, tells, ...rest } = opening;
  const now = platform.clock.now();
  const id = randomUUID();
  const reference = newReference();
  const promises = promisesOf(rest.priority, instant(askedAt.getTime()), await readDeskCalendar(tx, 'helpdesk'));
  const made = await insertTicket(tx, platform.crypto, {
    ...rest,
    id,
    reference,
    sourceTable: source?.table ?? null,
    sourceId: source?.id ?? null,
    firstDueAt: new Date(promises.first),
    solveDueAt: new Date(promises.solve),
    createdAt: new Date(now),
  });
  if (!made) return null;
  if (tells && rest.email) await platform.jobs.send(tx, ticketMail, { ticketId: id, version: 1 });
  await audit(tx, now, { actor: rest.actor, action: 'ticket.opened', subject: `tickets:${id}`, detail: { channel: rest.channel } });
  return reference;
}

/** What a customer asks from the account: a ticket with their own words. */
export async function openOwnTicket(
  platform: Platform,
  asked: {
    readonly user: { readonly id: string; readonly email: string; readonly name: string };
    readonly subject: string;
    readonly words: string;
    readonly language: LanguageCode;
    /** Of an order of theirs; anybody else's is left out. */
    readonly order: string | null;
  },
  keep?: Keep<string>,
): Promise<string> {
  const { user } = asked;
  const order = asked.order ? await findByReference(platform.db, asked.order) : null;
  return transact(platform.db, async (tx) => {
    const opened = await openTicket(tx, platform, {
      subject: asked.subject,
      channel: 'account',
      source: null,
      contact: { name: user.name, email: user.email, phone: null },
      email: user.email,
      words: asked.words,
      language: asked.language,
      priority: 'normal',
      orderId: order?.userId === user.id ? order.id : null,
      userId: user.id,
      assigneeId: null,
      actor: `user:${user.id}`,
      askedAt: new Date(platform.clock.now()),
      tells: true,
    });
    await keep?.(tx, opened!);
    return opened!;
  });
}

/** What a colleague writes down for somebody who called, wrote or chatted. It is theirs from then on. */
export async function openTicketByHand(
  platform: Platform,
  taken: Pick<Opening, 'subject' | 'channel' | 'contact' | 'words' | 'language' | 'priority' | 'orderId' | 'userId'> & {
    readonly contact: TicketContact;
    readonly staffId: string;
  },
  keep?: Keep<string>,
): Promise<string> {
  const { staffId, ...rest } = taken;
  return transact(platform.db, async (tx) => {
    const opened = await openTicket(tx, platform, {
      ...rest,
      source: null,
      email: rest.contact.email,
      assigneeId: staffId,
      actor: `staff:${staffId}`,
      askedAt: new Date(platform.clock.now()),
      tells: true,
    });
    await keep?.(tx, opened!);
    return opened!;
  });
}

async function ofInquiry(platform: Platform, inquiry: Inquiry): Promise<Omit<Opening, 'actor' | 'assigneeId'>> {
  const contact = readContact(platform.crypto, inquiry);
  const order = inquiry.orderReference ? await findByReference(platform.db, inquiry.orderReference) : null;
  return {
    subject: inquiry.aboutTitle ?? subjectOf(readMessage(platform.crypto, inquiry)),
    channel: 'contact',
    source: { table: 'inquiries', id: inquiry.id },
    contact: null,
    email: contact.email,
    words: null,
    language: inquiry.language,
    priority: inquiry.kind === 'booking' ? 'high' : 'normal',
    orderId: order?.id ?? null,
    userId: inquiry.userId,
    askedAt: inquiry.createdAt,
    tells: false,
  };
}

async function ofFeedback(platform: Platform, told: OpenFeedback): Promise<Omit<Opening, 'actor' | 'assigneeId'>> {
  const order = told.orderReference ? await findByReference(platform.db, told.orderReference) : null;
  return {
    subject: subjectOf(told.words),
    channel: 'feedback',
    source: { table: 'feedback', id: told.id },
    contact: null,
    email: told.email,
    words: null,
    language: told.language,
    priority: told.kind === 'complaint' ? 'high' : 'normal',
    orderId: order?.id ?? null,
    userId: told.userId,
    askedAt: told.createdAt,
    tells: false,
  };
}

const longestSubject = 90;

/** The first line of what somebody wrote, cut at a word. */
function subjectOf(words: string): string {
  const line = words.trim().split('\n', 1)[0]!.trim();
  if (line.length <= longestSubject) return line || '–';
  const cut = line.slice(0, longestSubject);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 40))} …`;
}

/** The ticket of a message: the one there is, or a new one. */
export async function openTicketOf(
  platform: Platform,
  source: { readonly inquiry: Inquiry } | { readonly feedback: OpenFeedback },
  staffId: string | null,
): Promise<string> {
  const opening = 'inquiry' in source ? await ofInquiry(platform, source.inquiry) : await ofFeedback(platform, source.feedback);
  const actor = staffId ? `staff:${staffId}` : 'system';
  const reference = await transact(platform.db, (tx) => openTicket(tx, platform, { ...opening, assigneeId: staffId, actor }));
  const { table, id } = opening.source!;
  return reference ?? (await findTicketOfSource(platform.db, table, id))!.reference;
}

/** Opens tickets for what waits in the contact form's and the complaints' own lists since the helpdesk is switched on; how many. */
export async function takeUpMessages(platform: Platform): Promise<number> {
  const { db, crypto } = platform;
  const on = (await listEarlyAccess(db)).find(({ feature }) => feature === 'tickets');
  if (!on?.isOn) return 0;
  const since = instant(on.changedAt?.getTime() ?? 0);
  const [inquiries, complaints] = await Promise.all([findHelpAsked(db, since, mostAtOnce), findComplaints(db, crypto, since, mostAtOnce)]);
  const failed =
    (await eachRow(platform, 'inquiry', inquiries, (inquiry) => openTicketOf(platform, { inquiry }, null), stepMs)) +
    (await eachRow(platform, 'feedback', complaints, (feedback) => openTicketOf(platform, { feedback }, null), stepMs));
  mustAllBeTaken(failed);
  return inquiries.length + complaints.length;
}

export const isHelpdeskOn = (platform: Pick<Platform, 'db'>) => isEarlyOn(platform.db, 'tickets');

/** Who is written to, and the words it began with: the ticket's own, or those of its source. */
export async function readOpening(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  ticket: Ticket,
  ownWords: string | null,
): Promise<{ readonly contact: TicketContact; readonly words: string | null; readonly source: string | null }> {
  const own = readOwnContact(crypto, ticket);
  if (ticket.sourceTable === 'inquiries') {
    const inquiry = (await findInquiryAsSystem(db, ticket.sourceId!))!;
    return { contact: own ?? readContact(crypto, inquiry), words: readMessage(crypto, inquiry), source: inquiry.reference };
  }
  if (ticket.sourceTable === 'feedback') {
    const told = (await findFeedbackAsSystem(db, crypto, ticket.sourceId!))!;
    const name = told.email?.split('@')[0] ?? textsFor(ticket.language).of('tickets')('nobody');
    return { contact: own ?? { name, email: told.email || null, phone: null }, words: told.words, source: told.reference };
  }
  return { contact: own!, words: ownWords, source: null };
}
