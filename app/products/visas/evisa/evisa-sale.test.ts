import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { evisaCountries } from '../../../../seeds/visas/evisa-countries.ts';
import { confirmCancel, keepOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { askOrderRefund, findRefundable } from '#app/commerce/orders/staff/refund-order.server.ts';
import { openOrderPaper } from '#app/commerce/orders/open-order-paper.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { deliveredDeskHours } from '#app/commerce/inquiries/answer-time-rules.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { money } from '#app/values/money.ts';
import { addDays, dateIn, dayMs, dayNumber, instant } from '#app/values/dates.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { answerEvisa, withdrawEvisa } from './answer-evisa.server.ts';
import { refundTable, sharesAt } from './evisa-refund.ts';
import { refundRows } from './evisa-words.server.ts';
import { countRecords, findRecords } from './evisa-records-store.server.ts';
import { passPromise } from './end-application.server.ts';
import { listEvisaCountries } from './list-evisa-countries.server.ts';
import { giveApplication, lockApplication, sealIssued } from './evisa-applications-store.server.ts';
import { findGroupAsSystem } from './evisa-groups-store.server.ts';
import { findRefunds } from './evisa-refunds-store.server.ts';
import { aForm, openTestEvisas } from './evisa-testing.ts';
import type { VisaEntries } from './evisa-offer.ts';
import { openEvisaCountry } from './open-evisa-country.server.ts';
import { countQueues, findCasesAsStaff, findCasesById, isLate } from './staff/evisa-desk-store.server.ts';
import { readCaseView } from './staff/evisa-desk-view.ts';
import { openPaperAsStaff, proofOfCase } from './staff/work-evisa.server.ts';
import { sendPaper, readPaper } from './keep-evisa.server.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { pngOf } from '#tests/support/visa-papers.ts';
import { reviewChecks } from './staff/review-rules.ts';
import { settleRefunds } from './work-evisas.server.ts';

const platform = await openTestPlatform();
const desk = await openTestEvisas(platform, evisaCountries);
const rows = async <Row>(query: ReturnType<typeof sql>) => ((await platform.db.execute(query)) as unknown as { rows: Row[] }).rows;
const who = { by: 'customer', who: 'guest' } as const;

async function paid(people = 2, slug = 'india', more = {}) {
  const groupId = await desk.applied(
    slug,
    Array.from({ length: people }, () => aForm()),
    more,
  );
  const placed = await desk.place(groupId);
  if (!placed.ok) throw new Error(placed.refused);
  await desk.pay(placed.value.orderId);
  return { groupId, orderId: placed.value.orderId, cases: await desk.cases(groupId) };
}
const filed = async (id: string) => {
  await desk.work(id, { event: 'claim' });
  await desk.work(id, { event: 'confirm', checks: reviewChecks }, 'officer-two');
  const done = await desk.work(id, { event: 'file', reference: 'REF-1' });
  if (!done.ok) throw new Error(done.refused);
};

/** The mail of an application's end, as it was read. */
const endMail = async (groupId: string, subject: string) =>
  (await platform.mail.folder!.list()).find((mail) => mail.subject.startsWith(subject) && mail.text.includes(groupId))!.text;

describe('placing', () => {
  it('refuses a group in which somebody is not complete, and one that nobody agreed to', async () => {
    const short = await desk.applied('india', [aForm({ expires: '2027-01-01' })]);
    expect(await desk.place(short)).toEqual({ ok: false, refused: 'not-ready' });
    const whole = await desk.applied('india', [aForm()]);
    expect(await desk.place(whole, { agreed: false })).toEqual({ ok: false, refused: 'not-agreed' });
  });

  it('refuses the same person for the same country twice', async () => {
    const form = aForm();
    expect((await desk.place(await desk.applied('india', [form]))).ok).toBe(true);
    expect(await desk.place(await desk.applied('india', [form]))).toEqual({ ok: false, refused: 'duplicate-application' });
    expect((await desk.place(await desk.applied('sri-lanka', [form]))).ok).toBe(true);
  });

  it('lets go of an unpaid order after a day, and the group can be placed again', async () => {
    const groupId = await desk.applied('india', [aForm()]);
    const placed = await desk.place(groupId);
    expect(placed.ok && (await desk.order(placed.value.orderId)).status).toBe('held');
    platform.clock.advance(dayMs + 60_000);
    const { expireOrders } = await import('#app/commerce/orders/expire-orders.server.ts');
    await expireOrders(platform, [desk.product]);
    await desk.settle();
    expect(placed.ok && (await desk.order(placed.value.orderId)).status).toBe('expired');
    expect((await desk.place(groupId)).ok).toBe(true);
  });
});

describe('a paid group', () => {
  it('is taken on: money taken, one invoice with the government fee as a disbursement, the promised day', async () => {
    const { orderId, cases } = await paid(4, 'india', { courier: true });
    const order = await desk.order(orderId);
    expect([order.status, cases.map(({ status }) => status)]).toEqual(['accepted', ['received', 'received', 'received', 'received']]);
    expect(cases[0]!.deliverBy).toMatch(/^2026-1[12]-\d\d$/);
    const invoices = await findInvoicesOfOrder(platform.db, orderId);
    expect(invoices).toHaveLength(1);
    const [invoice] = invoices;
    expect(invoice!.lines.map((line) => line.vatCategory)).toEqual(['out-of-scope', 'standard', 'standard']);
    expect(invoice!.lines.map(({ words }) => words.en)).toEqual([
      expect.stringMatching(/^Government fee: India, \w+, .*\d+ days/),
      expect.stringMatching(/^Visa handling: India, /),
      'Courier',
    ]);
    expect(invoice!.lines[0]!.words.ar).toMatch(/^\p{Script=Arabic}[^:]+: الهند، /u);
    expect(invoice!.gross).toBe(order.total);
    expect(await rows(sql`select status, amount::int from payments where order_id = ${orderId}`)).toEqual([
      { status: 'succeeded', amount: order.total },
    ]);
  });

  it('keeps papers sealed on disk and gives them to an officer only with a line in the audit', async () => {
    const { cases } = await paid(1);
    const [document] = await rows<{ id: string; stored: string }>(
      sql`select id, stored from evisa_documents where application_id = ${cases[0]!.id} and kind = 'photo'`,
    );
    const onDisk = (await platform.files.find(document!.stored))!;
    expect(onDisk.includes(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).toBe(false);
    const audits = () => rows(sql`select 1 from audit_events where action = 'evisa.paper-read'`);
    const before = (await audits()).length;
    const opened = await openPaperAsStaff(platform, {
      applicationId: cases[0]!.id,
      documentId: document!.id,
      staffId: 'officer-one',
      requestId: 'test',
    });
    expect(opened?.content.subarray(1, 4).toString()).toBe('PNG');
    expect((await audits()).length).toBe(before + 1);
    expect(
      await openPaperAsStaff(platform, { applicationId: 'other', documentId: document!.id, staffId: 'officer-one', requestId: 'test' }),
    ).toBeNull();
    await expect(readPaper(platform, { id: 'moved', stored: document!.stored })).rejects.toThrow();
  });

  it('needs a second pair of eyes, and tells the second officer of two that the case has moved', async () => {
    const { cases } = await paid(1);
    const id = cases[0]!.id;
    const { version } = cases[0]!;
    expect((await desk.work(id, { event: 'claim' })).ok).toBe(true);
    expect(await desk.work(id, { event: 'claim' }, 'officer-two', version)).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect(await desk.work(id, { event: 'confirm', checks: reviewChecks })).toEqual({ ok: false, refused: 'same-person' });
    expect((await desk.work(id, { event: 'confirm', checks: reviewChecks }, 'officer-two')).ok).toBe(true);
  });

  it('stands still while the traveller is asked, and goes on with every paper that was asked for', async () => {
    const { cases, groupId } = await paid(1);
    const id = cases[0]!.id;
    await desk.work(id, { event: 'claim' });
    // The paper that was sent with the application is no answer.
    platform.clock.advance(60_000);
    await desk.work(id, { event: 'ask-more', items: [{ kind: 'document', code: 'photo' }], words: 'The photo has a shadow.' });
    platform.clock.advance(3 * dayMs + 60_000);
    await desk.promises();
    await desk.settle();
    expect((await desk.cases(groupId))[0]!.reminded).toBe(2);
    const answer = { applicationId: id, ...who, typed: {}, words: 'Here it is' };
    expect(await answerEvisa(platform, answer)).toEqual({ ok: false, refused: 'paper-missing' });
    expect(
      (await sendPaper(platform, { groupId, position: 0, kind: 'photo', content: new Uint8Array(pngOf(420, 520)), who: 'guest' })).ok,
    ).toBe(true);
    expect((await answerEvisa(platform, answer)).ok).toBe(true);
    const after = (await desk.cases(groupId))[0]!;
    expect([after.status, after.officer]).toEqual(['in_review', 'officer-one']);
    expect(after.deliverBy! > cases[0]!.deliverBy!).toBe(true);
  });

  it('is counted on as it was promised where that was before the desk had days of its own', async () => {
    const { cases, groupId } = await paid(1);
    const { id, receivedAt } = cases[0]!;
    await desk.work(id, { event: 'claim' });
    await desk.work(id, { event: 'ask-more', items: [{ kind: 'field', code: 'father' }], words: 'Where do you stay?' });
    const today = dateIn('Asia/Dubai', platform.clock.now());
    const closed = [{ name: 'Moving house', from: today, until: addDays(today, 9) }];
    await applySetting(platform.db, 'hours', { ...deliveredDeskHours, holidays: closed });
    await platform.db.execute(
      sql`update setting_changes set decided_at = ${receivedAt!.toISOString()}::timestamptz where section = 'hours'`,
    );
    const answer = { applicationId: id, ...who, typed: {}, words: 'With friends' };
    await platform.db.execute(sql`update evisa_applications set by_desk_days = false where id = ${id}`);
    expect((await answerEvisa(platform, answer)).ok).toBe(true);
    expect((await desk.cases(groupId))[0]!.deliverBy).toBe(cases[0]!.deliverBy);
    await platform.db.execute(sql`update evisa_applications set by_desk_days = true where id = ${id}`);
    await desk.work(id, { event: 'ask-more', items: [{ kind: 'field', code: 'father' }], words: 'And then?' });
    expect((await answerEvisa(platform, answer)).ok).toBe(true);
    expect((await desk.cases(groupId))[0]!.deliverBy! > cases[0]!.deliverBy!).toBe(true);
    await platform.db.execute(sql`delete from setting_changes where section = 'hours'`);
  });

  it('is closed after fourteen days without an answer, by the table', async () => {
    const { cases, orderId, groupId } = await paid(1);
    await desk.work(cases[0]!.id, { event: 'claim' });
    await desk.work(cases[0]!.id, { event: 'ask-more', items: [{ kind: 'field', code: 'father' }], words: '' });
    platform.clock.advance(14 * dayMs);
    await desk.promises();
    await desk.settle();
    expect((await desk.cases(groupId))[0]!.status).toBe('closed_incomplete');
    expect((await desk.order(orderId)).status).toBe('closed');
  });
});

describe('a question of the authority', () => {
  const day = (at: number) => dateIn('Asia/Dubai', instant(at));
  const stands = async (groupId: string) => (await desk.cases(groupId))[0]!;
  const taskOf = (id: string) =>
    rows<{ textKey: string; open: boolean }>(
      sql`select text_key as "textKey", closed_at is null as open from staff_tasks where kind = 'authority-query' and subject = ${`evisa_applications:${id}`} order by opened_at`,
    );
  const templates = async (groupId: string) =>
    (await rows<{ kind: string }>(sql`select kind from mail_log where id like ${`evisa-${groupId}.%`}`)).map(({ kind }) => kind);

  it('needs a last day that is still to come, and words only beside something that is asked', async () => {
    const { cases } = await paid(1);
    const { id } = cases[0]!;
    await filed(id);
    const query = { event: 'authority-asks', items: [], words: '' } as const;
    const today = day(platform.clock.now());
    for (const answerBy of [addDays(today, -1), addDays(today, 121)])
      expect(await desk.work(id, { ...query, answerBy })).toEqual({ ok: false, refused: 'date-not-possible' });
    expect(await desk.work(id, { ...query, answerBy: today, words: 'Where do you stay?' })).toEqual({
      ok: false,
      refused: 'nothing-asked',
    });
  });

  it('that the traveller answers stops the clock, is reminded of, calls the officer, and is never closed by us', async () => {
    const { cases, groupId, orderId } = await paid(1);
    const { id, deliverBy } = cases[0]!;
    await filed(id);
    platform.clock.advance(60_000);
    const answerBy = addDays(day(platform.clock.now()), 30);
    const asked = await desk.work(id, {
      event: 'authority-asks',
      answerBy,
      items: [{ kind: 'document', code: 'photo' }],
      words: 'A photo without glasses.',
    });
    expect(asked.ok && [asked.value.status, asked.value.authorityDue]).toEqual(['authority_query', answerBy]);
    const link = async () => (await desk.counter.describe(orderId, 'en')).parts![0]!.members[0]!.link!.words;
    expect(await link()).toBe('Answer what was asked');
    const waits = async () => (await desk.counter.describe(orderId, 'en')).asks ?? null;
    expect(await waits()).toEqual({
      words: 'Something is missing from this application, and it waits for you.',
      to: `/e-visa/apply/${groupId}?traveller=1`,
      go: 'Answer what was asked',
    });
    platform.clock.advance(16 * dayMs);
    await desk.promises();
    await desk.settle();
    // Two weeks of silence close what we asked for ourselves; this the authority decides.
    expect((await stands(groupId)).status).toBe('authority_query');
    expect((await templates(groupId)).toSorted()).toEqual(['evisas.authority-asked', 'evisas.authority-reminder', 'evisas.filed']);
    const answer = { applicationId: id, ...who, typed: {}, words: '' };
    expect(await answerEvisa(platform, answer)).toEqual({ ok: false, refused: 'paper-missing' });
    expect(
      (await sendPaper(platform, { groupId, position: 0, kind: 'photo', content: new Uint8Array(pngOf(421, 521)), who: 'guest' })).ok,
    ).toBe(true);
    expect(await answerEvisa(platform, answer)).toEqual({ ok: true, value: null });
    expect(await link()).toBe('Open the application');
    expect(await taskOf(id)).toEqual([{ textKey: 'tasks:authority-query.answered', open: true }]);
    // A second answer finds nothing that is asked, nor does a paper.
    expect(await answerEvisa(platform, answer)).toEqual({ ok: false, refused: 'not-possible' });
    expect(
      (await sendPaper(platform, { groupId, position: 0, kind: 'photo', content: new Uint8Array(pngOf(422, 522)), who: 'guest' })).ok,
    ).toBe(false);
    const later = (await stands(groupId)).deliverBy!;
    expect(dayNumber(later) - dayNumber(deliverBy!)).toBeGreaterThanOrEqual(14);
    expect((await desk.work(id, { event: 'answer-authority' })).ok).toBe(true);
    const after = await stands(groupId);
    expect([after.status, after.authorityDue, after.deliverBy]).toEqual(['submitted_to_authority', null, later]);
    expect(await taskOf(id)).toEqual([{ textKey: 'tasks:authority-query.answered', open: false }]);
  });

  it('that we answer ourselves goes on counting, and calls an officer once the day before its last', async () => {
    const { cases, groupId } = await paid(1);
    const { id, deliverBy } = cases[0]!;
    await filed(id);
    const answerBy = addDays(day(platform.clock.now()), 4);
    await desk.work(id, { event: 'authority-asks', answerBy, items: [], words: '' });
    platform.clock.advance(2 * dayMs);
    await desk.promises();
    expect(await taskOf(id)).toEqual([]);
    platform.clock.advance(dayMs);
    await desk.promises();
    await desk.promises();
    expect(await taskOf(id)).toEqual([{ textKey: 'tasks:authority-query.due', open: true }]);
    expect(await answerEvisa(platform, { applicationId: id, ...who, typed: {}, words: 'Me' })).toEqual({
      ok: false,
      refused: 'not-possible',
    });
    expect(await desk.work(id, { event: 'reject', reason: 'photo' })).toMatchObject({ ok: true, value: { authorityDue: null } });
    expect([(await stands(groupId)).deliverBy, await taskOf(id)]).toEqual([
      deliverBy,
      [{ textKey: 'tasks:authority-query.due', open: false }],
    ]);
  });

  it('that goes on past the promised day gives our fee back once, and leaves the question open', async () => {
    const { cases, groupId, orderId } = await paid(1);
    const { id } = cases[0]!;
    await filed(id);
    await desk.work(id, { event: 'authority-asks', answerBy: addDays(day(platform.clock.now()), 60), items: [], words: '' });
    platform.clock.advance(20 * dayMs);
    for (const _ of [1, 2]) await desk.promises();
    await desk.settle();
    expect((await stands(groupId)).status).toBe('authority_query');
    const owed = (await getQuote(platform.db, await desk.order(orderId))).lines.find(({ kind }) => kind === 'visa-fee')!.each.amount;
    const backs = async () => (await findRefundsOfOrder(platform.db, orderId)).map(({ amount }) => amount);
    expect([await backs(), (await templates(groupId)).filter((kind) => kind === 'evisas.late')]).toEqual([[owed], ['evisas.late']]);
    // Answered, it is late once more, and nothing more is owed.
    await desk.work(id, { event: 'answer-authority' });
    await desk.promises();
    await desk.settle();
    expect([(await stands(groupId)).status, await backs()]).toEqual(['delayed', [owed]]);
  });

  it('that ends in a refusal for one of two is named on the order, and for everybody is no exception', async () => {
    const { cases, orderId } = await paid(2);
    const without = async () => (await desk.counter.describe(orderId, 'en')).without;
    expect(await without()).toBeUndefined();
    for (const { id } of cases) await filed(id);
    expect((await desk.work(cases[1]!.id, { event: 'reject', reason: 'photo' })).ok).toBe(true);
    const { travellers } = await desk.counter.describe(orderId, 'en');
    const [surname, given] = travellers[1]!.name.split(' / ');
    expect(await without()).toEqual([`${given} ${surname}`]);
    expect((await desk.work(cases[0]!.id, { event: 'reject', reason: 'photo' })).ok).toBe(true);
    await desk.settle();
    expect([(await desk.order(orderId)).status, await without()]).toEqual(['closed', undefined]);
  });

  it('that ends in a refusal past the promised day owes our fee, though no clock had seen it', async () => {
    const { cases, orderId } = await paid(1);
    const { id } = cases[0]!;
    await filed(id);
    await desk.work(id, { event: 'authority-asks', answerBy: addDays(day(platform.clock.now()), 60), items: [], words: '' });
    platform.clock.advance(20 * dayMs);
    expect((await desk.work(id, { event: 'reject', reason: 'photo' })).ok).toBe(true);
    await desk.settle();
    const service = evisaCountries.find(({ code }) => code === 'IN')!.types[0]!.serviceFee;
    expect((await findRefundsOfOrder(platform.db, orderId)).map(({ amount }) => amount)).toEqual([service]);
    expect((await findRefunds(platform.db, [id])).map(({ cause }) => cause).toSorted()).toEqual(['ended', 'late']);
  });

  it('for which the traveller is waited for is late for nobody: no fee, no list, no reminder of a day that is behind', async () => {
    const { cases, groupId, orderId } = await paid(1);
    const { id } = cases[0]!;
    await filed(id);
    const answerBy = addDays(day(platform.clock.now()), 5);
    const before = await countQueues(platform.db, platform.clock.now());
    await desk.work(id, { event: 'authority-asks', answerBy, items: [{ kind: 'document', code: 'photo' }], words: '' });
    await desk.settle();
    const later = instant(platform.clock.now() + 30 * dayMs);
    const others = await rows<{ n: number }>(
      sql`select count(*)::int as n from evisa_applications where received_at is not null and over_at is null and id <> ${id}
        and status not in ('more_info_needed', 'authority_query') and deliver_by < ${day(later)}::date`,
    );
    expect([before.byState['authority_query'] ?? 0, (await countQueues(platform.db, later)).late]).toEqual([0, others[0]!.n]);
    const late = await findCasesAsStaff(platform.db, platform.crypto, readCaseView(new URLSearchParams('queue=all&due=late')), {
      me: 'officer-one',
      today: day(later),
      most: 500,
    });
    expect(late.map((row) => row.id)).not.toContain(id);
    const [own] = await findCasesById(platform.db, [id]);
    expect([own!.waits, isLate(own!, day(later))]).toEqual([true, false]);
    platform.clock.advance(6 * dayMs);
    await desk.promises();
    platform.clock.advance(4 * dayMs);
    await desk.promises();
    await desk.settle();
    // Ten days on: nothing was sent after the fifth, and the officer was called by name.
    expect((await templates(groupId)).toSorted()).toEqual(['evisas.authority-asked', 'evisas.filed']);
    expect(await findRefundsOfOrder(platform.db, orderId)).toEqual([]);
    const calls = () =>
      rows<{ textKey: string; claimedBy: string | null; open: boolean }>(
        sql`select text_key as "textKey", claimed_by as "claimedBy", closed_at is null as open from staff_tasks
          where kind = 'authority-query' and subject = ${`evisa_applications:${id}`} order by opened_at`,
      );
    expect(await calls()).toEqual([{ textKey: 'tasks:authority-query.due', claimedBy: 'staff:officer-one', open: true }]);
    // A colleague who is given the case has its call as well, and gives both back.
    const give = (to: string) =>
      transact(platform.db, async (tx) => {
        const application = (await lockApplication(tx, id))!;
        return giveApplication(tx, platform.clock.now(), { application, to, who: 'staff:officer-one', requestId: 'r' });
      });
    expect((await give('officer-two')).ok).toBe(true);
    expect(await calls()).toEqual([{ textKey: 'tasks:authority-query.due', claimedBy: 'staff:officer-two', open: true }]);
    expect((await give('officer-one')).ok).toBe(true);
    await sendPaper(platform, { groupId, position: 0, kind: 'photo', content: new Uint8Array(pngOf(431, 531)), who: 'guest' });
    // While that officer is away the answer is for whoever is there.
    const employed = (status: string) =>
      platform.db.execute(sql`update internal_users set employment_status = ${status} where user_id = 'officer-one'`);
    await employed('on_leave');
    expect((await answerEvisa(platform, { applicationId: id, ...who, typed: {}, words: '' })).ok).toBe(true);
    await desk.promises();
    expect(await calls()).toEqual([
      { textKey: 'tasks:authority-query.due', claimedBy: 'staff:officer-one', open: false },
      { textKey: 'tasks:authority-query.answered', claimedBy: null, open: true },
    ]);
    await employed('active');
    await desk.work(id, { event: 'reject', reason: 'photo' });
    await desk.settle();
  });
});

describe('the refund table', () => {
  const india = evisaCountries.find((country) => country.code === 'IN')!;

  it('is the same on the page, on the order, in its mail and in what goes back', async () => {
    const { orderId, cases, groupId } = await paid(2);
    const offer = (await findGroupAsSystem(platform.db, groupId))!.offer;
    const words = refundRows(offer, 'en');
    const page = await openEvisaCountry(platform, 'india', 'en', { passport: '', residence: '' });
    const order = await desk.counter.describe(orderId, 'en');
    const [mail] = await rows<{ n: number }>(
      sql`select count(*)::int as n from sent_messages where order_id = ${orderId} and template = 'order-accepted'`,
    );
    expect(mail!.n).toBe(1);
    const { reference } = await desk.order(orderId);
    const letter = (await platform.mail.folder!.list()).find(
      ({ text, subject }) => subject.startsWith('Taken on') && text.includes(reference),
    )!;
    expect(letter.text).toContain(`Promised by ${formatDate(cases[0]!.deliverBy!, 'en', 'long')}.`);
    expect(page!.refund.rows).toEqual(words);
    expect(order.parts[0]!.table!.rows).toEqual(words);
    expect(words).toHaveLength(refundTable(offer).length);

    await desk.work(cases[1]!.id, { event: 'claim' });
    expect((await withdrawEvisa(platform, { applicationId: cases[1]!.id, ...who })).ok).toBe(true);
    await desk.settle();
    const share = sharesAt(offer, 'review');
    const type = offer.types[0]!;
    const back = Math.round((type.governmentFee * share.government) / 100) + Math.round((type.serviceFee * share.service) / 100);
    expect((await findRefundsOfOrder(platform.db, orderId)).map(({ amount, status }) => [amount, status])).toEqual([[back, 'succeeded']]);
    const credit = (await findInvoicesOfOrder(platform.db, orderId)).find((invoice) => invoice.kind === 'credit-note');
    expect(credit!.gross).toBe(-back);
    // Every share behind the name of its part, and the sum that this traveller gets.
    const withdrawn = await endMail(groupId, 'Withdrawn');
    expect(withdrawn).toContain(`Goes back to you: ${formatMoney(money(back, 'AED'), 'en')}`);
    expect(withdrawn).toContain(`Government fee ${share.government}% · Our fee ${share.service}% · Courier ${share.courier}%`);
    expect((await desk.order(orderId)).status).toBe('accepted');
  });

  it('gives our fee back when the promised day is missed, and no part of it twice when the authority then says no', async () => {
    const { orderId, cases, groupId } = await paid(1);
    await filed(cases[0]!.id);
    platform.clock.advance(20 * dayMs);
    await desk.promises();
    await desk.settle();
    const service = india.types[0]!.serviceFee;
    expect((await findRefundsOfOrder(platform.db, orderId)).map(({ amount }) => amount)).toEqual([service]);
    expect((await desk.work(cases[0]!.id, { event: 'reject', reason: 'photo' })).ok).toBe(true);
    await desk.settle();
    const refunds = await findRefunds(platform.db, [cases[0]!.id]);
    expect(refunds.map(({ cause, amount }) => [cause, amount]).toSorted()).toEqual([
      ['ended', 0],
      ['late', service],
    ]);
    const said = formatMoney(money(service, 'AED'), 'en');
    expect(await endMail(groupId, 'The authority has decided')).toContain(
      `Goes back to you: Nothing more; ${said} went back before, for the missed day`,
    );
    expect((await desk.order(orderId)).status).toBe('closed');
  });

  it('says in the mail of a refusal what goes back, or that nothing does', async () => {
    const refused = async (slug: string) => {
      const { cases, groupId } = await paid(1, slug);
      await filed(cases[0]!.id);
      expect((await desk.work(cases[0]!.id, { event: 'reject', reason: 'photo' })).ok).toBe(true);
      await desk.settle();
      const sum = (await findRefunds(platform.db, [cases[0]!.id])).reduce((all, { amount }) => all + amount, 0);
      return { sum, mail: await endMail(groupId, 'The authority has decided') };
    };
    const [none, some] = [await refused('australia'), await refused('sri-lanka')];
    expect([none.sum, some.sum]).toEqual([0, evisaCountries.find(({ code }) => code === 'LK')!.types[0]!.serviceFee]);
    expect(none.mail).toContain('Goes back to you: Nothing, by the table below');
    expect(some.mail).toContain(`Goes back to you: ${formatMoney(money(some.sum, 'AED'), 'en')}`);
  });

  it('gives back and tells once what two processes settle in the same moment', async () => {
    const { orderId, cases } = await paid(1);
    await filed(cases[0]!.id);
    platform.clock.advance(20 * dayMs);
    await transact(platform.db, async (tx) => {
      await passPromise(tx, platform, (await lockApplication(tx, cases[0]!.id))!, { tell: true });
    });
    const settle = () => settleRefunds(platform, desk.product, cases[0]!.id);
    await Promise.all([settle(), settle()]);
    await desk.settle();
    const noted = await rows(sql`select 1 from order_events where order_id = ${orderId} and event = 'noted-refund'`);
    expect([(await findRefundsOfOrder(platform.db, orderId)).length, noted.length]).toEqual([1, 1]);
  });

  it('calls a colleague when the desk gave so much back by hand that the table cannot be kept', async () => {
    const { orderId, cases } = await paid(1);
    await filed(cases[0]!.id);
    const owner = { kind: 'staff', user: { id: 'officer-one' }, staff: { roles: ['owner'] } } as unknown as Viewer & { kind: 'staff' };
    const { left } = await findRefundable(platform.db, await desk.order(orderId));
    const wish = { amount: left - 100, reason: 'A long wait', lines: {} };
    const asked = await askOrderRefund(platform, desk.product, { viewer: owner, orderId, wish, requestId: 'r' });
    expect(asked.ok).toBe(true);
    platform.clock.advance(20 * dayMs);
    await desk.promises();
    await desk.settle();
    const told = (await listOpenStaffTasks(platform.db)).filter(
      ({ kind, subject }) => kind === 'refund-failed' && subject === `orders:${orderId}`,
    );
    // What is left goes back all the same; the colleague hears of the rest.
    expect((await findRefundsOfOrder(platform.db, orderId)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
      100,
      left - 100,
    ]);
    expect(told.map(({ detail }) => detail['amount'])).toEqual([india.types[0]!.serviceFee - 100]);
  });

  it('gives everything back when the whole order is taken back before anybody looked', async () => {
    const { orderId } = await paid(2);
    const ask = { orderId, ...who };
    const terms = await quoteCancel(platform, desk.product, ask);
    const total = (await getQuote(platform.db, await desk.order(orderId))).total.amount;
    expect(terms.ok && [terms.value.window, terms.value.refund?.amount]).toEqual(['by-stage', total]);
    expect((await confirmCancel(platform, desk.product, ask)).ok).toBe(true);
    await desk.settle();
    expect((await desk.order(orderId)).status).toBe('refunded');
  });

  it('does not let the whole order be taken back once part of it is with the authority', async () => {
    const { orderId, cases } = await paid(2);
    await filed(cases[0]!.id);
    const ask = { orderId, ...who };
    const terms = await quoteCancel(platform, desk.product, ask);
    expect(terms.ok && terms.value.refund).toBeNull();
    expect(await confirmCancel(platform, desk.product, ask)).toEqual({ ok: false, refused: 'refund-unknown' });
    expect(await desk.work(cases[1]!.id, { event: 'claim' })).toMatchObject({ ok: true });
    expect(await desk.work(cases[1]!.id, { event: 'confirm', checks: reviewChecks }, 'officer-two')).toEqual({
      ok: false,
      refused: 'order-not-open',
    });
    expect((await keepOrder(platform, desk.product, ask)).ok).toBe(true);
    expect((await desk.order(orderId)).status).toBe('accepted');
  });
});

describe('a visa', () => {
  const printed = (typed: { surname?: string; givenNames?: string; number?: string }) => ({
    number: 'V1',
    surname: typed.surname!,
    givenNames: typed.givenNames!,
    passport: typed.number!,
    validFrom: dateIn('Asia/Dubai', platform.clock.now()),
    validUntil: addDays(dateIn('Asia/Dubai', platform.clock.now()), 120),
    stay: 30,
    entries: 'double' as VisaEntries,
  });

  it('reaches its traveller only when it says what was applied for; then the order is done', async () => {
    const form = aForm();
    const groupId = await desk.applied('india', [form], { arrival: addDays(dateIn('Asia/Dubai', platform.clock.now()), 60) });
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    const { orderId } = placed.value;
    await desk.pay(orderId);
    const id = (await desk.cases(groupId))[0]!.id;
    await filed(id);
    const paper = desk.visa;
    expect((await desk.work(id, { event: 'approve', issued: { ...printed(form), passport: 'P9' }, paper })).ok).toBe(true);
    expect(await desk.work(id, { event: 'release' })).toEqual({ ok: false, refused: 'visa-differs' });
    expect(await desk.counter.listPapers(orderId)).toEqual([]);
    expect((await desk.work(id, { event: 'find-fault' })).ok).toBe(true);
    // Fewer entries than were bought are a fault of the visa like any other.
    expect((await desk.work(id, { event: 'corrected', issued: { ...printed(form), entries: 'single' }, paper })).ok).toBe(true);
    expect(await proofOfCase(platform, id)).toEqual(['entries-fewer']);
    expect(await desk.work(id, { event: 'release' })).toEqual({ ok: false, refused: 'visa-differs' });
    expect((await desk.work(id, { event: 'find-fault' })).ok).toBe(true);
    expect((await desk.work(id, { event: 'corrected', issued: printed(form), paper })).ok).toBe(true);
    expect((await desk.work(id, { event: 'release' })).ok).toBe(true);
    await desk.settle();
    expect((await desk.order(orderId)).status).toBe('completed');
    expect(await desk.counter.listPapers(orderId)).toMatchObject([
      { name: 'visa-1.pdf', kind: 'visa' },
      { name: 'boarding-1.pdf', kind: 'boarding' },
    ]);
    expect((await desk.counter.openPaper(orderId, 'visa-1.pdf', 'en'))?.foreign).toBe(true);
    // Of staff only who may look at passports sees it, and each look is on record.
    const colleague = (role: string) => ({ kind: 'staff', user: { id: role }, staff: { roles: [role] } }) as unknown as Viewer;
    const look = async (staff: Viewer | null) =>
      (await openOrderPaper(platform, desk.counter, { order: { id: orderId }, name: 'visa-1.pdf', language: 'en', staff })) !== null;
    const looks = () => rows(sql`select actor from audit_events where action = 'order.paper-read' and subject = ${`orders:${orderId}`}`);
    expect([await look(colleague('support_agent')), await look(colleague('finance')), await look({ kind: 'anonymous' })]).toEqual([
      false,
      false,
      false,
    ]);
    expect([await looks(), await look(null)]).toEqual([[], true]);
    expect(await look(colleague('visa_officer'))).toBe(true);
    expect(await looks()).toEqual([{ actor: 'staff:visa_officer' }]);
  });

  it('comes with a note for the check-in desk, in the language of its traveller and in English, while it can be travelled on', async () => {
    const form = aForm();
    const groupId = await desk.applied('india', [form], { arrival: addDays(dateIn('Asia/Dubai', platform.clock.now()), 60) });
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    const { orderId } = placed.value;
    await desk.pay(orderId);
    const id = (await desk.cases(groupId))[0]!.id;
    const note = (language: 'en' | 'ar') => desk.counter.openPaper(orderId, 'boarding-1.pdf', language);
    await filed(id);
    await desk.work(id, { event: 'approve', issued: printed(form), paper: desk.visa });
    // Proof-read or not, it is nobody's before the release.
    expect([await note('en'), await desk.counter.listPapers(orderId)]).toEqual([null, []]);
    expect((await desk.work(id, { event: 'release' })).ok).toBe(true);
    await desk.settle();
    const [english, arabic] = [(await note('en'))!, (await note('ar'))!];
    const said = [english, arabic].map(({ type, content }) => ({ type, ...readPdf(content) }));
    const times = (text: string, word: string) => text.split(word).length - 1;
    // Every desk reads English, whatever the traveller reads.
    expect(said.map(({ type, pages, text }) => [type, pages, times(text, form.number!), text.includes('For the check-in desk')])).toEqual([
      ['application/pdf', 1, 1, true],
      ['application/pdf', 1, 2, true],
    ]);
    expect(await desk.counter.openPaper(orderId, 'boarding-2.pdf', 'en')).toBeNull();
    const [name] = (await desk.counter.listPapers(orderId)).filter(({ kind }) => kind === 'boarding');
    expect(name!.traveller).toBe(`${form.givenNames} ${form.surname}`.toUpperCase());
    // What an officer corrected since is said; of a visa whose entries nobody read nothing is.
    expect([readPdf((await note('en'))!.content).text.includes('multiple entries'), english.content.length > 0]).toEqual([false, true]);
    await platform.db.execute(sql`update visa_stays set entries = 'multiple' where id = ${id}`);
    expect(readPdf((await note('en'))!.content).text).toContain('multiple entries');
    const { entries: _, ...unread } = printed(form);
    const seal = (issued: object) =>
      platform.db.execute(sql`update evisa_applications set issued = ${sealIssued(platform.crypto, id, issued as never)} where id = ${id}`);
    await seal(unread);
    expect(await note('en')).toBeNull();
    await seal(printed(form));
    platform.clock.advance(121 * dayMs);
    expect([await note('en'), (await desk.counter.listPapers(orderId)).map(({ kind }) => kind)]).toEqual([null, ['visa']]);
  });

  it('that comes after its promised day gives our fee back, although the authority was in time', async () => {
    const start = platform.clock.now();
    const service = evisaCountries.find((country) => country.code === 'IN')!.types[0]!.serviceFee;
    const approvedInTime = async () => {
      const form = aForm();
      const groupId = await desk.applied('india', [form], { arrival: addDays(dateIn('Asia/Dubai', platform.clock.now()), 60) });
      const placed = await desk.place(groupId);
      if (!placed.ok) throw new Error(placed.refused);
      await desk.pay(placed.value.orderId);
      const { id } = (await desk.cases(groupId))[0]!;
      await filed(id);
      expect((await desk.work(id, { event: 'approve', issued: printed(form), paper: desk.visa })).ok).toBe(true);
      return { id, form, orderId: placed.value.orderId };
    };
    const back = async (orderId: string) => {
      await desk.settle();
      return (await findRefundsOfOrder(platform.db, orderId)).map(({ amount }) => amount);
    };
    const mails = async (orderId: string) =>
      rows(sql`select 1 from pgboss.job where name = 'evisa.mail' and data->>'template' = 'late'
        and data->>'applicationId' in (select id from evisa_applications where group_id in (select id from evisa_groups where order_id = ${orderId}))`);
    const [seen, unseen] = [await approvedInTime(), await approvedInTime()];
    expect((await desk.work(seen.id, { event: 'find-fault' })).ok).toBe(true);
    platform.clock.advance(20 * dayMs);
    // One is released before any clock looked, and its delivery says enough; the other is seen at night, once.
    expect((await desk.work(unseen.id, { event: 'release' })).ok).toBe(true);
    expect([await back(unseen.orderId), await mails(unseen.orderId)]).toEqual([[service], []]);
    for (const _ of [1, 2]) await desk.promises();
    expect(await back(seen.orderId)).toEqual([service]);
    expect((await desk.work(seen.id, { event: 'corrected', issued: printed(seen.form), paper: desk.visa })).ok).toBe(true);
    await desk.promises();
    expect((await desk.work(seen.id, { event: 'release' })).ok).toBe(true);
    expect([await back(seen.orderId), (await desk.order(seen.orderId)).status]).toEqual([[service], 'completed']);
    platform.clock.set(start);
  });

  it('that was read before entries were asked for is released once an officer has said them', async () => {
    const form = aForm();
    const groupId = await desk.applied('india', [form], { arrival: addDays(dateIn('Asia/Dubai', platform.clock.now()), 60) });
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    await desk.pay(placed.value.orderId);
    const id = (await desk.cases(groupId))[0]!.id;
    await filed(id);
    await desk.work(id, { event: 'approve', issued: printed(form), paper: desk.visa });
    expect(await desk.work(id, { event: 'read-entries', entries: 'single' })).toEqual({ ok: false, refused: 'not-possible' });
    const { entries: _, ...before } = printed(form);
    await platform.db.execute(
      sql`update evisa_applications set issued = ${sealIssued(platform.crypto, id, before as never)} where id = ${id}`,
    );
    expect(await desk.work(id, { event: 'release' })).toEqual({ ok: false, refused: 'visa-differs' });
    expect((await desk.work(id, { event: 'read-entries', entries: 'double' })).ok).toBe(true);
    expect((await desk.work(id, { event: 'release' })).ok).toBe(true);
    await desk.settle();
  });

  it('leaves nothing on disk ninety days after the end', async () => {
    const { cases } = await paid(1);
    await withdrawEvisa(platform, { applicationId: cases[0]!.id, ...who });
    await desk.settle();
    const stored = await rows<{ stored: string }>(sql`select stored from evisa_documents where application_id = ${cases[0]!.id}`);
    platform.clock.advance(91 * dayMs);
    await desk.promises();
    for (const { stored: name } of stored) expect(await platform.files.find(name)).toBeNull();
  });
});

describe('the record of a country', () => {
  it('counts what was decided in twelve months: the days to the visa in hand, and how many were granted', async () => {
    const now = new Date(platform.clock.now());
    const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
    const [offer] = evisaCountries.filter(({ slug }) => slug === 'kenya');
    // [days from payment to end, how it ended, how long ago]: thirty of nine months, one of a year before, two that nobody decided.
    const ended: [number, string, number][] = [
      ...Array.from({ length: 27 }, (_, at): [number, string, number] => [1 + (at % 9), ['delivered', 'used', 'expired'][at % 3]!, 200]),
      ...Array.from({ length: 3 }, (): [number, string, number] => [2, 'rejected', 250]),
      [90, 'delivered', 400],
      [50, 'withdrawn', 20],
      [60, 'closed_incomplete', 20],
    ];
    for (const [at, [took, status, when]] of ended.entries()) {
      const id = `record-${at}`;
      await platform.db
        .execute(sql`insert into evisa_groups (id, secret_hash, country, offer, type_code, speed, arrival, language, created_at, changed_at, expires_at)
        values (${id}, ${id}, ${offer!.code}, ${JSON.stringify(offer)}::jsonb, ${offer!.types[0]!.code}, 'standard', '2027-01-01', 'en', ${ago(500)}, ${ago(500)}, '2099-01-01')`);
      await platform.db
        .execute(sql`insert into evisa_applications (id, group_id, position, status, personal, country, arrival, speed, deliver_by, received_at, over_at, created_at, changed_at)
        values (${id}, ${id}, 0, ${status}, '-', ${offer!.code}, '2027-01-01', 'standard', '2027-01-01', ${ago(when + took)}, ${ago(when)}, ${ago(500)}, ${ago(500)})`);
    }
    const shown = async () => (await openEvisaCountry(platform, offer!.slug, 'en', { passport: '', residence: '' }))!.record;
    expect(await shown()).toBeNull();
    // Counted twice it is counted once.
    for (const _ of [1, 2]) await transact(platform.db, (tx) => countRecords(tx, platform.clock.now()));
    expect((await findRecords(platform.db)).get(offer!.code)).toEqual({ decided: 30, granted: 27, days: { least: 1, median: 5, most: 9 } });
    expect(await shown()).toEqual({ decided: 30, median: 5, most: 9, band: 'most' });
    const card = async () => (await listEvisaCountries(platform, 'en')).find(({ code }) => code === offer!.code)!.record;
    expect(await card()).toEqual(await shown());
    await platform.db.execute(sql`delete from evisa_applications where id = 'record-0'`);
    await transact(platform.db, (tx) => countRecords(tx, platform.clock.now()));
    expect([await shown(), await card()]).toEqual([null, null]);
    await platform.db.execute(sql`delete from evisa_applications where id like 'record-%'`);
    await platform.db.execute(sql`delete from evisa_groups where id like 'record-%'`);
  });
});

it('in the end leaves no promise broken that holds for every sale', async () => {
  const asked = ['I3', 'I4', 'I5', 'I7', 'I10', 'I11', 'I16', 'I18', 'I22'];
  const question = { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 };
  expect(brokenLines(await askInvariants(platform.db, question, {}, asked))).toEqual([]);
});
