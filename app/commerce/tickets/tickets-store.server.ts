import { and, arrayContains, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { keptCount, KeptRead } from '#app/platform/kept-read.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { emailKey } from '#app/values/email.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { TicketChannel, TicketPriority, TicketSource } from './ticket-kinds.ts';
import { addTicketWords, saysAll } from './ticket-words-store.server.ts';
import { livingTicketStates, ticketStates, type TicketEvent, type TicketNote, type TicketStatus } from './ticket-status.ts';
import { ticketEvents, ticketMails, tickets, type Ticket } from './tickets.tables.ts';

export interface TicketContact {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

const where = (id: string, field: string) => `tickets|${field}|${id}`;
const wordsOf = (id: string, version: number) => `ticket_events|words-${version}|${id}`;

/** What an e-mail is looked up by. */
export function ticketEmailIndex(crypto: FieldCrypto, email: string): string {
  return crypto.blindIndex(emailKey(email), 'ticket-email');
}

type MadeLater =
  | 'status'
  | 'version'
  | 'firstAnswerAt'
  | 'solveLeft'
  | 'dueAt'
  | 'solvedAt'
  | 'rating'
  | 'ratedAt'
  | 'mergedInto'
  | 'seenVersion'
  | 'emailIndex'
  | 'contact'
  | 'tags'
  | 'wordsKnown'
  | 'changedAt';

export interface NewTicket extends Omit<Ticket, MadeLater> {
  /** Null where the source has them. */
  readonly contact: TicketContact | null;
  readonly email: string | null;
  /** Of a ticket without a source: what it is about. */
  readonly words: string | null;
  readonly actor: string;
}

/** A new ticket with its first event; false when its source has one already. */
export async function insertTicket(tx: Tx, crypto: FieldCrypto, { contact, email, words, actor, ...rest }: NewTicket): Promise<boolean> {
  const made = await tx
    .insert(tickets)
    .values({
      ...rest,
      status: 'new',
      subject: crypto.seal(rest.subject, where(rest.id, 'subject')),
      contact: contact && crypto.seal(JSON.stringify(contact), where(rest.id, 'contact')),
      emailIndex: email && ticketEmailIndex(crypto, email),
      dueAt: rest.firstDueAt,
      // What stands in its source is read a little later.
      wordsKnown: rest.sourceId === null,
      changedAt: rest.createdAt,
    })
    .onConflictDoNothing({ target: [tickets.sourceTable, tickets.sourceId] })
    .returning({ id: tickets.id });
  if (made.length === 0) return false;
  await tx.insert(ticketEvents).values({
    ticketId: rest.id,
    version: 1,
    event: 'opened',
    actor,
    words: words && crypto.seal(words, wordsOf(rest.id, 1)),
    at: rest.createdAt,
  });
  await addTicketWords(tx, crypto, rest.id, [rest.subject, words]);
  return true;
}

export function readSubject(crypto: FieldCrypto, ticket: Pick<Ticket, 'id' | 'subject'>): string {
  return crypto.open(ticket.subject, where(ticket.id, 'subject'));
}

/** The contact a ticket carries itself; null where its source has it. */
export function readOwnContact(crypto: FieldCrypto, ticket: Pick<Ticket, 'id' | 'contact'>): TicketContact | null {
  return ticket.contact === null ? null : (JSON.parse(crypto.open(ticket.contact, where(ticket.id, 'contact'))) as TicketContact);
}

export async function findTicketAsSystem(db: Db, id: string): Promise<Ticket | null> {
  const [row] = await db.select().from(tickets).where(eq(tickets.id, id));
  return row ?? null;
}

/** By reference; the caller has judged access. */
export async function findTicketAsStaff(db: Db, reference: string): Promise<Ticket | null> {
  const [row] = await db.select().from(tickets).where(eq(tickets.reference, reference));
  return row ?? null;
}

/** The ticket with this reference, if it is this person's own. */
export async function findTicketFor(db: Db, userId: string, reference: string): Promise<Ticket | null> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.reference, reference), eq(tickets.userId, userId)));
  return row ?? null;
}

/** What we wrote to somebody that they have not opened yet. A ticket that went into another is read there. */
const unreadBy = (userId: string) =>
  and(
    eq(tickets.userId, userId),
    isNull(tickets.mergedInto),
    inArray(ticketEvents.event, ['answer', 'solve']),
    isNotNull(ticketEvents.words),
    gt(ticketEvents.version, tickets.seenVersion),
  );

