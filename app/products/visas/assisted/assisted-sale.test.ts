import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { assistedCountries } from '../../../../seeds/visas/assisted-countries.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addDays, calendarDate, dateIn, dayMs, hourMs } from '#app/values/dates.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { findGroupAsSystem } from '../evisa/evisa-groups-store.server.ts';
import { aForm, guest } from '../evisa/evisa-testing.ts';
import { answerCase } from './answer-case.server.ts';
import { caseRefundOf, caseSharesAt } from './assisted-refund.ts';
import { assistedMachine } from './assisted-status.ts';
import { assistedOrderMachine } from './assisted-order-status.ts';
import { openTestAssisted } from './assisted-testing.ts';
import { countCustody, recordCount } from './count-custody.server.ts';
import { answerHandover, movePassport, type MoveAsk } from './move-passport.server.ts';
import { openAssistedApplication } from './open-assisted-application.server.ts';
import { offerOf } from './assisted-words.server.ts';
import { readDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import { awayOfCase, plannedAway, tripsWithout } from './passport-away-rules.ts';
import { openAssistedCountry } from './open-assisted-country.server.ts';
import { withdrawCase } from './withdraw-case.server.ts';
import { openCasePaper } from './staff/work-case.server.ts';
import { pngOf } from '#tests/support/visa-papers.ts';
import { findDocuments } from '../evisa/evisa-documents-store.server.ts';

const platform = await openTestPlatform();
const desk = await openTestAssisted(platform, assistedCountries);
const rows = async <Row>(query: ReturnType<typeof sql>) => ((await platform.db.execute(query)) as unknown as { rows: Row[] }).rows;
const tasks = async (kind: string) => (await listOpenStaffTasks(platform.db)).filter((task) => task.kind === kind);

/** The case brought up to a stage, each step as an officer takes it. */
async function fileReady(id: string, groupId: string) {
  await desk.sendPapers(groupId, 0);
  await desk.work(id, { do: 'claim' });
  return desk.work(id, { do: 'confirm-file' }, 'officer-two');
}
async function booked(id: string, groupId: string, at = '2026-12-15T09:30') {
  await fileReady(id, groupId);
  await desk.work(id, { do: 'hunt' });
  await desk.work(id, { do: 'attempt', outcome: 'seen', firstFree: calendarDate('2026-12-14') });
  return desk.work(id, { do: 'book', at, reference: 'VFS-77812', letter: desk.letter });
}
const step = (caseId: string, to: MoveAsk['to'], more: Partial<MoveAsk> = {}): MoveAsk => ({
  caseId,
  staffId: 'officer-one',
  requestId: 'test',
  to,
  spot: 'Shelf 2',
  condition: 'good',
  seal: null,
  proof: 'ID 784',
  colleague: null,
  photo: null,
  ...more,
});

it('declares in the database the edges of its machines, and no others', async () => {
  for (const machine of [assistedMachine, assistedOrderMachine]) {
    const stored = await rows<{ from_status: string; to_status: string }>(
      sql`select from_status, to_status from status_edges where machine = ${machine.name}`,
    );
    expect(stored.map((row) => `${row.from_status}>${row.to_status}`).sort()).toEqual(
      edgesOf(machine)
        .map(([from, to]) => `${from}>${to}`)
        .sort(),
    );
  }
});

describe('a paid party', () => {
  it('has a case for everybody, one invoice with what is paid on as disbursements, and a mail', async () => {
    const { orderId, ids } = await desk.paid('france', 2);
    const order = await desk.order(orderId);
    expect(order.status).toBe('accepted');
    expect((await Promise.all(ids.map(desk.one))).map(({ status, passport }) => [status, passport])).toEqual([
      ['opened', 'with_applicant'],
      ['opened', 'with_applicant'],
    ]);
    const invoices = await findInvoicesOfOrder(platform.db, orderId);
    for (const { words } of invoices[0]!.lines) if (/fee|Visa/.test(words.en)) expect(words.en).toMatch(/: \p{Lu}\w+, \p{Lu}/u);
    expect(invoices.map(({ kind, gross }) => [kind, gross])).toEqual([['invoice', (await getQuote(platform.db, order)).total.amount]]);
  });

  it('says whose papers it waits for, until everybody sent theirs', async () => {
    const { orderId, groupId } = await desk.paid('france', 2);
    const waits = async () => (await desk.counter.describe(orderId, 'en')).asks?.to ?? null;
    expect(await waits()).toBe(`/visa-assistance/apply/${groupId}?traveller=1`);
    await desk.sendPapers(groupId, 0);
    expect(await waits()).toBe(`/visa-assistance/apply/${groupId}?traveller=2`);
    await desk.sendPapers(groupId, 1);
    expect(await waits()).toBeNull();
  });

  it('says on its order whose turn it is: the traveller’s while papers miss or a question is open, ours otherwise', async () => {
    const { orderId, groupId, ids } = await desk.paid('france', 2);
    const { reference } = await desk.order(orderId);
    const app = await openTestApp(platform);
    const cookie = orderCookie(platform, orderId).split(';')[0]!;
    const says = async () => {
      const html = await (await app.send(`/track?order=${reference}`, { cookie })).text();
      const state = /<div class="order-state [^>]*role="status">.*?<\/div>/s.exec(html)![0];
      return {
        title: /<h2>(.*?)<\/h2>/.exec(state)![1],
        ours: state.includes('You need not do anything'),
        yours: state.includes('Your turn.'),
        button: /<a [^>]*href="([^"]*)"[^>]*>(?:<[^>]*>)*([^<]*)/.exec(state)?.slice(1) ?? null,
      };
    };
    const at = (traveller: number) => `/visa-assistance/apply/${groupId}?traveller=${traveller}`;
    const turn = (traveller: number, words: string) => ({
      title: 'We wait for you',
      ours: false,
      yours: true,
      button: [at(traveller), words],
    });
    expect(await says()).toEqual(turn(1, 'Send papers'));
    await desk.sendPapers(groupId, 0);
    expect(await says()).toEqual(turn(2, 'Send papers'));
    await desk.work(ids[0]!, { do: 'claim' });
    expect((await desk.work(ids[0]!, { do: 'ask', items: [{ kind: 'document', code: 'bank' }], words: 'Six months.' })).ok).toBe(true);
    // The officer's question goes before the papers that still miss.
    expect(await says()).toEqual(turn(1, 'Answer what was asked'));
    const links = (await desk.counter.describe(orderId, 'en')).parts![0]!.members.map(({ link }) => link!.words);
    expect(links).toEqual(['Answer what was asked', 'Send papers']);
    await desk.sendPapers(groupId, 1);
    platform.clock.advance(hourMs);
    await desk.sendPapers(groupId, 0);
    const answer = { caseId: ids[0]!, who: 'guest', requestId: 'test', typed: {}, words: '' };
    expect((await answerCase(platform, answer)).ok).toBe(true);
    expect(await says()).toEqual({ title: 'We are working on it', ours: true, yours: false, button: null });
    // Who only knows the reference is told nothing of what was asked.
    await desk.work(ids[0]!, { do: 'ask', items: [{ kind: 'document', code: 'bank' }], words: 'Twelve months.' });
    const masked = await (await app.send(`/track?order=${reference}`)).text();
    expect(masked).not.toContain(at(1));
  });

  it('gives everything of the table back when it is taken back before anybody looked', async () => {
    const { orderId, ids } = await desk.paid('france', 1);
    const ask = { orderId, by: 'customer', who: 'guest' } as const;
    const terms = await quoteCancel(platform, desk.product, ask);
    const quote = await getQuote(platform.db, await desk.order(orderId));
    const owed = caseRefundOf(quote.lines, 0, caseSharesAt({ rejectedService: 0 }, 'opened')).reduce(
      (sum, line) => sum + line.amount.amount,
      0,
    );
    expect(terms.ok && terms.value.refund?.amount).toBe(owed);
    expect((await confirmCancel(platform, desk.product, ask)).ok).toBe(true);
    await desk.settle();
    expect((await desk.one(ids[0]!)).status).toBe('withdrawn');
    expect((await desk.order(orderId)).status).toBe('refunded');
  });

  it('refuses the same person for the same country twice, and an arrival no passport could be back for', async () => {
    const form = aForm();
    expect((await desk.place(await desk.begun('italy', [form]))).ok).toBe(true);
    expect(await desk.place(await desk.begun('italy', [form]))).toEqual({ ok: false, refused: 'duplicate-application' });
    expect(await desk.place(await desk.begun('germany', [aForm()], { arrival: '2026-12-20' }))).toEqual({
      ok: false,
      refused: 'not-ready',
    });
  });
});

