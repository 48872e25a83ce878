import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs, hourMs, instant } from '#app/values/dates.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { mailInquiries } from '../inquiries/mail-inquiries.server.ts';
import { findInquiryAsStaff } from '../inquiries/inquiries-store.server.ts';
import { deliveredDeskHours, deskHoursOn as hoursOf } from '../inquiries/answer-time-rules.ts';
import { ask } from '../inquiries/ask.server.ts';
import { nothingTold } from '../inquiries/inquiry-needs.ts';
import { tryMany, workMany, type ManyDeed } from './work-many.server.ts';
import { afterWorking, clocksAfter, promisesOf, workingBetween, type HoursOn } from './clock-rules.ts';
import { fillMacro, hasOpenPlace } from './macro-rules.ts';
import { openOwnTicket, openTicketByHand, takeUpMessages } from './open-ticket.server.ts';
import { hearVisit } from './hear-visit.server.ts';
import { openVisit } from './open-visit.server.ts';
import { readTicketToken, ticketToken } from './ticket-link.server.ts';
import { findTicketRun, findTicketsByReference } from './ticket-runs-store.server.ts';
import {
  countTickets,
  countUnread,
  listTicketsFor,
  findTicketAsStaff,
  findTicketFor,
  listTicketsAsStaff,
  markSeen,
  type TicketAfter,
} from './tickets-store.server.ts';
import { findAllMatching } from './staff/open-ticket-list.server.ts';
import { afterOf, readAfter, readTicketView } from './staff/ticket-list.ts';
import type { Ticket } from './tickets.tables.ts';
import { changeTicket, closeSolved, hearCustomer, mergeTickets, rateTicket, workTicket } from './work-ticket.server.ts';
import { watchTickets, workOnTickets } from './work-on-tickets.server.ts';

const deskHoursOn: HoursOn = (date) => hoursOf(deliveredDeskHours, date);
const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;
await mailInquiries(platform);
await workOnTickets(platform);
await db.execute(sql`update early_access set is_on = true, changed_at = '2026-01-01T00:00:00Z' where feature = 'tickets'`);
const staffId = (await listStaffWith(db, 'tickets:work')).find(({ displayName }) => displayName === 'Jun Villanueva')!.userId;
const owner = (await listStaffWith(db, 'tickets:work')).find(({ displayName }) => displayName === 'Huda Mansour')!.userId;
const layla = (await findAccountByEmail(db, 'traveller@rihla.example'))!;

const again = async ({ reference }: { reference: string }) => (await findTicketAsStaff(db, reference))!;
async function aTicket(email: string | null = 'omar@example.com') {
  const reference = await openTicketByHand(platform, {
    subject: 'The bag did not arrive',
    channel: 'phone',
    contact: { name: 'Omar Said', email, phone: '+971501234567' },
    words: 'It stayed in Istanbul.',
    language: 'en',
    priority: 'normal',
    orderId: null,
    userId: null,
    staffId,
  });
  return again({ reference });
}
const work = async (reference: string, event: Parameters<typeof workTicket>[1]['event'], words: string | null = null) =>
  workTicket(platform, { ticket: await again({ reference }), event, staffId, words });
const at = (text: string) => instant(Date.parse(text));

