import { randomUUID } from 'node:crypto';
import { findReferences } from '#app/commerce/orders/orders-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { fillMacro, hasOpenPlace } from './macro-rules.ts';
import { findMacro } from './macros-store.server.ts';
import { readOpening } from './open-ticket.server.ts';
import { ticketRunLine } from './ticket-jobs.server.ts';
import { findOpenRunLine, findTicketsByReference, finishRunLine, insertTicketRun } from './ticket-runs-store.server.ts';
import type { TicketPriority } from './ticket-kinds.ts';
import { mostTags } from './ticket-tags.ts';
import { isLiving, ticketMachine } from './ticket-status.ts';
import { findTicketAsSystem, readSubject } from './tickets-store.server.ts';
import type { MacroWords, Ticket, TicketRunLine } from './tickets.tables.ts';
import { changeTicket, workTicket } from './work-ticket.server.ts';

/** What is to be done to each. */
export type ManyDeed =
  | { readonly deed: 'answer' | 'solve'; readonly macroId: string }
  | { readonly deed: 'assign'; readonly to: string | null }
  | { readonly deed: 'priority'; readonly to: TicketPriority }
  | { readonly deed: 'tag' | 'untag'; readonly to: string };

type LineVerdict =
  | 'ready'
  | 'too-many-tags'
  | 'has-it'
  | 'has-it-not'
  | 'not-living'
  | 'no-address'
  | 'open-place'
  | 'not-possible-from-here';

/** A macro in the ticket's language with its places filled. */
export async function wordsFor(platform: Platform, ticket: Ticket, words: MacroWords, staffId: string): Promise<string> {
  const [{ contact }, orders, names] = await Promise.all([
    readOpening(platform, ticket, null),
    ticket.orderId ? findReferences(platform.db, [ticket.orderId]) : new Map<string, string>(),
    findStaffNames(platform.db, [staffId]),
  ]);
  return fillMacro(words[ticket.language], {
    name: contact.name,
    number: ticket.reference,
    order: ticket.orderId && (orders.get(ticket.orderId) ?? null),
    agent: names.get(staffId) ?? null,
  });
}

/** Whether a text can go out with this ticket, and its words in the ticket's language. */
async function judgeWords(
  platform: Platform,
  ticket: Ticket,
  { deed, words, staffId }: { readonly deed: 'answer' | 'solve'; readonly words: MacroWords; readonly staffId: string },
): Promise<{ words: string; verdict: LineVerdict }> {
  const text = await wordsFor(platform, ticket, words, staffId);
  const { contact } = await readOpening(platform, ticket, null);
  const moves = moveOn(ticketMachine, ticket.status, deed, 'staff');
  const verdict = !isLiving(ticket.status)
    ? 'not-living'
    : !moves.ok
      ? 'not-possible-from-here'
      : !contact.email
        ? 'no-address'
        : hasOpenPlace(text)
          ? 'open-place'
          : 'ready';
  return { words: text, verdict };
}

type WordlessDeed = Exclude<ManyDeed, { readonly macroId: string }>;

/** Whether something other than a text can be done to a ticket: whose it is and how pressing matters of living ones, a tag of all. */
function judgeDeed(ticket: Ticket, { deed, to }: WordlessDeed): LineVerdict {
  if (deed === 'assign' || deed === 'priority') return isLiving(ticket.status) ? 'ready' : 'not-living';
  const has = ticket.tags.some((tag) => tag === to);
  if (deed === 'untag') return has ? 'ready' : 'has-it-not';
  return has ? 'has-it' : ticket.tags.length < mostTags ? 'ready' : 'too-many-tags';
}