describe('a passport that is away', () => {
  it('is set against the journeys of its owner: before the payment, on their page and at the desk', async () => {
    const form = aForm();
    const [other, groupId] = [await desk.begun('italy', [form]), await desk.begun('france', [form, aForm()])];
    const placed = await desk.place(other);
    if (!placed.ok) throw new Error(placed.refused);
    const { orderId } = placed.value;
    const open = async () =>
      (await openAssistedApplication(platform, guest, (await findGroupAsSystem(platform.db, groupId))!, 'en')).travellers.map(
        ({ away }) => away,
      );
    expect(await open()).toEqual([null, null]);
    const planned = plannedAway(
      offerOf((await findGroupAsSystem(platform.db, groupId))!),
      dateIn('Asia/Dubai', platform.clock.now()),
      await readDeskDays(platform.db, 'visas'),
    )!;
    const reference = (await desk.order(orderId)).reference;
    // A flight is sold by a product of its own, so one of ours stands for it.
    const flies = async (starts: string, ends: string, status = 'ticketed') => {
      await platform.db.execute(sql`set session_replication_role = replica`);
      await platform.db.execute(
        sql`update orders set kind = 'flight', status = ${status}, user_id = 'officer-one', travel_starts = ${starts}::timestamptz, travel_ends = ${ends}::timestamptz where id = ${orderId}`,
      );
      await platform.db.execute(sql`set session_replication_role = origin`);
    };
    await platform.db.execute(sql`update evisa_groups set user_id = 'officer-one' where id = ${groupId}`);
    const noon = (day: string) => `${day}T08:00:00Z`;
    await flies(noon(addDays(planned.from, -9)), noon(addDays(planned.from, -1)));
    expect(await open()).toEqual([null, null]);
    await flies(noon(planned.until), noon(addDays(planned.until, 9)), 'held');
    expect(await open()).toEqual([null, null]);
    await flies(noon(planned.until), noon(addDays(planned.until, 9)));
    // Who is not on the ticket may do without a passport.
    expect(await open()).toEqual([{ ...planned, flights: [{ reference, leaves: planned.until }], journey: null }, null]);
    // Named by its reference alone, when it leaves is not told.
    await platform.db.execute(sql`update evisa_groups set user_id = null, ticket_order_id = ${orderId} where id = ${groupId}`);
    expect((await open())[0]!.flights).toEqual([{ reference, leaves: null }]);
  });

  it('is away from the counter to the way back, as the case stands', () => {
    const france = assistedCountries.find(({ code }) => code === 'FR')!;
    const assisted = { kept: true, package: 'full', waitDays: 10, processingDays: 5 } as never;
    const offer = { calendar: france.calendar, assisted };
    const today = calendarDate('2026-11-23');
    const everyDay = () => true;
    const away = (one: Parameters<typeof awayOfCase>[1], day: typeof today) => awayOfCase(offer, one, day, everyDay);
    const one = { status: 'opened', passport: 'with_applicant', appointmentAt: null, overAt: null } as const;
    expect(away(one, today)).toEqual(plannedAway(offer, today, everyDay));
    const booked = { ...one, status: 'appointment_booked', appointmentAt: new Date('2026-12-15T05:30:00Z') } as const;
    expect(away(booked, today)!.from).toBe('2026-12-15');
    // One that was missed says nothing of when the passport will be away.
    const gone = { ...one, appointmentAt: new Date('2026-11-16T05:30:00Z') } as const;
    for (const status of ['missed', 'appointment_searching'] as const)
      expect(away({ ...gone, status }, today)).toEqual(plannedAway(offer, today, everyDay));
    const there = away({ ...booked, status: 'in_process', passport: 'at_mission' }, calendarDate('2026-12-16'))!;
    expect([there.from, there.until]).toEqual(['2026-12-16', away(booked, today)!.until]);
    // Taking longer than most, it is not said to be back already.
    const long = away({ ...booked, status: 'in_process', passport: 'at_mission' }, calendarDate('2027-03-01'))!;
    expect(long.until > '2027-03-01').toBe(true);
    expect(away({ ...booked, status: 'delivered', passport: 'returned', overAt: new Date() }, today)).toBeNull();
    expect(away({ ...booked, status: 'attended' }, today)).toBeNull();
    expect(plannedAway({ ...offer, assisted: { ...(assisted as object), kept: false } as never }, today, everyDay)).toBeNull();
    expect(plannedAway({ ...offer, assisted: { ...(assisted as object), package: 'check' } as never }, today, everyDay)).toBeNull();
    const trip = (starts: string, ends: string) => ({ reference: starts, starts: calendarDate(starts), ends: calendarDate(ends) });
    const days = { from: calendarDate('2026-12-10'), until: calendarDate('2026-12-20') };
    const touched = tripsWithout(days, [
      trip('2026-12-20', '2027-01-02'),
      trip('2026-12-01', '2026-12-09'),
      trip('2026-12-01', '2026-12-10'),
      trip('2026-12-21', '2026-12-22'),
    ]);
    expect(touched.map(({ starts }) => starts)).toEqual(['2026-12-01', '2026-12-20']);
  });
});