/** How much of that there is. None while the helpdesk is switched off: its pages are not there to read it on. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(ticketEvents)
    .innerJoin(tickets, eq(tickets.id, ticketEvents.ticketId))
    .where(and(unreadBy(userId), sql`exists (select 1 from early_access where feature = 'tickets' and is_on)`));
  return row?.unread ?? 0;
}

/** Its owner has read a ticket as far as it was shown; looking again, or at an older page, takes nothing back. */
export async function markSeen(db: Db, ticket: Pick<Ticket, 'id' | 'version' | 'seenVersion'>): Promise<void> {
  if (ticket.seenVersion >= ticket.version) return;
  await db
    .update(tickets)
    .set({ seenVersion: ticket.version })
    .where(and(eq(tickets.id, ticket.id), lt(tickets.seenVersion, ticket.version)));
}

/** This person's tickets with how many unread messages each has: those with some first, then the newest. */
export async function listTicketsFor(
  db: Db,
  userId: string,
  most: number,
): Promise<{ readonly ticket: Ticket; readonly unread: number }[]> {
  const waiting = db
    .select({ ticketId: ticketEvents.ticketId, unread: count().as('unread') })
    .from(ticketEvents)
    .innerJoin(tickets, eq(tickets.id, ticketEvents.ticketId))
    .where(unreadBy(userId))
    .groupBy(ticketEvents.ticketId)
    .as('waiting');
  const rows = await db
    .select({ ticket: tickets, unread: waiting.unread })
    .from(tickets)
    .leftJoin(waiting, eq(waiting.ticketId, tickets.id))
    .where(eq(tickets.userId, userId))
    .orderBy(asc(isNull(waiting.unread)), desc(tickets.createdAt), desc(tickets.id))
    .limit(most);
  return rows.map(({ ticket, unread }) => ({ ticket, unread: unread ?? 0 }));
}

/** The row as it stands, kept from others until the transaction ends. Locked after orders and payments. */
export async function lockTicket(tx: Tx, id: string): Promise<Ticket | null> {
  const [row] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update');
  return row ?? null;
}

export interface TicketFilter {
  readonly status: TicketStatus | 'living' | 'late' | null;
  readonly channel: TicketChannel | null;
  readonly priority: TicketPriority | null;
  readonly language: LanguageCode | null;
  /** A colleague's id, or `nobody`. */
  readonly assignee: string | null;
  readonly tag: string | null;
  readonly reference: string | null;
  /** What stands in its messages: all of these words. */
  readonly words: string | null;
  readonly email: string | null;
  readonly orderId: string | null;
}

export type TicketSort = 'due' | 'newest';

/** Where a page of the list begins: after the row with this time (milliseconds; infinite without a clock) and id. */
export interface TicketAfter {
  readonly at: number;
  readonly id: string;
}

function wantedBy(crypto: FieldCrypto, now: Instant, filter: TicketFilter): SQL[] {
  const wanted: (SQL | undefined)[] = [
    filter.status === 'living'
      ? inArray(tickets.status, [...livingTicketStates])
      : filter.status === 'late'
        ? lt(tickets.dueAt, new Date(now))
        : filter.status
          ? eq(tickets.status, filter.status)
          : undefined,
    filter.channel ? eq(tickets.channel, filter.channel) : undefined,
    filter.priority ? eq(tickets.priority, filter.priority) : undefined,
    filter.language ? eq(tickets.language, filter.language) : undefined,
    filter.assignee === 'nobody' ? isNull(tickets.assigneeId) : filter.assignee ? eq(tickets.assigneeId, filter.assignee) : undefined,
    filter.tag ? arrayContains(tickets.tags, [filter.tag]) : undefined,
    filter.reference ? eq(tickets.reference, filter.reference) : undefined,
    filter.words === null ? undefined : (saysAll(crypto, filter.words) ?? sql`false`),
    filter.orderId ? eq(tickets.orderId, filter.orderId) : undefined,
    filter.email ? eq(tickets.emailIndex, ticketEmailIndex(crypto, filter.email)) : undefined,
  ];
  return wanted.filter((one) => one !== undefined);
}