describe('the clocks', () => {
  test('count the hours of the desk only: Saturday evening runs into Monday, and Ramadan days are shorter', () => {
    // 2026-11-21 is a Saturday, open until 16:00 in Dubai.
    expect(new Date(afterWorking(at('2026-11-21T11:30:00Z'), 60, deskHoursOn)).toISOString()).toBe('2026-11-23T05:30:00.000Z');
    expect(workingBetween(at('2026-11-21T11:30:00Z'), at('2026-11-23T05:30:00Z'), deskHoursOn)).toBe(60);
    expect(workingBetween(at('2026-02-23T00:00:00Z'), at('2026-02-24T00:00:00Z'), deskHoursOn)).toBe(420);
    const { first, solve } = promisesOf('urgent', at('2026-11-23T05:00:00Z'), deskHoursOn);
    expect([new Date(first).toISOString(), new Date(solve).toISOString()]).toEqual([
      '2026-11-23T06:00:00.000Z',
      '2026-11-23T13:00:00.000Z',
    ]);
  });

  test('stand still while the customer is to answer, and go on with what was left', () => {
    const now = at('2026-11-23T06:00:00Z');
    const running = {
      firstDueAt: new Date(now),
      firstAnswerAt: new Date(now),
      solveDueAt: new Date(at('2026-11-23T08:00:00Z')),
      solveLeft: null,
    };
    const paused = clocksAfter(running, 'waiting_customer', now, deskHoursOn);
    expect(paused).toEqual({ solveDueAt: null, solveLeft: 120, dueAt: null });
    const later = clocksAfter({ ...running, ...paused }, 'open', at('2026-11-24T06:00:00Z'), deskHoursOn);
    expect(later.solveDueAt?.toISOString()).toBe('2026-11-24T08:00:00.000Z');
  });
});

test('a ready answer keeps a place it cannot fill, so that it is seen', () => {
  const words = fillMacro('Hello {name}, about {order}', { name: 'Omar' });
  expect(words).toBe('Hello Omar, about {order}');
  expect(hasOpenPlace(words)).toBe(true);
});

test('answers are unread until their owner opens the ticket, and only what came since is unread again', async () => {
  const { id: userId } = layla;
  const offered = (isOn: boolean) => db.execute(sql`update early_access set is_on = ${isOn} where feature = 'tickets'`);
  await offered(true);
  const before = await countUnread(db, userId);
  const reference = await openTicketByHand(platform, {
    subject: 'Which terminal?',
    channel: 'phone',
    contact: { name: 'Layla', email: 'traveller@rihla.example', phone: null },
    words: 'Which terminal do I go to?',
    language: 'en',
    priority: 'normal',
    orderId: null,
    userId,
    staffId,
  });
  const unread = async () => (await countUnread(db, userId)) - before;
  await work(reference, 'take');
  expect(await unread()).toBe(0);
  await work(reference, 'answer', 'Terminal 3.');
  expect(await unread()).toBe(1);
  // The list marks those with something to read, and begins with them.
  const listed = async () => (await listTicketsFor(db, userId, 50)).map(({ ticket, unread: some }) => [ticket.reference, some] as const);
  const marked = (await listed()).filter(([, some]) => some > 0);
  expect(marked).toContainEqual([reference, 1]);
  expect((await listed()).slice(0, marked.length)).toEqual(marked);
  expect(marked.reduce((sum, [, some]) => sum + some, 0)).toBe(await countUnread(db, userId));
  const shown = await again({ reference });
  await work(reference, 'answer', 'Terminal 1, it was changed.');
  await markSeen(db, shown);
  expect(await unread()).toBe(1);
  await markSeen(db, await again({ reference }));
  await markSeen(db, shown);
  expect(await unread()).toBe(0);
  expect(await listed()).toContainEqual([reference, 0]);
});

test('nothing is unread where there is no page to read it on', async () => {
  const { id: userId } = layla;
  const offered = (isOn: boolean) => db.execute(sql`update early_access set is_on = ${isOn} where feature = 'tickets'`);
  const reference = await openTicketByHand(platform, {
    subject: 'Which gate?',
    channel: 'phone',
    contact: { name: 'Layla', email: 'traveller@rihla.example', phone: null },
    words: 'Which gate do I go to?',
    language: 'en',
    priority: 'normal',
    orderId: null,
    userId,
    staffId,
  });
  await work(reference, 'take');
  await work(reference, 'answer', 'Gate B14.');
  await offered(true);
  expect(await countUnread(db, userId)).toBeGreaterThan(0);
  await offered(false);
  expect(await countUnread(db, userId)).toBe(0);
  await offered(true);
});