describe('an officer', () => {
  it('does not confirm a file that misses papers, nor one they built themselves; the second is told of the first', async () => {
    const { ids, groupId } = await desk.paid('spain');
    const id = ids[0]!;
    expect(await desk.work(id, { do: 'confirm-file' })).toEqual({ ok: false, refused: 'nobody-has-it' });
    await desk.work(id, { do: 'claim' });
    expect(await desk.work(id, { do: 'confirm-file' }, 'officer-two')).toEqual({ ok: false, refused: 'papers-missing' });
    await desk.sendPapers(groupId, 0);
    expect(await desk.work(id, { do: 'confirm-file' })).toEqual({ ok: false, refused: 'same-person' });
    const { version } = await desk.one(id);
    expect((await desk.work(id, { do: 'confirm-file' }, 'officer-two', version)).ok).toBe(true);
    expect(await desk.work(id, { do: 'hunt' }, 'officer-one', version)).toEqual({ ok: false, refused: 'changed-meanwhile' });
  });

  it('asks for more, and cannot confirm before the answer is there', async () => {
    const { ids, groupId } = await desk.paid('spain');
    const id = ids[0]!;
    await desk.sendPapers(groupId, 0);
    await desk.work(id, { do: 'claim' });
    platform.clock.advance(hourMs);
    expect((await desk.work(id, { do: 'ask', items: [{ kind: 'document', code: 'bank' }], words: 'Six months, please.' })).ok).toBe(true);
    expect(await desk.work(id, { do: 'confirm-file' }, 'officer-two')).toEqual({ ok: false, refused: 'still-asked' });
    const answer = { caseId: id, who: 'guest', requestId: 'test', typed: {}, words: '' };
    expect(await answerCase(platform, answer)).toEqual({ ok: false, refused: 'paper-missing' });
    platform.clock.advance(hourMs);
    await desk.sendPapers(groupId, 0);
    expect((await answerCase(platform, answer)).ok).toBe(true);
    expect((await desk.work(id, { do: 'confirm-file' }, 'officer-two')).ok).toBe(true);
  });

  it('gets no answer without the paper that was asked for: it is marked, what was sent before is no tick, and words stay', async () => {
    const { ids, groupId, orderId } = await desk.paid('spain');
    await desk.sendPapers(groupId, 0);
    await desk.work(ids[0]!, { do: 'claim' });
    platform.clock.advance(hourMs);
    await desk.work(ids[0]!, { do: 'ask', items: [{ kind: 'document', code: 'bank' }], words: 'Six months,\nplease.' });
    const app = await openTestApp(platform);
    const cookie = orderCookie(platform, orderId).split(';')[0]!;
    const at = `/visa-assistance/apply/${groupId}?traveller=1`;
    const fieldOf = (html: string) => /<div class="ev-upload[^>]*><label for="paper-bank".*?<\/div>/s.exec(html)![0];
    const send = (file: File) => {
      const body = new FormData();
      for (const [name, value] of [
        ['traveller', '1'],
        ['intent', 'answer'],
        ['words', 'From the branch'],
      ] as const)
        body.set(name, value);
      body.set('paper.bank', file);
      return app.send(at, { method: 'POST', cookie, body });
    };
    const asked = await (await app.send(at, { cookie })).text();
    expect(asked).toContain('<blockquote dir="auto">Six months,\nplease.</blockquote>');
    expect(fieldOf(asked)).toContain('What you sent before; we need another one');
    expect(fieldOf(asked)).not.toContain('#done');
    expect(fieldOf(asked)).not.toContain('aria-invalid');
    const back = await send(new File([], ''));
    expect(back.status).toBe(422);
    const html = await back.text();
    expect(html).toMatch(/role="alert".*href="#paper-bank"[^>]*>[^<]*: Choose a file\. The officer asked for this paper\./s);
    expect(fieldOf(html)).toMatch(/Choose a file\..*aria-invalid="true"/s);
    expect(html).toContain('From the branch</textarea>');
    const unfit = await send(new File(['words'], 'statement.pdf', { type: 'application/pdf' }));
    expect(unfit.status).toBe(422);
    expect(fieldOf(await unfit.text())).toMatch(/not a JPG, PNG or PDF.*aria-invalid="true"/s);
    const taken = await send(new File([Buffer.from(desk.letter)], 'statement.pdf', { type: 'application/pdf' }));
    expect(taken.headers.get('Location')).toBe(`${at}&saved=answered`);
  });

  it('leaves a line in the audit for every look at a paper', async () => {
    const { ids, groupId } = await desk.paid('spain');
    await desk.sendPapers(groupId, 0);
    const [paper] = await findDocuments(platform.db, [ids[0]!]);
    const opened = await openCasePaper(platform, { caseId: ids[0]!, documentId: paper!.id, staffId: 'officer-one', requestId: 'look' });
    expect(opened?.content.byteLength).toBe(paper!.bytes);
    const looks = await rows<{ n: number }>(
      sql`select count(*)::int n from audit_events where action = 'assisted.paper-read' and subject = ${`evisa_documents:${paper!.id}`}`,
    );
    expect(looks[0]!.n).toBe(1);
  });
});

