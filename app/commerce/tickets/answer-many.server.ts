import { randomUUID } from 'node:crypto';
import { findReferences } from '#app/commerce/orders/orders-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { fillMacro, hasOpenPlace } from './macro-rules.ts';
import { findMacro } from './macros-store.server.ts';
import { readOpening } from './open-ticket.server.ts';
import { ticketRunLine } from './ticket-jobs.server.ts';
import { findOpenRunLine, findTicketsByReference, finishRunLine, insertTicketRun } from './ticket-runs-store.server.ts';
import { isLiving } from './ticket-status.ts';
import { findTicketAsSystem } from './tickets-store.server.ts';
import type { MacroWords, Ticket, TicketRunLine } from './tickets.tables.ts';
import { workTicket } from './work-ticket.server.ts';

/** What a clerk can still read through before pressing. */
export const mostAnswered = 200;

export type LineVerdict = 'sends' | 'not-living' | 'no-address' | 'open-place';

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

async function judge(
  platform: Platform,
  ticket: Ticket,
  words: MacroWords,
  staffId: string,
): Promise<{ words: string; verdict: LineVerdict }> {
  const text = await wordsFor(platform, ticket, words, staffId);
  const { contact } = await readOpening(platform, ticket, null);
  const verdict = !isLiving(ticket.status) ? 'not-living' : !contact.email ? 'no-address' : hasOpenPlace(text) ? 'open-place' : 'sends';
  return { words: text, verdict };
}

/** What one answer to many would do, line by line; nothing is sent. */
export async function tryAnswerMany(
  platform: Platform,
  ask: { readonly references: readonly string[]; readonly macroId: string; readonly staffId: string },
) {
  const macro = await findMacro(platform.db, ask.macroId);
  const found = await findTicketsByReference(platform.db, ask.references.slice(0, mostAnswered));
  if (!macro) return { macro: null, lines: [] };
  const lines = [];
  for (const ticket of found)
    lines.push({
      reference: ticket.reference,
      version: ticket.version,
      status: ticket.status,
      language: ticket.language,
      ...(await judge(platform, ticket, macro.words, ask.staffId)),
    });
  return { macro: { id: macro.id, name: macro.name, version: macro.version }, lines };
}

/** Begins to answer: each line by a job of its own, with the words as they were looked at. Says the run's id. */
export async function answerMany(
  platform: Platform,
  ask: {
    readonly lines: readonly { readonly reference: string; readonly version: number }[];
    readonly macroId: string;
    readonly macroVersion: number;
    readonly staffId: string;
  },
  keep?: Keep<Outcome<string, never>>,
): Promise<Outcome<string, 'changed-meanwhile' | 'nothing'>> {
  const macro = await findMacro(platform.db, ask.macroId);
  if (macro?.version !== ask.macroVersion) return refuse('changed-meanwhile');
  const found = new Map(
    (
      await findTicketsByReference(
        platform.db,
        ask.lines.map(({ reference }) => reference),
      )
    ).map((one) => [one.reference, one]),
  );
  const lines = ask.lines.slice(0, mostAnswered).flatMap(({ reference, version }) => {
    const ticket = found.get(reference);
    return ticket ? [{ ticketId: ticket.id, version }] : [];
  });
  if (lines.length === 0) return refuse('nothing');
  const id = randomUUID();
  const now = platform.clock.now();
  await transact(platform.db, async (tx) => {
    await insertTicketRun(tx, { id, macroId: macro.id, words: macro.words, startedBy: ask.staffId, startedAt: new Date(now) }, lines);
    for (const position of lines.keys()) await platform.jobs.send(tx, ticketRunLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${ask.staffId}`,
      action: 'tickets.answered-many',
      subject: `ticket_runs:${id}`,
      detail: { rows: lines.length, macro: macro.id },
    });
    await keep?.(tx, done(id));
  });
  return done(id);
}

/** Works on one line: a ticket that has moved on since it was looked at is left alone. */
export async function answerLine(platform: Platform, at: Pick<TicketRunLine, 'runId' | 'position'>): Promise<void> {
  const open = await findOpenRunLine(platform.db, at);
  if (!open) return;
  const { run, line } = open;
  const ticket = await findTicketAsSystem(platform.db, line.ticketId);
  const said = await (async (): Promise<{ ok: boolean; said: string }> => {
    if (ticket?.version !== line.version) return { ok: false, said: 'changed-meanwhile' };
    const { words, verdict } = await judge(platform, ticket, run.words, run.startedBy);
    if (verdict !== 'sends') return { ok: false, said: verdict };
    const answered = await workTicket(platform, { ticket, event: 'answer', staffId: run.startedBy, words });
    return answered.ok ? { ok: true, said: answered.value } : { ok: false, said: answered.refused };
  })();
  await finishRunLine(platform.db, platform.clock.now(), at, said);
}
