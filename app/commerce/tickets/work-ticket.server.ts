import { closeFeedbackOf } from '#app/commerce/feedback/work-feedback.server.ts';
import { readDeskCalendar } from '#app/commerce/inquiries/desk-hours.server.ts';
import { lockInquiry } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { moveInquiryOn } from '#app/commerce/inquiries/work-inquiry.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { permissionsOf } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow } from '#app/platform/each-row.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs, instant, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { afterWorking, clocksAfter, closeAfterDays, promisesOf, reopenDays, type HoursOn } from './clock-rules.ts';
import { mostTags } from './ticket-tags.ts';
import { ticketMail } from './ticket-jobs.server.ts';
import type { TicketPriority } from './ticket-kinds.ts';
import { isLiving, ticketMachine, type TicketActor, type TicketEvent, type TicketNote, type TicketStatus } from './ticket-status.ts';
import { findSolvedBefore, forgetClosed, forgetTags, lockTicket, writeTicketMove } from './tickets-store.server.ts';
import type { Ticket } from './tickets.tables.ts';

export type TicketRefusal =
  | MoveRefusal
  | 'changed-meanwhile'
  | 'too-old'
  | 'not-a-colleague'
  | 'same'
  | 'other-person'
  | 'not-living'
  | 'too-many-tags';

/** What is taken up again has at least so many working minutes, whatever was left of its clock. */
const reopenedMinutes = 480;

type Tools = Pick<Platform, 'crypto' | 'clock' | 'jobs'>;

interface Move {
  /** As it was read: a row that has changed since refuses the move. */
  readonly ticket: Ticket;
  readonly event: Exclude<TicketEvent, 'merge'>;
  readonly by: TicketActor;
  readonly actor: string;
  readonly words?: string | null;
}

function clocksOf(ticket: Ticket, to: TicketStatus, firstAnswerAt: Date | null, now: Instant, hoursOn: HoursOn) {
  const taken = to === 'reopened' && !isLiving(ticket.status);
  const clocks = taken ? { ...ticket, solveDueAt: null, solveLeft: Math.max(ticket.solveLeft ?? 0, reopenedMinutes) } : ticket;
  return clocksAfter({ ...clocks, firstAnswerAt }, to, now, hoursOn);
}

/** One move of a ticket inside the caller's transaction, with its clocks, its mail and its source. The caller audits. */
async function moveTicketOn(
  tx: Tx,
  tools: Tools,
  { ticket, event, by, actor, words = null }: Move,
): Promise<Outcome<TicketStatus, TicketRefusal>> {
  if (ticket.mergedInto !== null) return refuse('not-living');
  const move = moveOn(ticketMachine, ticket.status, event, by);
  if (!move.ok) return refuse(move.refused);
  const now = tools.clock.now();
  if (by === 'customer' && !isLiving(ticket.status) && (ticket.solvedAt ?? ticket.changedAt).getTime() + reopenDays * dayMs < now)
    return refuse('too-old');
  const speaks = event === 'answer' || event === 'solve';
  const firstAnswerAt = ticket.firstAnswerAt ?? (speaks ? new Date(now) : null);
  const moved = await writeTicketMove(tx, tools.crypto, now, {
    ticket,
    event,
    to: move.to,
    actor,
    words,
    set: {
      firstAnswerAt,
      ...clocksOf(ticket, move.to, firstAnswerAt, now, await readDeskCalendar(tx, 'helpdesk')),
      solvedAt: event === 'solve' ? new Date(now) : move.to === 'reopened' ? null : ticket.solvedAt,
      assigneeId: ticket.assigneeId ?? (by === 'staff' ? actor.slice('staff:'.length) : null),
    },
  });
  if (!moved) return refuse('changed-meanwhile');
  if (speaks) await tools.jobs.send(tx, ticketMail, { ticketId: ticket.id, version: ticket.version + 1 });
  if (by === 'staff') await endTasks(tx, now, ticket, actor);
  if (by === 'staff' && (speaks || event === 'close')) await settleSource(tx, tools, ticket, actor);
  return done(move.to);
}

