import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { findInvoicesAsStaff } from '#app/commerce/invoices/invoices-store.server.ts';
import { issueInvoice } from '#app/commerce/invoices/issue-invoice.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { capturePayment } from '#app/commerce/payments/capture-payment.server.ts';
import { refreshPayment } from '#app/commerce/payments/apply-payment.server.ts';
import { aPayment, openTestBank, workInTest } from '#app/commerce/payments/payments-testing.ts';
import { findPaymentsOfOrder, lockPayment } from '#app/commerce/payments/payments-store.server.ts';
import { refundPayment } from '#app/commerce/payments/refund-payment.server.ts';
import { releasePayment } from '#app/commerce/payments/release-payment.server.ts';
import { startPayment } from '#app/commerce/payments/start-payment.server.ts';
import { settableClock } from '#app/platform/clock.server.ts';
import { audit, verifyAuditChain } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { newFormKey, withIdempotency } from '#app/platform/idempotency.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { testNow } from '#tests/support/test-platform.ts';
import { meetBeforeWriting } from '#tests/support/waiting.ts';

/*
 * Two application nodes on one real PostgreSQL: the embedded database has one connection and hides every race.
 * Each guard is also switched off once, and the same test must then see the damage.
 */
const url = await copyDatabase(inject('postgres'), 'payments');
const folder = mkdtempSync(join(tmpdir(), 'rihla-races-'));
const clock = settableClock(testNow);
const openNode = (id: string) =>
  openPlatform(
    readEnv({
      NODE_ENV: 'test',
      NODE_ID: id,
      DATABASE_URL: url,
      DATA_DIR: join(folder, id),
      PORT: '3999',
      LOG_LEVEL: 'silent',
      AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
    }),
    { work: false, clock },
  );
const nodes = [await openNode('a'), await openNode('b')] as const;
const [first] = nodes;
const bank = await openTestBank(clock);
const { provider } = bank;
for (const node of nodes) await workInTest(node, provider);
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  for (const node of nodes) await node.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The same work on both nodes in turn, all at once. */
const atOnce = <Result>(times: number, work: (node: (typeof nodes)[number], index: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: times }, (_, index) => work(nodes[index % 2]!, index)));
const values = <Result>(settled: readonly PromiseSettledResult<Result>[]) =>
  settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));

async function authorised() {
  const payment = await aPayment.started(first, provider);
  await bank.pay(payment.redirectTo, 'approved');
  await refreshPayment(first, provider, payment.paymentId);
  return payment;
}

