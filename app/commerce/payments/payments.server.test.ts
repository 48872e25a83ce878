import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { refuseRow } from '#tests/support/refuse-row.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { balancesOf, moneyPosition } from '../ledger/ledger-store.server.ts';
import { feeFor } from '../../../sandbox/bank.ts';
import { eventBody, signed } from '../../../sandbox/webhooks.ts';
import type { Card } from '../../../sandbox/journal.ts';
import { capturePayment } from './capture-payment.server.ts';
import { catchUpPayments } from './catch-up-payments.server.ts';
import { aPayment, openTestBank, testWebhookSecret, workInTest } from './payments-testing.ts';
import { findPayment, findPaymentsOfOrder, findRefundsOfOrder } from './payments-store.server.ts';
import { receiveWebhook, workOnEvent } from './receive-webhook.server.ts';
import { reconcilePayments } from './reconcile-payments.server.ts';
import { askRefund, refundPayment } from './refund-payment.server.ts';
import { releasePayment } from './release-payment.server.ts';
import { sandboxProvider } from './sandbox-provider.server.ts';
import { startPayment } from './start-payment.server.ts';

const platform = await openTestPlatform();
const bank = await openTestBank(platform.clock);
/** Only for calls that meet silence: they must have reached the bank by then, on a busy machine too. */
const hasty = sandboxProvider({ url: bank.url, webhookSecrets: [testWebhookSecret], timeoutMs: 2_000 });
const heard = await workInTest(platform, bank.provider);
const { provider } = bank;

const started = (more = {}) => aPayment.started(platform, provider, more);
const statusOf = async (paymentId: string) => (await findPayment(platform.db, paymentId))!.status;
const positionOf = async (orderId: string) => (await moneyPosition(platform.db, orderId)).position;

/** Sends the bank's events to the webhook as the bank would sign them, then works through the jobs. */
async function deliver(events = bank.bank.undelivered()): Promise<void> {
  for (const event of events) {
    const body = eventBody(bank.bank, event);
    const received = await receiveWebhook(platform, provider, body, (name) =>
      name === 'sandbox-signature' ? signed(testWebhookSecret, body, platform.clock.now()) : null,
    );
    expect(received.ok).toBe(true);
  }
  await platform.jobs.drain();
}

async function authorised() {
  const payment = await started();
  await bank.pay(payment.redirectTo, 'approved');
  await deliver();
  return payment;
}

async function captured() {
  const payment = await authorised();
  const done = await capturePayment(platform, provider, payment.paymentId);
  if (!done.ok) throw new Error(done.refused);
  return payment;
}

const refundOf = (payment: { paymentId: string }, amount: number, key: string) => ({
  paymentId: payment.paymentId,
  amount: money(amount, 'AED'),
  key: `${payment.paymentId}:${key}`,
  reason: 'order-cancelled',
  askedBy: 'system',
});