/** A clock that runs on runs out again later; whoever was told of it and wrote has seen it. */
async function endTasks(tx: Tx, now: Instant, { id }: Pick<Ticket, 'id'>, actor: string): Promise<void> {
  await closeStaffTask(tx, now, { kind: 'ticket-late', subject: `tickets:${id}`, by: actor });
  if (actor.startsWith('staff:'))
    await closeStaffTask(tx, now, { kind: 'ticket-mention', subject: `ticket_mentions:${id}-${actor.slice('staff:'.length)}`, by: actor });
}

/** What the ticket came of was answered with it: its own list no longer waits. */
async function settleSource(tx: Tx, tools: Tools, ticket: Ticket, actor: string): Promise<void> {
  if (ticket.sourceTable === 'inquiries') {
    const inquiry = await lockInquiry(tx, ticket.sourceId!);
    if (inquiry?.status === 'new')
      await moveInquiryOn(tx, tools, { inquiry, event: 'contact', by: 'staff', actor, detail: ticket.reference });
  }
  if (ticket.sourceTable === 'feedback') await closeFeedbackOf(tx, tools, ticket.sourceId!, actor);
}

/** A move in the name of a member of staff; the words of an answer or a solution are mailed. */
export async function workTicket(
  platform: Platform,
  work: {
    readonly ticket: Ticket;
    readonly event: Exclude<TicketEvent, 'merge' | 'reply'>;
    readonly staffId: string;
    readonly words?: string | null;
  },
): Promise<Outcome<TicketStatus, TicketRefusal>> {
  const actor = `staff:${work.staffId}`;
  const answer = await transact(platform.db, async (tx) => {
    const moved = await moveTicketOn(tx, platform, {
      ticket: work.ticket,
      event: work.event,
      by: 'staff',
      actor,
      words: work.words ?? null,
    });
    if (moved.ok) await audit(tx, platform.clock.now(), { actor, action: `ticket.${work.event}`, subject: `tickets:${work.ticket.id}` });
    return moved;
  });
  if (work.event === 'close' || work.ticket.status === 'closed') forgetClosed(platform.db);
  return answer;
}

/** What the customer writes, or their wish to have it taken up again. */
export async function hearCustomer(
  platform: Platform,
  heard: { readonly ticketId: string; readonly event: 'reply' | 'reopen'; readonly words: string | null; readonly userId: string | null },
  keep?: Keep<Outcome<TicketStatus, never>>,
): Promise<Outcome<TicketStatus, TicketRefusal>> {
  const actor = heard.userId ? `user:${heard.userId}` : 'guest';
  const answer = await transact(platform.db, async (tx): Promise<Outcome<TicketStatus, TicketRefusal>> => {
    // A colleague who writes at the same moment does not make the customer's words go astray.
    const ticket = await lockTicket(tx, heard.ticketId);
    if (!ticket || ticket.mergedInto) return refuse('not-living');
    const moved = await moveTicketOn(tx, platform, { ticket, event: heard.event, by: 'customer', actor, words: heard.words });
    if (!moved.ok) return moved;
    await audit(tx, platform.clock.now(), { actor, action: `ticket.${heard.event}`, subject: `tickets:${ticket.id}` });
    await keep?.(tx, moved);
    return moved;
  });
  if (answer.ok && answer.value === 'reopened') forgetClosed(platform.db);
  return answer;
}

/** How well somebody was helped, from 1 to 5: said once, and changed as long as the ticket is not taken up again. */
export async function rateTicket(
  platform: Platform,
  rated: { readonly ticketId: string; readonly rating: number; readonly userId: string | null },
): Promise<Outcome<null, 'not-solved'>> {
  const actor = rated.userId ? `user:${rated.userId}` : 'guest';
  return transact(platform.db, async (tx): Promise<Outcome<null, 'not-solved'>> => {
    const ticket = await lockTicket(tx, rated.ticketId);
    if (!ticket || isLiving(ticket.status) || ticket.mergedInto) return refuse('not-solved');
    if (ticket.rating === rated.rating) return done(null);
    const now = platform.clock.now();
    const set = { rating: rated.rating, ratedAt: new Date(now) };
    await writeTicketMove(tx, platform.crypto, now, { ticket, event: 'rate', to: ticket.status, actor, detail: String(rated.rating), set });
    await audit(tx, now, { actor, action: 'ticket.rated', subject: `tickets:${ticket.id}`, detail: { rating: rated.rating } });
    return done(null);
  });
}

