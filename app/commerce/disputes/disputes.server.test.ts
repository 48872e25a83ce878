import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Clerk, StaffRole } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { dayMs, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { eventBody, signed } from '../../../sandbox/webhooks.ts';
import { balancesOf } from '../ledger/ledger-store.server.ts';
import { capturePayment } from '../payments/capture-payment.server.ts';
import { catchUpPayments } from '../payments/catch-up-payments.server.ts';
import { aPayment, openTestBank, testWebhookSecret, workInTest } from '../payments/payments-testing.ts';
import { receiveWebhook, workOnEvent } from '../payments/receive-webhook.server.ts';
import { reconcilePayments } from '../payments/reconcile-payments.server.ts';
import { refundPayment } from '../payments/refund-payment.server.ts';
import { sandboxProvider } from '../payments/sandbox-provider.server.ts';
import { disputeAnswerTable } from './dispute-status.ts';
import type { EvidencePaper } from '../payments/payment-provider.ts';
import { answersOf, disputesOfOrder, papersOfAnswer, findDispute, partsOfDispute } from './disputes-store.server.ts';
import { countDisputesOf, handOverDisputes } from './hand-over-disputes.server.ts';
import { sendAnswer } from './send-answer.server.ts';
import { decideAnswer, ownDispute, writeAnswer } from './staff/work-dispute.server.ts';

const platform = await openTestPlatform();
const bank = await openTestBank(platform.clock);
const heard = await workInTest(platform, bank.provider);
const { provider } = bank;
/** Only for calls that meet silence: they must have reached the bank by then, on a busy machine too. */
const hasty = sandboxProvider({ url: bank.url, webhookSecrets: [testWebhookSecret], timeoutMs: 2_000 });

const person = (id: string, role: StaffRole): Clerk => ({ kind: 'staff', user: { id }, staff: { roles: [role] } });
const [farah, omar, auditor] = [person('farah', 'finance'), person('omar', 'finance'), person('noor', 'auditor')];
const leaver = person('samir', 'finance');

const noPapers = async () => [];

async function captured() {
  const payment = await aPayment.started(platform, provider);
  await bank.pay(payment.redirectTo, 'approved');
  await catchUp();
  const taken = await capturePayment(platform, provider, payment.paymentId);
  if (!taken.ok) throw new Error(taken.refused);
  return { ...payment, bankId: bank.bank.findByPaymentId(payment.paymentId)[0]!.id };
}
async function catchUp() {
  await catchUpPayments(platform, provider);
  await platform.jobs.drain();
}
async function disputed(more: { warning?: boolean; amount?: number } = {}) {
  const payment = await captured();
  bank.bank.openDispute(payment.bankId, { reason: 'fraudulent', warning: false, ...more });
  await catchUp();
  return { ...payment, disputeId: (await of(payment.orderId)).id };
}
const of = async (orderId: string) => (await disputesOfOrder(platform.db, orderId))[0]!;
const statusOf = async (orderId: string) => (await of(orderId)).status;
const tasksOf = async (id: string) =>
  (await listOpenStaffTasks(platform.db, 1_000)).filter(({ subject }) => subject === `disputes:${id}`).map(({ kind }) => kind);
const balance = async (code: Parameters<typeof balancesOf>[1]) => (await balancesOf(platform.db, code)).get('AED') ?? 0;
async function books() {
  const [clearing, held, lost, fees] = await Promise.all(
    (['provider-clearing:sandbox', 'disputed-funds', 'chargeback-losses', 'dispute-fees'] as const).map(balance),
  );
  return { clearing: clearing!, held: held!, lost: lost!, fees: fees! };
}
/** What a work does to the books. */
async function moves(work: () => Promise<unknown>) {
  const before = await books();
  await work();
  const after = await books();
  return Object.fromEntries(
    Object.entries(after).map(([name, amount]) => [name, amount - before[name as keyof typeof before]]),
  ) as typeof before;
}
const take = async (bankId: string, to: Parameters<typeof bank.bank.moveDispute>[1]) => {
  bank.bank.moveDispute(bankId, to);
  await catchUp();
};
const promises = async () =>
  brokenLines(
    await askInvariants(platform.db, { now: platform.clock.now(), holdTtlMs: 60_000, settleMs: 0 }, {}, ['I10', 'I11', 'I13', 'I33']),
  );

it('the machine of answers has the same edges in the database', async () => {
  const { rows } = (await platform.db.execute(
    sql`select from_status || '>' || to_status as edge from status_edges where machine = 'dispute-answer'`,
  )) as unknown as { rows: { edge: string }[] };
  expect(rows.map(({ edge }) => edge).sort()).toEqual(
    edgesOf(disputeAnswerTable)
      .map((edge) => edge.join('>'))
      .sort(),
  );
});

describe('the money of a dispute', () => {
  it('is held back with its charge when it is opened, and stands there until the bank decides', async () => {
    let orderId = '';
    const moved = await moves(async () => {
      const payment = await captured();
      const opened = await moves(async () => {
        bank.bank.openDispute(payment.bankId, { reason: 'fraudulent', warning: false });
        await catchUp();
      });
      expect(opened).toEqual({ clearing: -347_000, held: 341_000, lost: 0, fees: 6_000 });
      orderId = payment.orderId;
    });
    expect(moved.held).toBe(341_000);
    expect(await statusOf(orderId)).toBe('needs_response');
    expect(heard).toContain(orderId);
    expect(await promises()).toEqual([]);
  });

  it('comes back when it is won, without the charge', async () => {
    const payment = await disputed();
    expect(await moves(() => take(payment.bankId, 'won'))).toEqual({ clearing: 341_000, held: -341_000, lost: 0, fees: 0 });
    expect(await of(payment.orderId)).toMatchObject({ status: 'won', writtenOff: 0, closedAt: expect.any(Date) });
    expect(await promises()).toEqual([]);
  });

  it('is written off when it is lost', async () => {
    const payment = await disputed();
    expect(await moves(() => take(payment.bankId, 'lost'))).toEqual({ clearing: 0, held: -341_000, lost: 341_000, fees: 0 });
    expect(await of(payment.orderId)).toMatchObject({ status: 'lost', writtenOff: 341_000 });
    expect(await promises()).toEqual([]);
  });

  it('is not touched by a question of the bank that ends well, and taken when the question becomes a chargeback', async () => {
    const asked = await disputed({ warning: true });
    expect(await statusOf(asked.orderId)).toBe('warning_needs_response');
    expect(await moves(() => take(asked.bankId, 'prevented'))).toEqual({ clearing: 0, held: 0, lost: 0, fees: 0 });
    const charged = await disputed({ warning: true, amount: 100_000 });
    expect(await moves(() => take(charged.bankId, 'charged'))).toEqual({ clearing: -106_000, held: 100_000, lost: 0, fees: 6_000 });
    expect(await promises()).toEqual([]);
  });

  it('is lost when nobody answers in time', async () => {
    const payment = await disputed();
    platform.clock.advance(8 * dayMs);
    bank.bank.settleAll();
    await catchUp();
    expect(await statusOf(payment.orderId)).toBe('lost');
  });

  it('agrees with the bank’s own list, and is a difference where it does not', async () => {
    const payment = await disputed({ amount: 50_000 });
    platform.clock.advance(3 * minuteMs);
    const differences = async () =>
      (await reconcilePayments(platform, provider))!.filter(({ subject }) => subject === `payments:${payment.paymentId}`);
    expect(await differences()).toEqual([]);
    bank.bank.moveDispute(payment.bankId, 'won');
    platform.clock.advance(3 * minuteMs);
    expect(await differences()).toMatchObject([{ about: 'disputed', ours: '56000 AED', theirs: '6000 AED' }]);
  });

  it('cannot be refunded while the bank has not decided, and what was lost is gone from what can be', async () => {
    const payment = await disputed({ amount: 300_000 });
    const refund = (amount: number, key: string) =>
      refundPayment(platform, provider, {
        paymentId: payment.paymentId,
        amount: money(amount, 'AED'),
        key: `${payment.orderId}:${key}`,
        reason: 'test',
        askedBy: 'system',
      });
    expect(await refund(1_000, 'a')).toEqual({ ok: false, refused: 'disputed' });
    await take(payment.bankId, 'lost');
    expect(await refund(41_001, 'b')).toEqual({ ok: false, refused: 'more-than-captured' });
    expect((await refund(41_000, 'c')).ok).toBe(true);
    expect(await promises()).toEqual([]);
  });
});

describe('events of a dispute', () => {
  it('end in the same state in every order and number', async () => {
    const ends = new Set<string>();
    const orders = [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 2, 0], [1], [0, 2, 1, 0, 2]];
    for (const order of orders) {
      const payment = await captured();
      bank.bank.openDispute(payment.bankId, { reason: 'duplicate', warning: true });
      const told = async (index: number) => {
        const event = bank.bank.eventsAfter(0, 100_000).filter((one) => one.payment === payment.bankId && one.type.startsWith('dispute.'))[
          index
        ];
        if (!event) return;
        const body = eventBody(bank.bank, event);
        await receiveWebhook(platform, provider, body, () => signed(testWebhookSecret, body, platform.clock.now()));
        await workOnEvent(platform, provider, { provider: 'sandbox', eventId: event.id });
      };
      for (const index of order.slice(0, 1)) await told(index);
      bank.bank.moveDispute(payment.bankId, 'charged');
      for (const index of order.slice(1, 2)) await told(index);
      bank.bank.moveDispute(payment.bankId, 'lost');
      for (const index of [...order, 2]) await told(index);
      const { status, taken, writtenOff, fee } = await of(payment.orderId);
      ends.add(JSON.stringify([status, taken, writtenOff, fee, (await disputesOfOrder(platform.db, payment.orderId)).length]));
    }
    await platform.jobs.drain();
    expect([...ends]).toEqual([JSON.stringify(['lost', 341_000, 341_000, 6_000, 1])]);
    expect(await promises()).toEqual([]);
  });
});