describe('a payment at the sandbox bank', () => {
  it('is authorised on the hosted page, captured once and then paid in full', async () => {
    const payment = await started();
    const paid = await bank.pay(payment.redirectTo, 'approved');
    expect(paid.location).toBe('http://localhost:3999/payment-success?order=7K2M9-4QX3D');
    await deliver();
    expect(await statusOf(payment.paymentId)).toBe('requires_capture');
    expect(await positionOf(payment.orderId)).toBe('authorised');
    expect(heard).toContain(payment.orderId);

    const twice = await Promise.all([
      capturePayment(platform, provider, payment.paymentId),
      capturePayment(platform, provider, payment.paymentId),
    ]);
    expect(twice.every((one) => one.ok)).toBe(true);
    expect(
      bank
        .lines()
        .filter((line) => line.type === 'payment.captured' && line.payment === bank.bank.findByPaymentId(payment.paymentId)[0]!.id),
    ).toHaveLength(1);
    expect(await moneyPosition(platform.db, payment.orderId)).toEqual({
      authorised: money(0, 'AED'),
      captured: money(341_000, 'AED'),
      refunded: money(0, 'AED'),
      position: 'paid',
    });
  });

  it('tells what gave the card, in our records as on its page', async () => {
    const byTelephone = await started();
    await bank.pay(byTelephone.redirectTo, 'apple-pay');
    const typed = await started();
    await bank.pay(typed.redirectTo, 'approved');
    await deliver();
    const cardOf = async ({ paymentId }: { paymentId: string }) => {
      const { status, cardEnding, wallet } = (await findPayment(platform.db, paymentId))!;
      return [status, cardEnding, wallet];
    };
    expect(await cardOf(byTelephone)).toEqual(['requires_capture', '6174', 'apple-pay']);
    expect(await cardOf(typed)).toEqual(['requires_capture', '4242', null]);
    expect((await capturePayment(platform, provider, byTelephone.paymentId)).ok).toBe(true);
    expect(await cardOf(byTelephone)).toEqual(['succeeded', '6174', 'apple-pay']);
  });

  it('asks for a code with 3-D Secure and accepts the right one', async () => {
    const payment = await started();
    const asked = await bank.pay(payment.redirectTo, 'secure');
    expect(asked).toMatchObject({ status: 303, location: payment.redirectTo });
    await deliver();
    expect(await statusOf(payment.paymentId)).toBe('requires_action');
    const wrong = await bank.post(payment.redirectTo, { action: 'code', code: '000000' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('123456');
    const right = await bank.post(payment.redirectTo, { action: 'code', code: '123456' });
    expect(right.location).toContain('/payment-success');
    await deliver();
    expect(await statusOf(payment.paymentId)).toBe('requires_capture');
  });

  it('says of a code that was wrong three times that the bank could not confirm who pays', async () => {
    const payment = await started();
    await bank.pay(payment.redirectTo, 'secure');
    for (let tries = 0; tries < 3; tries += 1) await bank.post(payment.redirectTo, { action: 'code', code: '000000' });
    await deliver();
    expect(await findPayment(platform.db, payment.paymentId)).toMatchObject({
      status: 'requires_payment_method',
      declineClass: 'not-confirmed',
    });
  });

  it.each([
    ['insufficient-funds', 'over-limit'],
    ['do-not-honour', 'call-bank'],
    ['expired-card', 'other-card'],
    ['suspected-fraud', 'suspected-fraud'],
  ] as const)('says after %s what the traveller can do, and takes another card in the same session', async (card, declineClass) => {
    const payment = await started();
    expect((await bank.pay(payment.redirectTo, card)).location).toContain('/payment-failed');
    await deliver();
    expect(await findPayment(platform.db, payment.paymentId)).toMatchObject({ status: 'requires_payment_method', declineClass });
    const again = await startPayment(platform, provider, payment.toStart);
    expect(again).toEqual({ ok: true, value: { paymentId: payment.paymentId, redirectTo: payment.redirectTo } });
    await bank.pay(payment.redirectTo, 'approved');
    await deliver();
    expect(await findPayment(platform.db, payment.paymentId)).toMatchObject({ status: 'requires_capture', declineClass: null });
  });

  it('stays open when the traveller leaves without paying', async () => {
    const payment = await started();
    expect((await bank.post(payment.redirectTo, { action: 'leave' })).location).toContain('/payment-failed');
    await deliver();
    expect(await statusOf(payment.paymentId)).toBe('requires_payment_method');
  });

  it('arrives late and cannot be called back while the issuer decides', async () => {
    const payment = await started();
    await bank.pay(payment.redirectTo, 'late-minutes');
    await deliver();
    expect(await statusOf(payment.paymentId)).toBe('processing');
    expect(await releasePayment(platform, provider, payment.paymentId)).toEqual({ ok: false, refused: 'in-progress' });
    expect(await startPayment(platform, provider, payment.toStart)).toEqual({ ok: false, refused: 'in-progress' });
    platform.clock.advance(21 * minuteMs);
    await catchUpPayments(platform, provider);
    await platform.jobs.drain();
    expect(await statusOf(payment.paymentId)).toBe('requires_capture');
    expect((await releasePayment(platform, provider, payment.paymentId)).ok).toBe(true);
    expect(await positionOf(payment.orderId)).toBe('unpaid');
  });

  it('is closed by the bank when its time runs out, and the next try is a new session', async () => {
    const payment = await started();
    platform.clock.advance(2 * 60 * minuteMs);
    const again = await startPayment(platform, provider, aPayment.toStart(platform, { orderId: payment.orderId }));
    expect(again.ok && again.value.paymentId).not.toBe(payment.paymentId);
    expect(await statusOf(payment.paymentId)).toBe('canceled');
  });

  it('opens one session for twenty presses at once', async () => {
    const toStart = aPayment.toStart(platform);
    const answers = await Promise.all(Array.from({ length: 20 }, () => startPayment(platform, provider, toStart)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!.ok).toBe(true);
    expect(await findPaymentsOfOrder(platform.db, toStart.orderId)).toHaveLength(1);
    expect(
      bank
        .lines()
        .filter(
          (line) =>
            line.type === 'payment.created' && line.terms.payment_id === (answers[0] as { value: { paymentId: string } }).value.paymentId,
        ),
    ).toHaveLength(1);
  });

  it('closes the session of an older price before it opens one for the new', async () => {
    const payment = await started();
    const dearer = await startPayment(platform, provider, { ...payment.toStart, orderVersion: 2, amount: money(350_000, 'AED') });
    expect(dearer.ok && dearer.value.paymentId).not.toBe(payment.paymentId);
    expect(await statusOf(payment.paymentId)).toBe('canceled');
    expect((await bank.pay(payment.redirectTo, 'approved')).location).toContain('/payment-failed');
  });

  it('is not started again once the bank holds the money', async () => {
    const payment = await authorised();
    expect(await startPayment(platform, provider, payment.toStart)).toEqual({ ok: false, refused: 'already-paid' });
    expect(await startPayment(platform, provider, { ...payment.toStart, orderVersion: 9 })).toEqual({ ok: false, refused: 'already-paid' });
  });
});

describe('an unknown answer', () => {
  it('to opening a session is looked up, and the same session is used', async () => {
    await bank.control({ api: [{ operation: 'create', fault: 'error-after', times: 1 }] });
    const toStart = aPayment.toStart(platform);
    expect(await startPayment(platform, provider, toStart)).toEqual({ ok: false, refused: 'provider-silent' });
    const [stuck] = await findPaymentsOfOrder(platform.db, toStart.orderId);
    expect(stuck!.status).toBe('stuck');
    await bank.control({});
    const again = await startPayment(platform, provider, toStart);
    expect(again.ok && again.value.paymentId).toBe(stuck!.id);
    expect(bank.bank.findByPaymentId(stuck!.id)).toHaveLength(1);
  });

  it.each(['error-before', 'error-after', 'silent-after'])(
    'to a capture (%s) leaves the payment stuck until the catch-up has asked; then it was captured once',
    async (fault) => {
      const payment = await authorised();
      const ref = bank.bank.findByPaymentId(payment.paymentId)[0]!.id;
      await bank.control({ payment: ref, api: [{ operation: 'capture', fault, times: 1 }] });
      expect(await capturePayment(platform, fault === 'silent-after' ? hasty : provider, payment.paymentId)).toEqual({
        ok: false,
        refused: 'unknown',
      });
      expect(await statusOf(payment.paymentId)).toBe('stuck');
      platform.clock.advance(minuteMs);
      await catchUpPayments(platform, provider);
      expect(await statusOf(payment.paymentId)).toBe('succeeded');
      expect(bank.lines().filter((line) => line.type === 'payment.captured' && line.payment === ref)).toHaveLength(1);
      expect(await positionOf(payment.orderId)).toBe('paid');
    },
  );

  it('to a refund is resolved by look-up and given once', async () => {
    const payment = await captured();
    const ref = bank.bank.findByPaymentId(payment.paymentId)[0]!.id;
    await bank.control({ payment: ref, api: [{ operation: 'refund', fault: 'error-after', times: 1 }] });
    expect(await refundPayment(platform, provider, refundOf(payment, 41_000, 'a'))).toEqual({ ok: false, refused: 'unknown' });
    expect((await findRefundsOfOrder(platform.db, payment.orderId))[0]!.status).toBe('stuck');
    platform.clock.advance(minuteMs);
    await catchUpPayments(platform, provider);
    await platform.jobs.drain();
    expect((await findRefundsOfOrder(platform.db, payment.orderId))[0]!.status).toBe('succeeded');
    expect(bank.bank.find(ref)!.refunds).toHaveLength(1);
    expect((await moneyPosition(platform.db, payment.orderId)).refunded).toEqual(money(41_000, 'AED'));
  });

  it('that lasts a quarter of an hour becomes a task for staff, and the answer closes it', async () => {
    const payment = await authorised();
    const ref = bank.bank.findByPaymentId(payment.paymentId)[0]!.id;
    await bank.control({ payment: ref, api: [{ operation: 'any', fault: 'error-before', times: 1_000 }] });
    await capturePayment(platform, provider, payment.paymentId);
    platform.clock.advance(16 * minuteMs);
    await catchUpPayments(platform, provider);
    const tasks = () =>
      listOpenStaffTasks(platform.db).then((all) => all.filter((task) => task.subject === `payments:${payment.paymentId}`));
    expect((await tasks()).map((task) => task.kind)).toEqual(['payment-unknown']);
    await bank.control({ payment: ref });
    platform.clock.advance(2 * minuteMs);
    await catchUpPayments(platform, provider);
    expect(await statusOf(payment.paymentId)).toBe('succeeded');
    expect(await tasks()).toEqual([]);
  });

  it('about one payment that cannot be written keeps no other from being found out', async () => {
    const [broken, other] = [await started(), await started()];
    for (const payment of [broken, other]) await bank.pay(payment.redirectTo, 'silent');
    const undo = await refuseRow(platform.db, 'payments', 'id', broken.paymentId);
    platform.clock.advance(2 * minuteMs);
    await expect(catchUpPayments(platform, provider)).rejects.toThrow('could not be taken up');
    await undo();
    expect([await statusOf(broken.paymentId), await statusOf(other.paymentId)]).toEqual(['requires_payment_method', 'requires_capture']);
    await catchUpPayments(platform, provider);
    expect(await statusOf(broken.paymentId)).toBe('requires_capture');
  });

  it('of a bank that broke down on its own page is found out without a webhook', async () => {
    const payment = await started();
    const broken = await bank.pay(payment.redirectTo, 'silent');
    expect(broken.status).toBe(500);
    platform.clock.advance(2 * minuteMs);
    await catchUpPayments(platform, provider);
    expect(await statusOf(payment.paymentId)).toBe('requires_capture');
  });
});

describe('refunds', () => {
  it('never pass what was captured, however they are split, and asking twice is asking once', async () => {
    const payment = await captured();
    expect((await refundPayment(platform, provider, refundOf(payment, 100_000, 'a'))).ok).toBe(true);
    expect((await refundPayment(platform, provider, refundOf(payment, 100_000, 'a'))).ok).toBe(true);
    expect(await positionOf(payment.orderId)).toBe('part-refunded');
    expect(await refundPayment(platform, provider, refundOf(payment, 241_001, 'b'))).toEqual({ ok: false, refused: 'more-than-captured' });
    expect((await refundPayment(platform, provider, refundOf(payment, 241_000, 'c'))).ok).toBe(true);
    expect(await positionOf(payment.orderId)).toBe('refunded');
    expect(await refundPayment(platform, provider, refundOf(payment, 1, 'd'))).toEqual({ ok: false, refused: 'more-than-captured' });
  });

  it('asked for in a transaction that rolls back leave nothing', async () => {
    const payment = await captured();
    await expect(
      transact(platform.db, async (tx) => {
        await askRefund(tx, platform.jobs, platform.clock.now(), refundOf(payment, 5_000, 'a'));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await platform.jobs.drain();
    expect(await findRefundsOfOrder(platform.db, payment.orderId)).toEqual([]);
    expect(await positionOf(payment.orderId)).toBe('paid');
  });

  it('need captured money', async () => {
    const payment = await authorised();
    expect(await refundPayment(platform, provider, refundOf(payment, 1, 'a'))).toEqual({ ok: false, refused: 'not-captured' });
  });
});

describe('events of the bank', () => {
  const permutations = <Item>(items: readonly Item[]): Item[][] =>
    items.length < 2
      ? [[...items]]
      : items.flatMap((item, index) => permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]));

  /** Plays a payment up to a point, with its events delivered in an order and number of our choice. */
  async function ending(order: readonly number[]): Promise<string> {
    const payment = await started();
    const ref = bank.bank.findByPaymentId(payment.paymentId)[0]!.id;
    bank.bank.pay(ref, 'insufficient-funds', 0);
    bank.bank.pay(ref, 'approved', 0);
    bank.bank.capture(ref, 341_000, `${ref} capture`);
    const told = async (index: number) => {
      const event = bank.bank.eventsAfter(0, 100_000).filter((one) => one.payment === ref)[index];
      if (!event) return;
      const body = eventBody(bank.bank, event);
      await receiveWebhook(platform, provider, body, () => signed(testWebhookSecret, body, platform.clock.now()));
      await workOnEvent(platform, provider, { provider: 'sandbox', eventId: event.id });
    };
    // The first half is told before the last thing happens, so that what is fetched in between is not the end yet.
    for (const index of order.slice(0, 2)) await told(index);
    bank.bank.refund(ref, 'by hand', 1_000, `${ref} refund`);
    for (const index of [...order, ...order.toReversed()]) await told(index);
    const { status, declineClass, id } = (await findPayment(platform.db, payment.paymentId))!;
    const inbox = (await platform.db.execute(sql`select 1 from payment_inbox where ${id} = any(refs)`)) as unknown as { rows: unknown[] };
    return JSON.stringify([status, declineClass, inbox.rows.length, await moneyPosition(platform.db, payment.orderId)]);
  }

  it('end in the same state in every order and number', async () => {
    const orders = permutations([0, 1, 2, 3, 4]).filter((_, index) => index % 5 === 0);
    expect(orders).toHaveLength(24);
    const ends = new Set<string>();
    for (const order of orders) ends.add(await ending(order));
    await platform.jobs.drain();
    expect([...ends]).toEqual([
      JSON.stringify([
        'succeeded',
        null,
        5,
        { authorised: money(0, 'AED'), captured: money(341_000, 'AED'), refunded: money(1_000, 'AED'), position: 'part-refunded' },
      ]),
    ]);
  }, 60_000);

  it('refuses thirty kinds of forgery and stores none of them', async () => {
    const payment = await started();
    const [event] = bank.bank.eventsAfter(0, 10_000).filter((one) => bank.bank.find(one.payment)?.payment_id === payment.paymentId);
    const body = eventBody(bank.bank, event!);
    const now = platform.clock.now();
    const at = Math.floor(now / 1000);
    const good = signed(testWebhookSecret, body, now);
    const hex = good.split('v1=')[1]!;
    const flipped = (hex[0] === '0' ? '1' : '0') + hex.slice(1);
    const live = body.replace('"livemode":false', '"livemode":true');
    const forged: readonly (readonly [body: string, header: string | null])[] = [
      [body, null],
      [body, ''],
      [body, 'nonsense'],
      [body, `t=${at}`],
      [body, `v1=${hex}`],
      [body, `t=,v1=${hex}`],
      [body, `t=${at},v1=`],
      [body, `t=${at},v1=${flipped}`],
      [body, `t=${at},v1=${hex.slice(0, 63)}`],
      [body, `t=${at},v1=${hex}00`],
      [body, `t=${at},v1=${hex.toUpperCase()}`],
      [body, `t=${at},v0=${hex}`],
      [body, `t=${at},v2=${hex}`],
      [body, `t=${at + 1},v1=${hex}`],
      [body, `t=-${at},v1=${hex}`],
      [body, `t=${at}.0,v1=${hex}`],
      [body, `t=${at},t=${at},v1=${hex}`],
      [body, `t=1e9,v1=${hex}`],
      [body, signed('another secret, not ours', body, now)],
      [body, signed('', body, now)],
      [body, signed(testWebhookSecret, body, now - 301_000)],
      [body, signed(testWebhookSecret, body, now + 61_500)],
      [body, signed(testWebhookSecret, `${body} `, now)],
      [`${body} `, good],
      [body.replace('evt_', 'evt_9'), good],
      [body.replace(/"id":"pay_/, '"id":"pay_0'), good],
      [live, signed(testWebhookSecret, live, now)],
      ['not json', signed(testWebhookSecret, 'not json', now)],
      ['{}', signed(testWebhookSecret, '{}', now)],
      [`[${body}]`, signed(testWebhookSecret, `[${body}]`, now)],
      [body, `t=${at},${Array.from({ length: 6 }, () => `v1=${hex}`).join(',')}`],
      [body, `${good},${'x'.repeat(1_000)}`],
    ];
    expect(forged.length).toBeGreaterThanOrEqual(30);
    for (const [told, header] of forged) {
      const received = await receiveWebhook(platform, provider, told, (name) => (name === 'sandbox-signature' ? header : null));
      expect(received.ok, `${header} ${told.slice(0, 20)}`).toBe(false);
    }
    const inbox = (await platform.db.execute(sql`select 1 from payment_inbox where event_id = ${event!.id}`)) as unknown as {
      rows: unknown[];
    };
    expect(inbox.rows).toEqual([]);
    // The true one, with the scheme's other parts, still passes: the forgeries were not refused for a reason of their own.
    const received = await receiveWebhook(platform, provider, body, (name) =>
      name === 'sandbox-signature' ? `v0=aa,${good},v1=${'0'.repeat(64)}` : null,
    );
    expect(received.ok).toBe(true);
  });

  it('that were never delivered are read from the bank’s own list', async () => {
    const payment = await started();
    await bank.pay(payment.redirectTo, 'approved');
    await catchUpPayments(platform, provider);
    await platform.jobs.drain();
    expect(await statusOf(payment.paymentId)).toBe('requires_capture');
  });
});

describe('the books', () => {
  it('agree with the journal of the bank, row for row, whatever happened', async () => {
    platform.clock.advance(5 * minuteMs);
    await catchUpPayments(platform, provider);
    await platform.jobs.drain();
    platform.clock.advance(5 * minuteMs);
    const differences = await reconcilePayments(platform, provider);
    expect(differences).toEqual([]);
    const theirs = bank.bank.list(0);
    expect(theirs.length).toBeGreaterThan(20);
    const kept = theirs.reduce(
      (sum, payment) => sum + payment.captured - payment.fee - payment.refunds.reduce((given, refund) => given + refund.amount, 0),
      0,
    );
    expect((await balancesOf(platform.db, 'provider-clearing:sandbox')).get('AED')).toBe(kept);
    expect((await balancesOf(platform.db, 'provider-promise:sandbox')).get('AED')).toBe(
      theirs.filter((payment) => payment.status === 'requires_capture').reduce((sum, payment) => sum + payment.authorised, 0),
    );
    expect((await balancesOf(platform.db, 'provider-fees')).get('AED')).toBe(
      theirs.filter((payment) => payment.captured > 0).reduce((sum, payment) => sum + feeFor(payment.captured), 0),
    );
  });

  it('open a task for a payment that only the bank knows, and for one that differs', async () => {
    const payment = await captured();
    bank.bank.create(
      {
        payment_id: 'nobody-knows',
        reference: 'X',
        amount: 100,
        currency: 'AED',
        language: 'en',
        success_url: 'http://localhost/',
        failure_url: 'http://localhost/',
        expires_at: platform.clock.now() + 60_000_000,
      },
      'foreign',
    );
    bank.bank.refund(bank.bank.findByPaymentId(payment.paymentId)[0]!.id, 'by hand', 700, 'foreign refund');
    platform.clock.advance(3 * minuteMs);
    const found = (await reconcilePayments(platform, provider))!;
    expect(found.map((difference) => difference.about).sort()).toEqual(['missing-here', 'refunded']);
    const tasks = await listOpenStaffTasks(platform.db);
    expect(tasks.map((task) => task.subject)).toContain(`payments:${payment.paymentId}`);
  });

  it('find what was planted on either side, ask a person about each once, and mend nothing', async () => {
    const [theirs, ours] = [await captured(), await captured()];
    platform.clock.advance(3 * minuteMs);
    const tasksAbout = async (payment: { paymentId: string }) =>
      (await listOpenStaffTasks(platform.db)).filter((task) => task.subject === `payments:${payment.paymentId}`);
    // The bank's list has lost one; our own book says of another that its money was never taken.
    const forgetful: typeof provider = {
      ...provider,
      async listPayments(since) {
        const listed = await provider.listPayments(since);
        if (listed.outcome !== 'ok') return listed;
        return { outcome: 'ok', value: listed.value.filter((payment) => payment.paymentId !== theirs.paymentId) };
      },
    };
    await platform.database.script('alter table payments disable trigger user');
    await platform.db.execute(sql`update payments set status = 'requires_capture' where id = ${ours.paymentId}`);
    await platform.database.script('alter table payments enable trigger user');
    for (let time = 0; time < 2; time += 1) {
      const found = (await reconcilePayments(platform, forgetful))!;
      expect(found).toContainEqual({ subject: `payments:${theirs.paymentId}`, about: 'missing-there', ours: 'succeeded', theirs: '' });
      expect(found).toContainEqual({
        subject: `payments:${ours.paymentId}`,
        about: 'status',
        ours: 'requires_capture',
        theirs: 'succeeded',
      });
    }
    for (const payment of [theirs, ours]) {
      expect((await tasksAbout(payment)).map((task) => task.kind)).toEqual(['payment-difference']);
      expect(textsFor('en').t((await tasksAbout(payment))[0]!.textKey)).not.toContain('payment-difference.');
    }
    expect(await statusOf(ours.paymentId)).toBe('requires_capture');
    // Once both books say the same again, nothing is found of them.
    await platform.database.script('alter table payments disable trigger user');
    await platform.db.execute(sql`update payments set status = 'succeeded' where id = ${ours.paymentId}`);
    await platform.database.script('alter table payments enable trigger user');
    const after = (await reconcilePayments(platform, provider))!.map((difference) => difference.subject);
    for (const payment of [theirs, ours]) expect(after).not.toContain(`payments:${payment.paymentId}`);
  });

  it('are the same after the bank was ended and started again on its journal', async () => {
    const before = JSON.stringify(bank.bank.list(0));
    await bank.restart();
    expect(JSON.stringify(bank.bank.list(0))).toBe(before);
    const payment = await authorised();
    expect(await statusOf(payment.paymentId)).toBe('requires_capture');
  });
});

describe('random histories', () => {
  it('keep every order between unpaid and captured, captured once, and settled with the bank', async () => {
    const step = fc.constantFrom(
      'approved',
      'do-not-honour',
      'secure',
      'code',
      'late-seconds',
      'silent',
      'start',
      'dearer',
      'capture',
      'release',
      'refund',
      'deliver',
      'catch-up',
      'later',
      'fault',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 14 }),
        fc.constantFrom('create', 'capture', 'cancel', 'refund'),
        fc.constantFrom('error-before', 'error-after'),
        async (steps, operation, fault) => {
          await bank.control({});
          const toStart = aPayment.toStart(platform, {});
          let redirectTo: string | null = null;
          let refunds = 0;
          const live = async () =>
            (await findPaymentsOfOrder(platform.db, toStart.orderId)).find((payment) => payment.status !== 'canceled') ?? null;
          const start = async (version: number) => {
            const answer = await startPayment(platform, provider, {
              ...toStart,
              orderVersion: version,
              expiresAt: aPayment.toStart(platform).expiresAt,
            });
            if (answer.ok) redirectTo = answer.value.redirectTo;
          };
          for (const action of ['start', ...steps]) {
            const payment = await live();
            if (action === 'start') await start(1);
            else if (action === 'dearer') await start(2);
            else if (action === 'fault') await bank.control({ api: [{ operation, fault, times: 1 }] });
            else if (action === 'capture' && payment) await capturePayment(platform, provider, payment.id);
            else if (action === 'release' && payment) await releasePayment(platform, provider, payment.id);
            else if (action === 'refund' && payment)
              await refundPayment(platform, provider, refundOf({ paymentId: payment.id }, 150_000, String((refunds += 1))));
            else if (action === 'deliver') await deliver();
            else if (action === 'catch-up') await catchUpPayments(platform, provider);
            else if (action === 'later') platform.clock.advance(minuteMs);
            else if (action === 'code' && redirectTo) await bank.post(redirectTo, { action: 'code', code: '123456' });
            else if (redirectTo && ['approved', 'do-not-honour', 'secure', 'late-seconds', 'silent'].includes(action))
              await bank.pay(redirectTo, action as Card);
          }
          await bank.control({});
          for (let round = 0; round < 3; round += 1) {
            platform.clock.advance(2 * minuteMs);
            await catchUpPayments(platform, provider);
            await platform.jobs.drain();
          }
          const ours = await findPaymentsOfOrder(platform.db, toStart.orderId);
          const theirs = ours.flatMap((payment) => bank.bank.findByPaymentId(payment.id));
          // I6: the provider's journal equals our rows; I5: at most one capture; I4: refunded <= captured <= total.
          expect(theirs.map((payment) => [payment.payment_id, payment.status]).sort()).toEqual(
            ours
              .filter((payment) => payment.providerRef)
              .map((payment) => [payment.id, payment.status])
              .sort(),
          );
          expect(theirs.filter((payment) => payment.captured > 0).length).toBeLessThanOrEqual(1);
          const position = await moneyPosition(platform.db, toStart.orderId);
          expect(position.captured.amount).toBe(theirs.reduce((sum, payment) => sum + payment.captured, 0));
          expect(position.refunded.amount).toBe(
            theirs.flatMap((payment) => payment.refunds).reduce((sum, refund) => sum + refund.amount, 0),
          );
          expect(position.refunded.amount).toBeLessThanOrEqual(position.captured.amount);
          expect(ours.filter((payment) => payment.status === 'stuck')).toEqual([]);
        },
      ),
      { numRuns: Number(process.env['PAYMENT_RUNS'] ?? 15), seed: 20261123 },
    );
  }, 120_000);
});