test('what a customer writes once is kept once, although its form comes back after a crash', async () => {
  const ticket = await aTicket();
  const form = new FormData();
  form.set('words', 'It is a blue bag.');
  form.set('key', (await openVisit(platform, ticket)).key);
  const hear = () => hearVisit(platform, { ticket, userId: null, address: '10.8.8.8' }, form);
  expect(await hear()).toEqual({ said: 'replied' });
  await db.execute(sql`update idempotency_keys set lease_until = clock_timestamp() where key = ${String(form.get('key'))}`);
  expect(await hear()).toEqual({ said: 'replied' });
  const visit = await openVisit(platform, await again(ticket));
  expect(visit.said.filter(({ words }) => words === 'It is a blue bag.')).toHaveLength(1);
  const { rows } = (await db.execute(
    sql`select state, response from idempotency_keys where key = ${String(form.get('key'))}`,
  )) as unknown as { rows: { state: string; response: unknown }[] };
  expect(rows).toMatchObject([{ state: 'done' }]);
  form.set('key', '');
  await expect(hear()).rejects.toMatchObject({ status: 400 });
});

describe('a ticket', () => {
  test('comes of a question of the contact form once, points to it, and its answer ends the waiting of both', async () => {
    const asked = await ask(platform, {
      kind: 'booking',
      about: null,
      asked: {
        name: 'Rosa Lim',
        email: 'rosa@example.com',
        phone: null,
        message: 'Where is my refund?',
        startsOn: null,
        endsOn: null,
        adults: null,
        children: null,
        infants: null,
        cabin: null,
        budget: null,
        from: null,
        to: null,
        orderReference: null,
        visa: nothingTold,
      },
      language: 'tl',
      userId: null,
      address: '10.9.9.9',
      openedMsAgo: 60_000,
    });
    expect(asked.ok).toBe(true);
    expect(await takeUpMessages(platform)).toBe(1);
    expect(await takeUpMessages(platform)).toBe(0);
    const filter = {
      status: null,
      channel: 'contact',
      priority: null,
      language: null,
      assignee: null,
      tag: null,
      reference: null,
      words: null,
      email: 'rosa@example.com',
      orderId: null,
    } as const;
    const [ticket] = await listTicketsAsStaff(db, crypto, clock.now(), filter, { sort: 'due', after: null, size: 5 });
    expect(ticket).toMatchObject({ status: 'new', language: 'tl', contact: null, sourceTable: 'inquiries', priority: 'high' });
    expect((await openVisit(platform, ticket!)).said.map(({ words }) => words)).toEqual(['Where is my refund?']);
    expect(await workTicket(platform, { ticket: ticket!, event: 'answer', staffId, words: 'It is on its way.' })).toMatchObject({
      ok: true,
    });
    const inquiry = asked.ok ? await findInquiryAsStaff(db, asked.value.reference) : null;
    expect(inquiry?.status).toBe('contacted');
    await platform.jobs.drain();
    const mails = await platform.mail.folder!.list();
    expect(mails.filter(({ to, language }) => to === 'rosa@example.com' && language === 'tl').map(({ subject }) => subject)).toContain(
      `Sagot sa hiling mong ${ticket!.reference}`,
    );
  });

  test('is answered, heard, solved, rated and closed, and is taken up again when its owner says so', async () => {
    const { reference, id } = await aTicket();
    expect(await work(reference, 'answer', 'We have found it.')).toMatchObject({ ok: true, value: 'waiting_customer' });
    expect(await again({ reference })).toMatchObject({ assigneeId: staffId, dueAt: null });
    expect(await rateTicket(platform, { ticketId: id, rating: 5, userId: null })).toEqual({ ok: false, refused: 'not-solved' });
    expect(await hearCustomer(platform, { ticketId: id, event: 'reply', words: 'When?', userId: null })).toMatchObject({ value: 'open' });
    expect((await again({ reference })).dueAt).not.toBeNull();
    expect(await work(reference, 'solve', 'Tomorrow.')).toMatchObject({ value: 'solved' });
    expect(await rateTicket(platform, { ticketId: id, rating: 4, userId: null })).toEqual({ ok: true, value: null });
    expect(await rateTicket(platform, { ticketId: id, rating: 4, userId: null })).toEqual({ ok: true, value: null });
    expect(await again({ reference })).toMatchObject({ rating: 4 });
    clock.set(addMilliseconds(clock.now(), 8 * dayMs));
    await closeSolved(platform, 50);
    expect((await again({ reference })).status).toBe('closed');
    expect(await hearCustomer(platform, { ticketId: id, event: 'reopen', words: null, userId: null })).toMatchObject({ value: 'reopened' });
    expect(await work(reference, 'close')).toMatchObject({ value: 'closed' });
    clock.set(addMilliseconds(clock.now(), 40 * dayMs));
    expect(await hearCustomer(platform, { ticketId: id, event: 'reply', words: 'Still nothing', userId: null })).toEqual({
      ok: false,
      refused: 'too-old',
    });
  });

  test('is not worked on as it was a moment ago: the second of two colleagues hears of the first', async () => {
    const ticket = await aTicket();
    expect(await changeTicket(platform, { ticket, staffId, change: { note: 'priority', to: 'urgent' } })).toMatchObject({ ok: true });
    expect((await again(ticket)).firstDueAt.getTime()).toBeLessThan(ticket.firstDueAt.getTime());
    expect(await workTicket(platform, { ticket, event: 'answer', staffId, words: 'Twice?' })).toEqual({
      ok: false,
      refused: 'changed-meanwhile',
    });
  });

  test('tells its owner what was said to them, and nothing of what colleagues tell each other', async () => {
    const ticket = await aTicket();
    await changeTicket(platform, { ticket, staffId, change: { note: 'note', words: 'He is angry.', mention: owner } });
    await work(ticket.reference, 'answer', 'We are sorry.');
    const visit = await openVisit(platform, await again(ticket));
    expect(visit.said.map(({ words }) => words)).toEqual(['It stayed in Istanbul.', 'We are sorry.']);
    const asked = (await listOpenStaffTasks(db)).find(({ kind, subject }) => kind === 'ticket-mention' && subject.includes(ticket.id));
    expect(asked?.detail).toEqual({ reference: ticket.reference });
  });

  test('swallows another of the same person, and none of somebody else', async () => {
    const [kept, twin, other] = [await aTicket('una@example.com'), await aTicket('una@example.com'), await aTicket('dos@example.com')];
    expect(await mergeTickets(platform, { kept, twin: other, staffId })).toEqual({ ok: false, refused: 'other-person' });
    expect(await mergeTickets(platform, { kept: { ...kept, userId: 'somebody' }, twin, staffId })).toMatchObject({
      refused: 'other-person',
    });
    expect(await mergeTickets(platform, { kept, twin, staffId })).toMatchObject({ ok: true });
    expect(await workTicket(platform, { ticket: await again(twin), event: 'reopen', staffId })).toEqual({
      ok: false,
      refused: 'not-living',
    });
    expect(await again(twin)).toMatchObject({ status: 'closed', mergedInto: kept.id, dueAt: null });
    expect(await hearCustomer(platform, { ticketId: twin.id, event: 'reply', words: 'Hello?', userId: null })).toMatchObject({ ok: false });
  });

  test('is counted in its state at once, whoever closes it or takes it up again', async () => {
    const tickets = [await aTicket(), await aTicket(), await aTicket('twin@example.com'), await aTicket('twin@example.com')] as const;
    const before = await countTickets(db, clock.now());
    const moved = async () => {
      const { byStatus } = await countTickets(db, clock.now());
      return { fresh: byStatus.new - before.byStatus.new, solved: byStatus.solved, closed: byStatus.closed - before.byStatus.closed };
    };
    const [first, second, twin, kept] = tickets;
    const solved = before.byStatus.solved;
    await work(first.reference, 'close');
    expect(await moved()).toEqual({ fresh: -1, solved, closed: 1 });
    await mergeTickets(platform, { kept, twin, staffId });
    expect(await moved()).toEqual({ fresh: -2, solved, closed: 2 });
    await work(second.reference, 'solve', 'It is on its way.');
    expect(await moved()).toEqual({ fresh: -3, solved: solved + 1, closed: 2 });
    await hearCustomer(platform, { ticketId: first.id, event: 'reopen', words: null, userId: null });
    expect(await moved()).toEqual({ fresh: -3, solved: solved + 1, closed: 1 });
    clock.set(addMilliseconds(clock.now(), 8 * dayMs));
    await closeSolved(platform, 50);
    expect((await again(second)).status).toBe('closed');
    expect(await moved()).toEqual({ fresh: -3, solved: 0, closed: 2 + solved });
  });

  test('stands once in the list, on whichever page, those without a clock last', async () => {
    for (let n = 0; n < 3; n += 1) await work((await aTicket()).reference, 'answer', 'Where are you?');
    const filter = {
      status: null,
      channel: null,
      priority: null,
      language: null,
      assignee: null,
      tag: null,
      reference: null,
      words: null,
      email: null,
      orderId: null,
    };
    for (const sort of ['due', 'newest'] as const) {
      const ask = (after: TicketAfter | null, size: number) => listTicketsAsStaff(db, crypto, clock.now(), filter, { sort, after, size });
      const whole = (await ask(null, 1_000)).map(({ id }) => id);
      const seen: string[] = [];
      for (let after: TicketAfter | null = null; ;) {
        const page: Ticket[] = await ask(after, 2);
        seen.push(...page.slice(0, 2).map(({ id }) => id));
        if (page.length < 3) break;
        after = readAfter(afterOf(sort, page[1]!));
      }
      expect(seen).toEqual(whole);
    }
  });

  test('of an account is its own person’s only', async () => {
    const user = { id: layla.id, email: layla.email, name: layla.name };
    const reference = await openOwnTicket(platform, { user, subject: 'Seat', words: 'By the window', language: 'en', order: null });
    expect(await findTicketFor(db, layla.id, reference)).not.toBeNull();
    expect(await findTicketFor(db, staffId, reference)).toBeNull();
    const { id } = await again({ reference });
    expect(readTicketToken(platform.secret, ticketToken(platform.secret, id))).toBe(id);
    expect(readTicketToken(platform.secret, `${id}.${'0'.repeat(43)}`)).toBeNull();
  });

  test('past its clock is a task once, which the answer ends', async () => {
    const ticket = await aTicket();
    clock.set(addMilliseconds(clock.now(), 4 * dayMs + hourMs));
    await watchTickets(platform);
    await watchTickets(platform);
    const late = async () =>
      (await listOpenStaffTasks(db)).filter(({ kind, subject }) => kind === 'ticket-late' && subject === `tickets:${ticket.id}`).length;
    expect(await late()).toBe(1);
    await work(ticket.reference, 'answer', 'Sorry that it took so long.');
    expect(await late()).toBe(0);
  });
});