describe('the appointment', () => {
  it('is reminded of a day and three hours before, missed after a silent day, and the wait seen shows on the page', async () => {
    const { ids, groupId } = await desk.paid('switzerland', 1, { arrival: '2027-05-01' });
    const id = ids[0]!;
    const now = platform.clock.now();
    const day = new Date(now + 20 * dayMs).toISOString().slice(0, 10);
    expect(await desk.work(id, { do: 'book', at: `${day}T09:30`, reference: 'X-1234', letter: null })).toMatchObject({ ok: false });
    expect((await booked(id, groupId, `${day}T09:30`)).ok).toBe(true);
    const view = await openAssistedCountry(platform, 'switzerland', 'en', { passport: '', region: 'AE-DU', purpose: '', travel: '' });
    expect(view?.wait.seen?.firstFree).toBe('2026-12-14');
    const at = (await desk.one(id)).appointmentAt!.getTime();
    platform.clock.advance(at - 20 * hourMs - platform.clock.now());
    await desk.appointments();
    expect((await desk.one(id)).reminded).toBe('day');
    platform.clock.advance(18 * hourMs);
    await desk.appointments();
    expect((await desk.one(id)).reminded).toBe('hours');
    platform.clock.advance(2 * dayMs);
    await desk.appointments();
    expect((await desk.one(id)).status).toBe('missed');
    expect((await desk.work(id, { do: 'hunt-again' })).ok).toBe(true);
  });
});