/** One page of the list, read on from a row; one more than `size` when there are more. The caller has judged access. */
export async function listTicketsAsStaff(
  db: Db,
  crypto: FieldCrypto,
  now: Instant,
  filter: TicketFilter,
  page: { readonly sort: TicketSort; readonly after: TicketAfter | null; readonly size: number },
): Promise<Ticket[]> {
  const wanted = wantedBy(crypto, now, filter);
  const { after, sort } = page;
  const at = after && Number.isFinite(after.at) ? new Date(after.at) : null;
  if (after)
    wanted.push(
      sort === 'newest'
        ? // Said by the first column alone too, the index begins there.
          and(lte(tickets.createdAt, at!), or(lt(tickets.createdAt, at!), gt(tickets.id, after.id)))!
        : at
          ? or(gt(tickets.dueAt, at), and(eq(tickets.dueAt, at), gt(tickets.id, after.id)), isNull(tickets.dueAt))!
          : and(isNull(tickets.dueAt), gt(tickets.id, after.id))!,
    );
  const order = sort === 'newest' ? [desc(tickets.createdAt), asc(tickets.id)] : [sql`${tickets.dueAt} asc nulls last`, asc(tickets.id)];
  return db
    .select()
    .from(tickets)
    .where(and(...wanted))
    .orderBy(...order)
    .limit(page.size + 1);
}

/** How many there are in such a list. */
export async function countMatchingTickets(db: Db, crypto: FieldCrypto, now: Instant, filter: TicketFilter): Promise<number> {
  const [row] = await db
    .select({ all: count() })
    .from(tickets)
    .where(and(...wantedBy(crypto, now, filter)));
  return row?.all ?? 0;
}

const usedTags = new KeptRead<readonly string[]>(30_000);

/** After tags were changed here, so that whoever did it finds them. */
export const forgetTags = (db: Db) => usedTags.forget(db);

const mostTagsOffered = 100;

/** The tags that stand on tickets, the most used first; up to half a minute old. */
export function findTicketTags(db: Db, now: Instant): Promise<readonly string[]> {
  return usedTags.read(db, 'used', now, async () => {
    const tag = sql<string>`unnest(${tickets.tags})`.as('tag');
    const rows = await db
      .select({ tag, all: count() })
      .from(tickets)
      .where(sql`${tickets.tags} <> '{}'`)
      .groupBy(sql`tag`)
      .orderBy(desc(count()), sql`tag`)
      .limit(mostTagsOffered);
    return rows.map((row) => row.tag);
  });
}

export interface TicketCounts {
  readonly byStatus: Readonly<Record<TicketStatus, number>>;
  readonly late: number;
}

/** Closed tickets are most of all there are. */
const closed = keptCount<number>();

/** After a ticket was closed here, or a closed one taken up again, so that whoever did it sees it counted. */
export const forgetClosed = (db: Db) => closed.forget(db);

/** How many stand in each state, and how many are past their clock. What is closed may be half a minute old. */
export async function countTickets(db: Db, now: Instant): Promise<TicketCounts> {
  const open = ticketStates.filter((state) => state !== 'closed');
  const [rows, [late], over] = await Promise.all([
    db.select({ status: tickets.status, all: count() }).from(tickets).where(inArray(tickets.status, open)).groupBy(tickets.status),
    db
      .select({ all: count() })
      .from(tickets)
      .where(lt(tickets.dueAt, new Date(now))),
    closed.read(db, 'closed', now, async () => {
      const [row] = await db.select({ all: count() }).from(tickets).where(eq(tickets.status, 'closed'));
      return row!.all;
    }),
  ]);
  const none = Object.fromEntries(ticketStates.map((state) => [state, 0])) as Record<TicketStatus, number>;
  return { byStatus: { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.all])), closed: over }, late: late!.all };
}

/** Mean of what was rated since a moment, in hundredths of a point, and how many rated; null when nobody did. */
export async function ratingSince(db: Db, since: Instant): Promise<{ readonly mean: number; readonly count: number } | null> {
  const [row] = await db
    .select({ mean: sql<string | null>`round(avg(${tickets.rating}) * 100)`, all: count() })
    .from(tickets)
    .where(gte(tickets.ratedAt, new Date(since)));
  return row && row.mean !== null ? { mean: Number(row.mean), count: row.all } : null;
}

export interface TicketNews {
  readonly version: number;
  readonly event: TicketEvent | TicketNote;
  readonly actor: string;
  readonly words: string | null;
  readonly detail: string | null;
  readonly at: Date;
}