test('one answer to many tries first, says what it leaves out, and reports each by itself', async () => {
  const [one, moved, silent] = [await aTicket('a@example.com'), await aTicket('b@example.com'), await aTicket(null)];
  const references = [one, moved, silent].map(({ reference }) => reference);
  const tried = await tryMany(platform, { references, deed: { deed: 'answer', macroId: 'disturbance' }, staffId });
  expect(Object.fromEntries(tried!.lines.map((line) => [line.reference, line.verdict]))).toEqual({
    [one.reference]: 'ready',
    [moved.reference]: 'ready',
    [silent.reference]: 'no-address',
  });
  await work(moved.reference, 'wait-supplier');
  const lines = [one, moved].map(({ reference, version }) => ({ reference, version }));
  const run = await workMany(platform, { lines, deed: { deed: 'answer', macroId: 'disturbance' }, edition: 1, staffId });
  await platform.jobs.drain();
  const report = await findTicketRun(db, run.ok ? run.value : '');
  expect(Object.fromEntries(report!.lines.map(({ reference, said }) => [reference, said]))).toEqual({
    [one.reference]: 'waiting_customer',
    [moved.reference]: 'changed-meanwhile',
  });
});

test('many are solved, handed over or made pressing by one press, each by itself and nothing that is closed', async () => {
  const [one, other] = [await aTicket('d@example.com'), await aTicket('e@example.com')];
  const closed = await aTicket('f@example.com');
  await work(closed.reference, 'close');
  const references = [one, other, closed].map(({ reference }) => reference);
  const run = async (deed: ManyDeed, edition: number | null = null) => {
    const tried = (await tryMany(platform, { references, deed, staffId }))!;
    expect(tried.lines.find(({ reference }) => reference === closed.reference)!.verdict).toBe('not-living');
    const begun = await workMany(platform, { lines: tried.lines, deed, edition, staffId });
    await platform.jobs.drain();
    const report = await findTicketRun(db, begun.ok ? begun.value : '');
    return Object.fromEntries(report!.lines.map(({ reference, ok, said }) => [reference, `${ok ? 'done' : 'left'}: ${said}`]));
  };
  const all = (said: string, over = 'left: not-living') => ({ [one.reference]: said, [other.reference]: said, [closed.reference]: over });
  expect(await run({ deed: 'priority', to: 'urgent' })).toEqual(all('done: priority'));
  expect(await run({ deed: 'assign', to: staffId })).toEqual(all('done: assign'));
  expect(await run({ deed: 'assign', to: 'nobody-at-all' })).toEqual(all('left: not-a-colleague', 'left: not-a-colleague'));
  expect((await findTicketsByReference(db, references)).map(({ priority, assigneeId }) => `${priority} ${assigneeId}`)).toContain(
    `urgent ${staffId}`,
  );
  expect(await run({ deed: 'solve', macroId: 'disturbance' }, 1)).toEqual(all('done: solved'));
  const gone = await workMany(platform, { lines: [], deed: { deed: 'solve', macroId: 'disturbance' }, edition: 7, staffId });
  expect(gone).toEqual({ ok: false, refused: 'changed-meanwhile' });
});