describe('a case to its end', () => {
  it('goes from the counter to the door: sticker proof-read, every passport move with two identities', async () => {
    const { ids, groupId, orderId, forms } = await desk.paid('greece', 1, { arrival: '2027-06-01' });
    const id = ids[0]!;
    const when = new Date(platform.clock.now() + 10 * dayMs).toISOString().slice(0, 10);
    await booked(id, groupId, `${when}T09:30`);
    await desk.work(id, { do: 'attend', biometricsOn: null });
    expect((await desk.work(id, { do: 'lodge', reference: 'GR-1', condition: 'good' })).ok).toBe(true);
    expect((await desk.one(id)).passport).toBe('at_centre');
    expect((await desk.work(id, { do: 'decide', outcome: 'granted' })).ok).toBe(true);
    expect(
      await desk.work(id, { do: 'collect', seal: '', spot: 'S1', condition: 'good', proof: 'Slip 9' }),
      'what comes into the house lies in a sealed bag',
    ).toEqual({ ok: false, refused: 'seal-missing' });
    expect((await desk.work(id, { do: 'collect', seal: 'B-100', spot: 'S1', condition: 'good', proof: 'Slip 9' })).ok).toBe(true);
    const dispatch = { do: 'dispatch', tracking: 'AWB12345', insured: 1_000_00, condition: 'good' } as const;
    expect(await desk.work(id, dispatch)).toEqual({ ok: false, refused: 'sticker-unread' });
    const sticker = {
      number: 'C1',
      surname: forms[0]!.surname!,
      givenNames: forms[0]!.givenNames!,
      passport: 'P9',
      validFrom: calendarDate('2027-05-01'),
      validUntil: calendarDate('2027-10-01'),
      stay: 30,
      entries: 'single',
    } as const;
    await desk.work(id, { do: 'read-sticker', sticker, photo: desk.photo });
    expect(await desk.work(id, dispatch)).toEqual({ ok: false, refused: 'sticker-differs' });
    await desk.work(id, { do: 'read-sticker', sticker: { ...sticker, passport: forms[0]!.number! }, photo: desk.photo });
    expect((await desk.work(id, dispatch)).ok).toBe(true);
    expect((await desk.work(id, { do: 'deliver', proof: 'OTP 1188', condition: 'good' })).ok).toBe(true);
    await desk.settle();
    expect((await desk.order(orderId)).status).toBe('completed');
    const ledger = await rows<{ from_place: string; to_place: string; given_by: string; received_by: string }>(
      sql`select from_place, to_place, given_by, received_by from passport_custody where case_id = ${id} order by number`,
    );
    expect(ledger.map((line) => `${line.from_place}>${line.to_place} ${line.given_by}>${line.received_by}`)).toEqual([
      'with_applicant>at_centre applicant>centre',
      'at_centre>ready_for_collection mission>centre',
      'ready_for_collection>with_us_return centre>staff:officer-one',
      'with_us_return>with_courier staff:officer-one>courier',
      'with_courier>returned courier>applicant',
    ]);
    await expect(platform.db.execute(sql`delete from passport_custody where case_id = ${id}`)).rejects.toThrow();
    expect(await desk.counter.listPapers(orderId)).toMatchObject([{ name: 'appointment-1.pdf', kind: 'appointment' }]);
  });

  it('closes the order when the mission says no, and gives back by the row of it', async () => {
    const { ids, groupId, orderId } = await desk.paid('united-kingdom', 1, {
      arrival: new Date(platform.clock.now() + 80 * dayMs).toISOString().slice(0, 10),
    });
    const id = ids[0]!;
    const when = new Date(platform.clock.now() + 5 * dayMs).toISOString().slice(0, 10);
    await booked(id, groupId, `${when}T10:00`);
    await desk.work(id, { do: 'attend', biometricsOn: null });
    await desk.work(id, { do: 'lodge', reference: 'GWF-1', condition: 'good' });
    expect((await desk.work(id, { do: 'decide', outcome: 'refused', letter: new Uint8Array(pngOf(640, 480)) })).ok).toBe(true);
    const kept = await findDocuments(platform.db, [id]);
    expect(kept.map(({ kind }) => kind)).toContain('refusal');
    // Another that comes later takes its place, also when all is over; one that is none is refused and keeps the first.
    expect(await desk.work(id, { do: 'add-refusal', letter: null })).toEqual({ ok: false, refused: 'refusal-missing' });
    expect(await desk.work(id, { do: 'add-refusal', letter: new TextEncoder().encode('<html>') })).toEqual({
      ok: false,
      refused: 'paper-refused',
    });
    expect((await desk.work(id, { do: 'collect', seal: 'B-200', spot: 'S1', condition: 'good', proof: 'Slip 9' })).ok).toBe(true);
    expect((await desk.work(id, { do: 'hand-over', proof: 'ID 784', condition: 'good' })).ok).toBe(true);
    await desk.settle();
    expect((await desk.order(orderId)).status).toBe('closed');
    expect(await findRefundsOfOrder(platform.db, orderId)).toEqual([]);
    expect((await desk.work(id, { do: 'add-refusal', letter: new Uint8Array(pngOf(800, 600)) })).ok).toBe(true);
    const letters = (await findDocuments(platform.db, [id])).filter(({ kind }) => kind === 'refusal');
    expect(letters).toHaveLength(1);
    expect(letters[0]!.id).not.toBe(kept.find(({ kind }) => kind === 'refusal')!.id);
    const { rows: audited } = (await platform.db.execute(
      sql`select subject from audit_events where action = 'assisted.refusal-letter-added' and subject = ${`assisted_cases:${id}`}`,
    )) as unknown as { rows: object[] };
    expect(audited).toHaveLength(1);
    const { rows } = (await platform.db.execute(
      sql`select id from pgboss.job where name = 'assisted.mail' and data ->> 'template' = 'refusal-letter' and data ->> 'caseId' = ${id}`,
    )) as unknown as { rows: object[] };
    expect(rows).toHaveLength(1);
  });
});