/** What one press would do, line by line; nothing is done. Null for a text that there is none of. */
export async function tryMany(
  platform: Platform,
  ask: { readonly references: readonly string[]; readonly deed: ManyDeed; readonly staffId: string },
) {
  const { deed, staffId } = ask;
  const macro = 'macroId' in deed ? await findMacro(platform.db, deed.macroId) : null;
  if ('macroId' in deed && !macro) return null;
  const found = await findTicketsByReference(platform.db, ask.references);
  const lines = [];
  for (const ticket of found) {
    const judged =
      'macroId' in deed
        ? await judgeWords(platform, ticket, { deed: deed.deed, words: macro!.words, staffId })
        : { words: null, verdict: judgeDeed(ticket, deed as WordlessDeed) };
    lines.push({
      reference: ticket.reference,
      version: ticket.version,
      language: ticket.language,
      subject: readSubject(platform.crypto, ticket),
      ...judged,
    });
  }
  return { macro: macro && { id: macro.id, version: macro.version }, lines };
}

/** Begins to work on many: each line by a job of its own, with the words as they were looked at. Says the run's id. */
export async function workMany(
  platform: Platform,
  ask: {
    readonly lines: readonly { readonly reference: string; readonly version: number }[];
    readonly deed: ManyDeed;
    /** Of the text that was looked at. */
    readonly edition: number | null;
    readonly staffId: string;
  },
  keep?: Keep<Outcome<string, never>>,
): Promise<Outcome<string, 'changed-meanwhile' | 'nothing'>> {
  const { deed } = ask;
  const macro = 'macroId' in deed ? await findMacro(platform.db, deed.macroId) : null;
  if ('macroId' in deed && macro?.version !== ask.edition) return refuse('changed-meanwhile');
  const found = new Map(
    (
      await findTicketsByReference(
        platform.db,
        ask.lines.map(({ reference }) => reference),
      )
    ).map((one) => [one.reference, one]),
  );
  const lines = ask.lines.flatMap(({ reference, version }) => {
    const ticket = found.get(reference);
    return ticket ? [{ ticketId: ticket.id, version }] : [];
  });
  if (lines.length === 0) return refuse('nothing');
  const id = randomUUID();
  const now = platform.clock.now();
  const run = {
    id,
    deed: deed.deed,
    aim: 'macroId' in deed ? null : deed.to,
    macroId: macro?.id ?? null,
    words: macro?.words ?? null,
    startedBy: ask.staffId,
    startedAt: new Date(now),
  };
  await transact(platform.db, async (tx) => {
    await insertTicketRun(tx, run, lines);
    for (const position of lines.keys()) await platform.jobs.send(tx, ticketRunLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${ask.staffId}`,
      action: 'tickets.worked-many',
      subject: `ticket_runs:${id}`,
      detail: { rows: lines.length, deed: deed.deed, ...(macro ? { macro: macro.id } : { to: run.aim ?? 'nobody' }) },
    });
    await keep?.(tx, done(id));
  });
  return done(id);
}

/** Works on one line: a ticket that has moved on since it was looked at is left alone. */
export async function workLine(platform: Platform, at: Pick<TicketRunLine, 'runId' | 'position'>): Promise<void> {
  const open = await findOpenRunLine(platform.db, at);
  if (!open) return;
  const { run, line } = open;
  const ticket = await findTicketAsSystem(platform.db, line.ticketId);
  const said = await (async (): Promise<{ ok: boolean; said: string }> => {
    if (ticket?.version !== line.version) return { ok: false, said: 'changed-meanwhile' };
    const staffId = run.startedBy;
    if (run.deed === 'answer' || run.deed === 'solve') {
      const { words, verdict } = await judgeWords(platform, ticket, { deed: run.deed, words: run.words!, staffId });
      if (verdict !== 'ready') return { ok: false, said: verdict };
      const moved = await workTicket(platform, { ticket, event: run.deed, staffId, words });
      return moved.ok ? { ok: true, said: moved.value } : { ok: false, said: moved.refused };
    }
    const change =
      run.deed === 'assign'
        ? ({ note: 'assign', to: run.aim } as const)
        : run.deed === 'priority'
          ? ({ note: 'priority', to: run.aim as TicketPriority } as const)
          : ({ note: run.deed, to: run.aim! } as const);
    const changed = await changeTicket(platform, { ticket, staffId, change });
    return changed.ok ? { ok: true, said: run.deed } : { ok: false, said: changed.refused };
  })();
  await finishRunLine(platform.db, platform.clock.now(), at, said);
}