type Change =
  | { readonly note: 'note'; readonly words: string; readonly mention: string | null }
  | { readonly note: 'assign'; readonly to: string | null }
  | { readonly note: 'priority'; readonly to: TicketPriority }
  | { readonly note: 'tag' | 'untag'; readonly to: string }
  | { readonly note: 'order'; readonly to: { readonly id: string; readonly reference: string } | null };

/** What is written down of a ticket and moves nothing: a note among colleagues, whose it is, how pressing, its tags, which order. */
export async function changeTicket(
  platform: Platform,
  ask: { readonly ticket: Ticket; readonly staffId: string; readonly change: Change },
): Promise<Outcome<null, TicketRefusal>> {
  const { ticket, change, staffId } = ask;
  const colleague = change.note === 'assign' ? change.to : change.note === 'note' ? change.mention : null;
  if (colleague !== null && colleague !== staffId) {
    const member = await findStaffMember(platform.db, colleague);
    if (!member || !permissionsOf(member.roles).has('tickets:work')) return refuse('not-a-colleague');
  }
  if ((change.note === 'priority' || change.note === 'assign') && !isLiving(ticket.status)) return refuse('not-living');
  if (change.note === 'tag' || change.note === 'untag') {
    // Whoever else wrote it meanwhile did what was asked.
    if (ticket.tags.includes(change.to) === (change.note === 'tag')) return done(null);
    if (change.note === 'tag' && ticket.tags.length >= mostTags) return refuse('too-many-tags');
  }
  const actor = `staff:${staffId}`;
  const now = platform.clock.now();
  const written: {
    note: Exclude<TicketNote, 'opened' | 'rate' | 'take-in'>;
    detail: string | null;
    words?: string;
    set?: Partial<Ticket>;
  } =
    change.note === 'note'
      ? { note: 'note', detail: change.mention, words: change.words }
      : change.note === 'assign'
        ? { note: 'assign', detail: change.to, set: { assigneeId: change.to } }
        : change.note === 'priority'
          ? {
              note: 'priority',
              detail: change.to,
              set: newPromises(ticket, change.to, now, await readDeskCalendar(platform.db, 'helpdesk')),
            }
          : change.note === 'order'
            ? { note: 'order', detail: change.to?.reference ?? null, set: { orderId: change.to?.id ?? null } }
            : { note: change.note, detail: change.to, set: { tags: withTag(ticket.tags, change) } };
  const answer = await transact(platform.db, async (tx): Promise<Outcome<null, TicketRefusal>> => {
    const { note, detail, words, set } = written;
    const move = { ticket, event: note, to: ticket.status, actor, detail, words: words ?? null, ...(set && { set }) };
    if (!(await writeTicketMove(tx, platform.crypto, now, move))) return refuse('changed-meanwhile');
    await endTasks(tx, now, ticket, actor);
    if (change.note === 'note' && change.mention && change.mention !== staffId)
      await openStaffTask(tx, now, {
        kind: 'ticket-mention',
        subject: `ticket_mentions:${ticket.id}-${change.mention}`,
        textKey: 'tasks:ticket-mention',
        detail: { reference: ticket.reference },
        for: change.mention,
      });
    await audit(tx, now, { actor, action: `ticket.${note}`, subject: `tickets:${ticket.id}`, detail: detail ? { to: detail } : {} });
    return done(null);
  });
  if (change.note === 'tag' || change.note === 'untag') forgetTags(platform.db);
  return answer;
}