describe('withdrawing', () => {
  it('waits until the passport is home, with a task for the desk, and then pays by the stage', async () => {
    const { ids, groupId, orderId } = await desk.paid('austria', 1, { arrival: '2027-06-01' });
    const id = ids[0]!;
    await desk.sendPapers(groupId, 0);
    await desk.work(id, { do: 'claim' });
    expect(await movePassport(platform, step(id, 'received_by_us', { seal: 'B-300' }))).toEqual({ ok: true, value: 'recorded' });
    const wish = { caseId: id, by: 'customer', who: 'guest' } as const;
    expect(await withdrawCase(platform, wish)).toEqual({ ok: true, value: 'passport-first' });
    expect((await tasks('assisted-withdrawal')).map(({ subject }) => subject)).toEqual([`assisted_cases:${id}`]);
    expect(await withdrawCase(platform, { ...wish, by: 'staff', who: 'staff:officer-one' })).toEqual({
      ok: false,
      refused: 'passport-first',
    });
    expect((await movePassport(platform, step(id, 'returned'))).ok).toBe(true);
    expect(await withdrawCase(platform, { ...wish, by: 'staff', who: 'staff:officer-one' })).toEqual({ ok: true, value: 'withdrawn' });
    await desk.settle();
    const quote = await getQuote(platform.db, await desk.order(orderId));
    const owed = caseRefundOf(quote.lines, 0, caseSharesAt({ rejectedService: 0 }, 'opened')).reduce(
      (sum, line) => sum + line.amount.amount,
      0,
    );
    expect((await findRefundsOfOrder(platform.db, orderId)).map(({ amount }) => amount)).toEqual([owed]);
  });
});