/** What happened to a ticket, oldest first. */
export async function findTicketEvents(db: Db, crypto: FieldCrypto, ticketId: string): Promise<TicketNews[]> {
  const rows = await db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId)).orderBy(asc(ticketEvents.version));
  return rows.map(({ version, event, actor, words, detail, at }) => ({
    version,
    event,
    actor,
    detail,
    at,
    words: words === null ? null : crypto.open(words, wordsOf(ticketId, version)),
  }));
}

export interface TicketMove {
  readonly ticket: Pick<Ticket, 'id' | 'status' | 'version'>;
  readonly event: TicketEvent | Exclude<TicketNote, 'opened'>;
  readonly to: TicketStatus;
  readonly actor: string;
  readonly words?: string | null;
  readonly detail?: string | null;
  readonly set?: Partial<Omit<Ticket, 'id' | 'status' | 'version'>>;
}

/** Writes down a move or a note, if the ticket is still as it was read; false when somebody was faster. */
export async function writeTicketMove(tx: Tx, crypto: FieldCrypto, now: Instant, move: TicketMove): Promise<boolean> {
  const { ticket, event, to, actor, words = null, detail = null, set } = move;
  const version = ticket.version + 1;
  const moved = await tx
    .update(tickets)
    .set({ ...set, status: to, version, changedAt: new Date(now) })
    .where(and(eq(tickets.id, ticket.id), eq(tickets.status, ticket.status), eq(tickets.version, ticket.version)))
    .returning({ id: tickets.id });
  if (moved.length === 0) return false;
  await tx.insert(ticketEvents).values({
    ticketId: ticket.id,
    version,
    event,
    actor,
    detail,
    words: words === null ? null : crypto.seal(words, wordsOf(ticket.id, version)),
    at: new Date(now),
  });
  await addTicketWords(tx, crypto, ticket.id, [words]);
  return true;
}

/** Other tickets of the same person that are alive: possible twins, the newest first. */
export async function findTwinTickets(db: Db, ticket: Ticket): Promise<Ticket[]> {
  const same = [
    ...(ticket.emailIndex ? [eq(tickets.emailIndex, ticket.emailIndex)] : []),
    ...(ticket.userId ? [eq(tickets.userId, ticket.userId)] : []),
  ];
  if (same.length === 0) return [];
  return db
    .select()
    .from(tickets)
    .where(and(or(...same), ne(tickets.id, ticket.id), inArray(tickets.status, [...livingTicketStates])))
    .orderBy(desc(tickets.createdAt), asc(tickets.id))
    .limit(10);
}

/** Those that went on as this one. */
export async function findMergedTickets(db: Db, ticketId: string): Promise<Ticket[]> {
  return db.select().from(tickets).where(eq(tickets.mergedInto, ticketId)).orderBy(asc(tickets.createdAt), asc(tickets.id));
}

/** The ticket that came of a source. */
export async function findTicketOfSource(db: Db, table: TicketSource, id: string): Promise<Ticket | null> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.sourceTable, table), eq(tickets.sourceId, id)));
  return row ?? null;
}

/** Those past their clock of whom nobody was told yet, the longest first. */
export async function findLateTickets(db: Db, now: Instant, most: number): Promise<Ticket[]> {
  return db
    .select()
    .from(tickets)
    .where(
      and(
        lt(tickets.dueAt, new Date(now)),
        sql`not exists (select 1 from staff_tasks s where s.kind = 'ticket-late' and s.subject = 'tickets:' || ${tickets.id} and s.closed_at is null)`,
      ),
    )
    .orderBy(asc(tickets.dueAt), asc(tickets.id))
    .limit(most);
}

/** Those that were solved before a moment and are not closed. */
export async function findSolvedBefore(db: Db, before: Instant, most: number): Promise<Ticket[]> {
  return db
    .select()
    .from(tickets)
    .where(and(eq(tickets.status, 'solved'), isNotNull(tickets.solvedAt), lt(tickets.solvedAt, new Date(before))))
    .orderBy(asc(tickets.solvedAt), asc(tickets.id))
    .limit(most);
}

export async function wasTicketMailed(db: Db, messageId: string): Promise<boolean> {
  const [row] = await db.select({ id: ticketMails.messageId }).from(ticketMails).where(eq(ticketMails.messageId, messageId));
  return row !== undefined;
}

/** Of two that sent the same mail at once, both were right to: the second writes nothing. */
export async function recordTicketMail(db: Db, messageId: string, ticketId: string, now: Instant): Promise<void> {
  await db
    .insert(ticketMails)
    .values({ messageId, ticketId, sentAt: new Date(now) })
    .onConflictDoNothing();
}