describe('on two nodes', () => {
  it('forty presses of pay open one session', async () => {
    const toStart = aPayment.toStart(first);
    const answers = await atOnce(40, (node) => startPayment(node, provider, toStart));
    expect(new Set(values(answers).map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(values(answers)).toHaveLength(40);
    const [payment, ...more] = await findPaymentsOfOrder(first.db, toStart.orderId);
    expect(more).toEqual([]);
    expect(bank.bank.findByPaymentId(payment!.id)).toHaveLength(1);
  });

  it('twenty captures take the money once', async () => {
    const payment = await authorised();
    const answers = await atOnce(20, (node) => capturePayment(node, provider, payment.paymentId));
    expect(values(answers).every((answer) => answer.ok)).toBe(true);
    expect((await moneyPosition(first.db, payment.orderId)).captured).toEqual(money(341_000, 'AED'));
    expect(
      bank
        .lines()
        .filter((line) => line.type === 'payment.captured' && line.payment === bank.bank.findByPaymentId(payment.paymentId)[0]!.id),
    ).toHaveLength(1);
  });

  it('a capture and a release end in one of the two', async () => {
    for (let round = 0; round < 10; round += 1) {
      const payment = await authorised();
      await atOnce<unknown>(6, (node, index) =>
        index % 3 === 0 ? releasePayment(node, provider, payment.paymentId) : capturePayment(node, provider, payment.paymentId),
      );
      await refreshPayment(first, provider, payment.paymentId);
      const [ours] = await findPaymentsOfOrder(first.db, payment.orderId);
      const theirs = bank.bank.findByPaymentId(payment.paymentId)[0]!;
      expect(ours!.status).toBe(theirs.status);
      expect(['succeeded', 'canceled']).toContain(theirs.status);
      const position = await moneyPosition(first.db, payment.orderId);
      expect([position.authorised.amount, position.captured.amount]).toEqual([0, theirs.captured]);
    }
  });

  it('ten refunds of AED 500 out of AED 3,410 give six', async () => {
    const payment = await authorised();
    await capturePayment(first, provider, payment.paymentId);
    const answers = await atOnce(10, (node, index) =>
      refundPayment(node, provider, {
        paymentId: payment.paymentId,
        amount: money(50_000, 'AED'),
        key: `${payment.paymentId}:${index}`,
        reason: 'race',
        askedBy: 'system',
      }),
    );
    expect(values(answers).filter((answer) => answer.ok)).toHaveLength(6);
    expect((await moneyPosition(first.db, payment.orderId)).refunded).toEqual(money(300_000, 'AED'));
    expect(bank.bank.findByPaymentId(payment.paymentId)[0]!.refunds).toHaveLength(6);
  });
});

describe('one key on two nodes', () => {
  const sameKey = async () => {
    let effects = 0;
    const asked = { actor: 'user:1', key: newFormKey(), fingerprint: 'form' };
    const answers = await atOnce(20, (node) => withIdempotency(node, asked, async () => ({ number: (effects += 1), at: randomUUID() })));
    return {
      effects,
      answers: new Set(values(answers).map((answer) => JSON.stringify(answer.kind === 'done' ? answer.value : answer))).size,
    };
  };

  it('has one effect and one answer', async () => {
    for (let round = 0; round < 10; round += 1) expect(await sameKey()).toEqual({ effects: 1, answers: 1 });
  });

  it('has more when its guard is off', async () => {
    armFailpoints('idempotency:off');
    expect((await sameKey()).effects).toBeGreaterThan(1);
  });
});

describe('the audit head, which every transaction needs', () => {
  /** One transaction writes its audit row before it locks the payment, the other the other way round, and both are under way. */
  const cross = async () => {
    const { paymentId } = await aPayment.started(first, provider);
    let tries = 0;
    let arrived = 0;
    let open: () => void = () => undefined;
    const both = new Promise<void>((resume) => (open = resume));
    const meet = async () => {
      arrived += 1;
      if (arrived === 2) open();
      await both;
    };
    const write = async (tx: Tx) => {
      await audit(tx, clock.now(), { actor: 'system', action: 'race.crossed', subject: `payments:${paymentId}` });
      // Appended where the code stands, the row is only on its way: with the answer to this its lock is held.
      await tx.execute(sql`select 1`);
    };
    const lock = (tx: Tx) => lockPayment(tx, paymentId);
    const run = (node: (typeof nodes)[number], begin: (tx: Tx) => Promise<unknown>, end: (tx: Tx) => Promise<unknown>) =>
      transact(node.db, async (tx) => {
        tries += 1;
        await begin(tx);
        await meet();
        await end(tx);
      });
    await Promise.all([run(nodes[0], write, lock), run(nodes[1], lock, write)]);
    return tries;
  };

  it('is taken last by all, so that a late refund and a settlement never wait for each other', async () => {
    expect(await cross()).toBe(2);
    expect((await verifyAuditChain(first.db)).brokenAt).toBeNull();
  });

  it('makes one of them start again when it is taken where the code stands', async () => {
    armFailpoints('audit-last:off');
    expect(await cross()).toBeGreaterThan(2);
  });
});

describe('invoices issued at once on two nodes', () => {
  const issueMany = async (year: number, meeting = 0) => {
    const now = Date.parse(`${year}-06-01T00:00:00Z`) as typeof testNow;
    const settled = await meetBeforeWriting(url, 'invoices', meeting, () =>
      atOnce(60, (node, index) =>
        transact(node.db, async (tx) => {
          const orderId = randomUUID();
          const made = await issueInvoice(tx, now, {
            key: orderId,
            orderId,
            orderReference: '7K2M9-4QX3D',
            ownerId: null,
            buyer: { name: 'Maryam' },
            supplyDate: calendarDate('2027-06-01'),
            rate: '1',
            charged: money(100, 'AED'),
            lines: [{ words: { en: 'Fare', ar: 'أجرة' }, quantity: 1, gross: 100, vatCategory: 'zero-rated', vatBasisPoints: 0 }],
          });
          if (index % 3 === 0) throw new Error('rolled back');
          return made.sequence;
        }),
      ),
    );
    const sequences = (await findInvoicesAsStaff(first.db, { limit: 1_000 })).filter((one) => one.year === year).map((one) => one.sequence);
    return { issued: values(settled).length, sequences: sequences.sort((a, b) => a - b) };
  };
  const gapless = Array.from({ length: 40 }, (_, index) => index + 1);

  it('are numbered 1 to 40 without a gap although every third was rolled back', async () => {
    expect(await issueMany(2027)).toEqual({ issued: 40, sequences: gapless });
  });

  it('get in each other’s way when the counter is not locked', async () => {
    armFailpoints('invoice-number:off');
    expect((await issueMany(2028, 6)).issued).toBeLessThan(40);
  });
});