describe('the answer of the house', () => {
  const ask = async (viewer: Clerk, disputeId: string) => ({
    viewer,
    disputeId,
    version: (await findDispute(platform.db, disputeId))!.version,
    requestId: 'test',
  });
  const written = async (disputeId: string, kind: 'contest' | 'accept' = 'contest') =>
    writeAnswer(platform, { ...(await ask(farah, disputeId)), kind, words: 'Flown, and paid with a code of the bank.' });

  it('is written by one colleague and sent by another, under lock and seal', async () => {
    const payment = await disputed();
    expect(await tasksOf(payment.disputeId)).toEqual(['dispute']);
    expect(await written(payment.disputeId)).toEqual({ ok: true, value: 'written' });
    expect(await written(payment.disputeId)).toEqual({ ok: false, refused: 'answer-waiting' });
    expect((await answersOf(platform.db, payment.disputeId))[0]!.words).not.toContain('Flown');
    expect(await tasksOf(payment.disputeId)).toEqual(['dispute', 'dispute-approval']);
    expect(await decideAnswer(platform, { ...(await ask(farah, payment.disputeId)), decision: 'send' })).toMatchObject({
      refused: 'own-words',
    });
    expect(await decideAnswer(platform, { ...(await ask(auditor, payment.disputeId)), decision: 'send' })).toMatchObject({
      refused: 'permission',
    });
    expect(await decideAnswer(platform, { ...(await ask(omar, payment.disputeId)), decision: 'send' })).toEqual({
      ok: true,
      value: 'sent',
    });
    await platform.jobs.drain();
    expect(await statusOf(payment.orderId)).toBe('under_review');
    expect(await answersOf(platform.db, payment.disputeId)).toMatchObject([{ status: 'sent', decidedBy: 'omar' }]);
    expect(await tasksOf(payment.disputeId)).toEqual([]);
    expect(bank.lines().filter((line) => line.type === 'dispute.answered' && line.payment === payment.bankId)).toMatchObject([
      { words: 'Flown, and paid with a code of the bank.' },
    ]);
  });

  it('can be that the loss is taken, which is written off at once', async () => {
    const payment = await disputed();
    await written(payment.disputeId, 'accept');
    await decideAnswer(platform, { ...(await ask(omar, payment.disputeId)), decision: 'send' });
    expect(await moves(() => platform.jobs.drain())).toEqual({ clearing: 0, held: -341_000, lost: 341_000, fees: 0 });
    expect(await statusOf(payment.orderId)).toBe('lost');
  });

  it('is said once, though the bank’s word was lost twice', async () => {
    const payment = await disputed();
    await written(payment.disputeId);
    await bank.control({
      payment: payment.bankId,
      api: [
        { operation: 'dispute', fault: 'silent-after', times: 1 },
        { operation: 'dispute', fault: 'error-after', times: 1 },
      ],
    });
    const [answer] = await answersOf(platform.db, payment.disputeId);
    await platform.db.execute(sql`update dispute_answers set status = 'sending', decided_by = 'omar' where id = ${answer!.id}`);
    await expect(sendAnswer(platform, hasty, noPapers, answer!.id)).rejects.toThrow('did not say');
    await expect(sendAnswer(platform, provider, noPapers, answer!.id)).rejects.toThrow('did not say');
    await sendAnswer(platform, provider, noPapers, answer!.id);
    expect(bank.lines().filter((line) => line.type === 'dispute.answered' && line.payment === payment.bankId)).toHaveLength(1);
    expect(await statusOf(payment.orderId)).toBe('under_review');
    expect((await answersOf(platform.db, payment.disputeId))[0]!.status).toBe('sent');
  });

  it('brings its papers first, each once, and what the bank does not take stays behind', async () => {
    const payment = await disputed();
    await written(payment.disputeId);
    const [answer] = await answersOf(platform.db, payment.disputeId);
    await platform.db.execute(sql`update dispute_answers set status = 'sending', decided_by = 'omar' where id = ${answer!.id}`);
    const paper = (name: string, slot: EvidencePaper['slot'], bytes: number): EvidencePaper => ({
      name,
      slot,
      type: 'application/pdf',
      content: new Uint8Array(bytes).fill(7),
    });
    const asked: string[] = [];
    const source = async () => {
      asked.push('asked');
      // The ticket is set anew each time it is asked for, as papers with a day on them are.
      return [
        paper('invoice.pdf', 'receipt', 900),
        paper('ticket.pdf', 'service', 1_000 + asked.length),
        paper('large.pdf', 'other', 6_000_000),
      ];
    };
    // The bank keeps the first and its answer is lost; then it keeps both, and the answer about the dispute is lost.
    await bank.control({ api: [{ operation: 'file', fault: 'error-after', times: 1 }] });
    await expect(sendAnswer(platform, provider, source, answer!.id)).rejects.toThrow('paper 0');
    await bank.control({ payment: payment.bankId, api: [{ operation: 'dispute', fault: 'error-after', times: 1 }] });
    await expect(sendAnswer(platform, provider, source, answer!.id)).rejects.toThrow('did not say whether it heard');
    await sendAnswer(platform, provider, source, answer!.id);
    await bank.control({ api: [] });
    const kept = bank.lines().flatMap((line) => (line.type === 'file.kept' ? [line.name] : []));
    expect(kept).toEqual(['invoice.pdf', 'ticket.pdf']);
    expect(asked).toHaveLength(2);
    const heardOf = bank.lines().filter((line) => line.type === 'dispute.answered' && line.payment === payment.bankId);
    expect(heardOf).toMatchObject([{ files: ['invoice.pdf', 'ticket.pdf'] }]);
    expect(
      (await papersOfAnswer(platform.db, answer!.id)).map(({ name, providerRef, leftOutAt }) => [
        name,
        providerRef !== null,
        leftOutAt !== null,
      ]),
    ).toEqual([
      ['invoice.pdf', true, false],
      ['ticket.pdf', true, false],
      ['large.pdf', false, true],
    ]);
    expect([await statusOf(payment.orderId), (await answersOf(platform.db, payment.disputeId))[0]!.status]).toEqual([
      'under_review',
      'sent',
    ]);
  });

  it('that comes too late is refused by the bank, and one that is not sent yet is dropped', async () => {
    const late = await disputed();
    await written(late.disputeId);
    await decideAnswer(platform, { ...(await ask(omar, late.disputeId)), decision: 'send' });
    bank.bank.moveDispute(late.bankId, 'lost');
    await platform.jobs.drain();
    expect((await answersOf(platform.db, late.disputeId))[0]!.status).toBe('refused');
    expect(await statusOf(late.orderId)).toBe('lost');
    const dropped = await disputed();
    await written(dropped.disputeId);
    await take(dropped.bankId, 'won');
    expect((await answersOf(platform.db, dropped.disputeId))[0]!.status).toBe('withdrawn');
    expect(await tasksOf(dropped.disputeId)).toEqual([]);
    expect(await written(dropped.disputeId)).toEqual({ ok: false, refused: 'not-possible' });
  });

  it('is worked on from the version that the page had, and has an owner', async () => {
    const payment = await disputed();
    const first = await ask(farah, payment.disputeId);
    expect(await ownDispute(platform, { ...first, take: true })).toEqual({ ok: true, value: 'taken' });
    expect(await ownDispute(platform, { ...first, take: false })).toEqual({ ok: false, refused: 'changed' });
    expect(await ownDispute(platform, { ...(await ask(omar, payment.disputeId)), take: false })).toEqual({
      ok: false,
      refused: 'not-possible',
    });
    expect((await findDispute(platform.db, payment.disputeId))!.ownerId).toBe('farah');
    expect(await partsOfDispute(platform.db, payment.disputeId)).toMatchObject([{ orderId: payment.orderId, amount: 341_000 }]);
  });

  it('goes on with a colleague when its owner leaves, as long as the bank has not decided', async () => {
    const [open, over] = [await disputed(), await disputed()];
    for (const { disputeId } of [open, over]) await ownDispute(platform, { ...(await ask(leaver, disputeId)), take: true });
    await take(over.bankId, 'won');
    expect(await countDisputesOf(platform.db, 'samir')).toBe(1);
    const hand = { from: 'samir', to: 'omar', by: 'staff:huda', requestId: 'test' };
    expect(await transact(platform.db, (tx) => handOverDisputes(tx, platform.clock.now(), hand))).toBe(1);
    expect([await of(open.orderId), await of(over.orderId)]).toMatchObject([{ ownerId: 'omar' }, { ownerId: 'samir' }]);
  });
});