test('a ticket is found by the words that were written in it, now and before', async () => {
  const viewer = {
    kind: 'staff',
    user: { id: staffId },
    staff: { userId: staffId, displayName: 'Jun', roles: ['support_agent'] },
  } as never;
  const found = async (find: string) =>
    (await findAllMatching(platform, viewer, readTicketView(new URLSearchParams({ find })), 50)).references;
  const { reference, id } = await aTicket();
  await work(reference, 'answer', 'Your suitcase is in Málaga, and comes on Thursday.');
  for (const find of ['suitcase', 'MALAGA thursday', 'thursday suitcase istanbul', 'did not arrive'])
    expect(await found(find)).toContain(reference);
  for (const find of ['suitcase friday', 'suit', '?', 'x']) expect(await found(find)).not.toContain(reference);
  // By its number and its address as before.
  expect(await found(reference)).toEqual([reference]);
  expect(await found('omar@example.com')).toContain(reference);
  const sealed = (await db.execute(sql`select word from ticket_words where ticket_id = ${id}`)) as unknown as { rows: { word: string }[] };
  expect(sealed.rows.map(({ word }) => word).join()).not.toContain('suitcase');

  // One from before is read by the watch, as is the message behind a ticket.
  await db.execute(sql`delete from ticket_words where ticket_id = ${id}`);
  await db.execute(sql`update tickets set words_known = false where id = ${id}`);
  expect(await found('suitcase')).not.toContain(reference);
  await watchTickets(platform);
  expect(await found('suitcase malaga')).toContain(reference);
});