const withTag = (tags: readonly string[], { note, to }: { readonly note: 'tag' | 'untag'; readonly to: string }) =>
  [...tags.filter((tag) => tag !== to), ...(note === 'tag' ? [to] : [])].sort();

/** Both clocks as if it had been this pressing from the beginning; what stands still keeps standing. */
function newPromises(ticket: Ticket, priority: TicketPriority, now: Instant, hoursOn: HoursOn): Partial<Ticket> {
  const asked = instant(ticket.createdAt.getTime());
  const before = promisesOf(ticket.priority, asked, hoursOn);
  const after = promisesOf(priority, asked, hoursOn);
  const first = addMilliseconds(instant(ticket.firstDueAt.getTime()), after.first - before.first);
  if (ticket.solveDueAt === null) return { priority, firstDueAt: new Date(first) };
  const solve = new Date(Math.max(ticket.solveDueAt.getTime() + after.solve - before.solve, afterWorking(now, 0, hoursOn)));
  const firstDueAt = new Date(first);
  return { priority, firstDueAt, solveDueAt: solve, dueAt: ticket.firstAnswerAt === null && firstDueAt < solve ? firstDueAt : solve };
}

/** Two about the same thing of the same person: `twin` is closed and goes on as `kept`. Nobody is written to. */
export async function mergeTickets(
  platform: Platform,
  ask: { readonly kept: Ticket; readonly twin: Ticket; readonly staffId: string },
): Promise<Outcome<null, TicketRefusal>> {
  const { kept, twin } = ask;
  if (kept.id === twin.id) return refuse('same');
  const same = (kept.emailIndex !== null && kept.emailIndex === twin.emailIndex) || (kept.userId !== null && kept.userId === twin.userId);
  // What the twin says is shown to whoever is signed in as the owner of the kept one: an address alone does not make them one.
  const otherAccount = kept.userId !== null && kept.userId !== twin.userId;
  if (!same || otherAccount) return refuse('other-person');
  if (!isLiving(kept.status) || !isLiving(twin.status)) return refuse('not-living');
  const actor = `staff:${ask.staffId}`;
  const changed = new Error('changed-meanwhile');
  try {
    await transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      const over = { mergedInto: kept.id, ...clocksOf(twin, 'closed', twin.firstAnswerAt, now, await readDeskCalendar(tx, 'helpdesk')) };
      // In the order of their ids, so that two who merge them the other way round do not wait for each other.
      const moves = [
        { ticket: kept, event: 'take-in', to: kept.status, actor, detail: twin.reference },
        { ticket: twin, event: 'merge', to: 'closed', actor, detail: kept.reference, set: over },
      ] as const;
      for (const move of moves.toSorted((a, b) => (a.ticket.id < b.ticket.id ? -1 : 1)))
        if (!(await writeTicketMove(tx, platform.crypto, now, move))) throw changed;
      await endTasks(tx, now, twin, actor);
      await settleSource(tx, platform, twin, actor);
      await audit(tx, now, { actor, action: 'ticket.merged', subject: `tickets:${twin.id}`, detail: { into: kept.reference } });
    });
  } catch (fault) {
    if (fault === changed) return refuse('changed-meanwhile');
    throw fault;
  }
  forgetClosed(platform.db);
  return done(null);
}

/** Closes what was solved long enough ago for its owner to have said otherwise; how many. */
export async function closeSolved(platform: Platform, most: number): Promise<number> {
  const now = platform.clock.now();
  const found = await findSolvedBefore(platform.db, addMilliseconds(now, -closeAfterDays * dayMs), most);
  const seen = await eachRow(platform, 'ticket', found, (ticket) =>
    transact(platform.db, async (tx) => {
      const moved = await moveTicketOn(tx, platform, { ticket, event: 'close', by: 'system', actor: 'system' });
      if (moved.ok) await audit(tx, now, { actor: 'system', action: 'ticket.close', subject: `tickets:${ticket.id}` });
    }),
  );
  if (found.length > 0) forgetClosed(platform.db);
  return seen;
}