describe('custody', () => {
  it('between colleagues stands in the ledger only when the second says, as themselves, that they have it', async () => {
    const { ids } = await desk.paid('norway', 1, { arrival: '2027-06-01' });
    const id = ids[0]!;
    expect(await movePassport(platform, step(id, 'received_by_us', { seal: 'B-400', proof: '' }))).toEqual({
      ok: false,
      refused: 'proof-missing',
    });
    await movePassport(platform, step(id, 'received_by_us', { seal: 'B-400' }));
    expect(await movePassport(platform, step(id, 'in_safe', { seal: 'B-400' }))).toEqual({ ok: false, refused: 'colleague-missing' });
    const offer = step(id, 'in_safe', { seal: 'B-400', colleague: 'officer-two' });
    expect(await movePassport(platform, offer)).toEqual({ ok: true, value: 'offered' });
    expect((await desk.one(id)).passport).toBe('received_by_us');
    const answer = { caseId: id, requestId: 'test', answer: 'taken' } as const;
    expect(await answerHandover(platform, { ...answer, staffId: 'officer-one' })).toEqual({ ok: false, refused: 'not-yours' });
    expect((await answerHandover(platform, { ...answer, staffId: 'officer-two' })).ok).toBe(true);
    expect((await desk.one(id)).passport).toBe('in_safe');
    await movePassport(platform, step(id, 'returned'));
  });

  it('is counted every night, and a planted discrepancy becomes a task that closes when it is mended', async () => {
    const { ids } = await desk.paid('sweden', 1, { arrival: '2027-06-01' });
    const id = ids[0]!;
    await movePassport(platform, step(id, 'received_by_us', { seal: 'B-500' }));
    const count = { staffId: 'officer-two', requestId: 'test' };
    expect(await recordCount(platform, { ...count, found: ['B-500'] })).toEqual({ missing: [], unexpected: [] });
    expect((await countCustody(platform)).filter((one) => one.id === id)).toEqual([]);
    const before = (await tasks('passport-count')).length;
    await platform.db.execute(sql`update assisted_cases set passport = 'in_safe', seal = 'B-501' where id = ${id}`);
    const found = await countCustody(platform);
    expect(found.filter((one) => one.id === id)).toEqual([{ id, fault: 'card-differs' }]);
    expect((await tasks('passport-count')).map(({ subject }) => subject)).toContain(`assisted_cases:${id}`);
    expect(await recordCount(platform, { ...count, found: ['B-500'] })).toEqual({ missing: ['B-501'], unexpected: ['B-500'] });
    await platform.db.execute(sql`update assisted_cases set passport = 'received_by_us', seal = 'B-500' where id = ${id}`);
    await recordCount(platform, { ...count, found: ['B-500'] });
    await countCustody(platform);
    expect((await tasks('passport-count')).length).toBe(before);
  });
});
