import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { moveOn } from '#app/values/status-table.ts';
import { followDisputes } from '../disputes/follow-disputes.server.ts';
import {
  authorised,
  captured,
  feeTaken,
  refunded,
  refundReturned,
  voided,
  type PaymentFacts,
  type Transfer,
} from '../ledger/ledger-postings.ts';
import { ledgerOfPayment, post, type LedgerTotals } from '../ledger/ledger-store.server.ts';
import { paymentChanged } from './payment-jobs.server.ts';
import type { PaymentProvider, ProviderPayment, ProviderRefund } from './payment-provider.ts';
import { divideAnswer } from './basket-shares.ts';
import { eventOf, paymentStatusTable, refundStatusTable } from './payment-status.ts';
import {
  basketPurpose,
  findAtBank,
  findPayment,
  insertRefund,
  lockPayment,
  lockShares,
  markApplied,
  refundsOfPayment,
  savePayment,
  saveRefund,
  settleAttempts,
  settleRefundAttempt,
} from './payments-store.server.ts';
import type { Payment, Refund } from './payments.tables.ts';

/**
 * Makes our payment agree with what its provider said, in one transaction: status, refunds, ledger, audit and the
 * job that tells the order. `seen` is the payment as read before the provider was asked; when it has moved on since,
 * the answer may be older than what is stored and is not used ('outdated': ask again). So the order and number of
 * the provider's events do not matter.
 */
export async function applyAnswer(
  platform: Platform,
  seen: Payment,
  answer: ProviderPayment,
  attemptId?: string,
  /** Recorded with the effect, as the result of the attempt. */
  result: Record<string, unknown> | null = null,
): Promise<Payment | 'outdated'> {
  const now = platform.clock.now();
  return transact(platform.db, async (tx) => {
    const payment = await lockPayment(tx, seen.id);
    if (!payment || payment.version !== seen.version) return 'outdated';
    if (answer.paymentId !== payment.id || answer.amount.amount !== payment.amount || answer.amount.currency !== payment.currency) {
      await disagree(tx, platform, payment, 'amount', `${answer.amount.amount} ${answer.amount.currency}`);
      return payment;
    }
    const move = answer.status === payment.status ? null : moveOn(paymentStatusTable, payment.status, eventOf[answer.status], 'provider');
    if (move && !move.ok) {
      await disagree(tx, platform, payment, 'status', answer.status);
      return payment;
    }
    // Sent together, and done in this order.
    const [shares, books] = await Promise.all([lockShares(tx, payment.id), readBooks(tx, payment)]);
    const parts = shares.length > 0 ? divideAnswer(answer, shares, await refundsOfShares(tx, shares)) : [];
    if (parts === null) {
      const booked = await Promise.all([payment, ...shares].map((part) => ledgerOfPayment(tx, part.id)));
      const ours = `${booked.reduce((sum, { captured }) => sum + captured, 0)} ${payment.currency}`;
      await disagree(tx, platform, payment, 'captured', `${answer.captured.amount} ${answer.captured.currency}`, ours);
      return payment;
    }
    if (attemptId) await markApplied(tx, now, attemptId, result);
    let partsMoved = false;
    for (const [index, part] of parts.entries()) {
      const share = shares[index]!;
      partsMoved = (await takeEffect(tx, platform, share, part, await readBooks(tx, share), false)) !== share || partsMoved;
    }
    // After the capture that they are about, which the same answer may tell of.
    const after = await takeEffect(tx, platform, payment, answer, books, partsMoved);
    return takeDisputes(tx, platform, after, shares, answer);
  });
}

/** Disputes are of the payment that the bank knows; each of its orders hears of what became of them. */
async function takeDisputes(
  tx: Tx,
  platform: Platform,
  payment: Payment,
  shares: readonly Payment[],
  answer: ProviderPayment,
): Promise<Payment> {
  const { moved, differences } = await followDisputes(tx, platform, payment, shares, answer.disputes);
  for (const { about, theirs } of differences) await disagree(tx, platform, payment, about, theirs);
  if (!moved) return payment;
  for (const { id, orderId } of [payment, ...shares]) await platform.jobs.send(tx, paymentChanged, { paymentId: id, orderId });
  // An older answer must not count any more.
  return savePayment(tx, payment, {}, platform.clock.now());
}

/**
 * One payment brought in line with an answer about it. The caller holds its lock; the answer's status can be reached.
 * `partsMoved`: a share of it has changed, so that an older answer must not count any more.
 */
async function takeEffect(
  tx: Tx,
  platform: Platform,
  payment: Payment,
  answer: ProviderPayment,
  books: Books,
  partsMoved: boolean,
): Promise<Payment> {
  const now = platform.clock.now();
  const whole = payment.purpose === basketPurpose;
  const moves = answer.status !== payment.status;
  // The money of a basket is in the books of its orders.
  const posted = whole ? partsMoved : await postMoney(tx, platform, payment, answer, books.ledger);
  const refundsMoved = whole ? false : await applyRefunds(tx, platform, payment, answer.refunds, books.refunds);
  await settleAttempts(tx, now, payment.id, {
    done: [
      'create',
      ...(answer.status === 'succeeded' ? (['capture'] as const) : answer.status === 'canceled' ? (['cancel'] as const) : []),
    ],
    moot: answer.status === 'succeeded' ? ['cancel'] : answer.status === 'canceled' ? ['capture'] : [],
  });
  const facts = {
    // The bank does not know a share.
    providerRef: payment.partOf ? null : answer.ref,
    providerIntentRef: payment.partOf ? null : answer.intentRef,
    redirectTo: payment.partOf ? null : answer.redirectTo,
    declineClass: answer.declineClass,
    cardEnding: answer.cardEnding ?? payment.cardEnding,
    // Of the card that holds it now, and not of one that was refused before.
    wallet: answer.cardEnding ? (answer.wallet ?? null) : payment.wallet,
  };
  const same =
    facts.providerRef === payment.providerRef &&
    facts.providerIntentRef === payment.providerIntentRef &&
    facts.redirectTo === payment.redirectTo &&
    facts.declineClass === payment.declineClass &&
    facts.cardEnding === payment.cardEnding &&
    facts.wallet === payment.wallet;
  if (!moves && !posted && !refundsMoved && same) return payment;
  const after = await savePayment(tx, payment, { ...facts, status: answer.status }, now);
  if (moves) {
    await audit(tx, now, {
      actor: 'provider',
      action: `payment.${after.status}`,
      subject: `payments:${after.id}`,
      detail: { from: payment.status, version: after.version },
    });
    if (payment.status === 'stuck')
      await closeStaffTask(tx, now, { kind: 'payment-unknown', subject: `payments:${payment.id}`, by: 'system' });
  }
  await platform.jobs.send(tx, paymentChanged, { paymentId: after.id, orderId: after.orderId });
  return after;
}

/** What we have on record of a payment's money. */
interface Books {
  readonly ledger: LedgerTotals;
  readonly refunds: readonly Refund[];
}

async function readBooks(tx: Tx, payment: Payment): Promise<Books> {
  const [ledger, refunds] = await Promise.all([ledgerOfPayment(tx, payment.id), refundsOfPayment(tx, payment.id)]);
  return { ledger, refunds };
}

async function refundsOfShares(tx: Tx, shares: readonly Payment[]): Promise<Refund[]> {
  const found: Refund[] = [];
  for (const share of shares) found.push(...(await refundsOfPayment(tx, share.id)));
  return found;
}

export type Refreshed = { readonly outcome: 'ok'; readonly payment: Payment } | { readonly outcome: 'not-found' | 'unknown' };

/** Asks the provider what became of a payment and applies it; tells nothing when the provider does not answer. */
export async function refreshPayment(
  platform: Platform,
  provider: PaymentProvider,
  paymentId: string,
  attemptId?: string,
): Promise<Refreshed> {
  for (let tries = 0; tries < 8; tries += 1) {
    const seen = await findAtBank(platform.db, paymentId);
    if (!seen) return { outcome: 'not-found' };
    const asked = seen.providerRef
      ? await provider.fetchPayment({ ref: seen.providerRef, intentRef: seen.providerIntentRef })
      : await provider.findSession(seen.id, instant(seen.createdAt.getTime()));
    if (asked.outcome !== 'ok') return { outcome: asked.outcome === 'refused' && asked.reason === 'not-found' ? 'not-found' : 'unknown' };
    const applied = await applyAnswer(platform, seen, asked.value, attemptId);
    if (applied === 'outdated') continue;
    return { outcome: 'ok', payment: applied.id === paymentId ? applied : (await findPayment(platform.db, paymentId))! };
  }
  return { outcome: 'unknown' };
}

/** The provider did not say what became of a call: neither success nor failure may be shown. */
export async function markStuck(platform: Platform, paymentId: string): Promise<void> {
  const now = platform.clock.now();
  await transact(platform.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return;
    const move = moveOn(paymentStatusTable, payment.status, 'lost', 'system');
    if (!move.ok) return;
    const after = await savePayment(tx, payment, { status: move.to }, now);
    await audit(tx, now, {
      actor: 'system',
      action: 'payment.stuck',
      subject: `payments:${payment.id}`,
      detail: { from: payment.status, version: after.version },
    });
    await platform.jobs.send(tx, paymentChanged, { paymentId: payment.id, orderId: payment.orderId });
  });
}

/** The provider knows no such session and never will: the payment was not begun. */
export async function closeUnknownSession(platform: Platform, paymentId: string): Promise<void> {
  const now = platform.clock.now();
  await transact(platform.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment || payment.providerRef) return;
    const move = moveOn(paymentStatusTable, payment.status, 'canceled', 'provider');
    if (!move.ok) return;
    const after = await savePayment(tx, payment, { status: move.to }, now);
    await audit(tx, now, {
      actor: 'provider',
      action: 'payment.canceled',
      subject: `payments:${payment.id}`,
      detail: { from: payment.status, version: after.version },
    });
    await closeStaffTask(tx, now, { kind: 'payment-unknown', subject: `payments:${payment.id}`, by: 'system' });
    for (const share of await lockShares(tx, payment.id)) {
      if (!moveOn(paymentStatusTable, share.status, 'canceled', 'provider').ok) continue;
      await savePayment(tx, share, { status: move.to }, now);
      await platform.jobs.send(tx, paymentChanged, { paymentId: share.id, orderId: share.orderId });
    }
    await platform.jobs.send(tx, paymentChanged, { paymentId: payment.id, orderId: payment.orderId });
  });
}

/** Posts the difference between what the provider says and what the ledger has; keys keep each posting single. */
async function postMoney(tx: Tx, platform: Platform, payment: Payment, answer: ProviderPayment, known: LedgerTotals): Promise<boolean> {
  const now = platform.clock.now();
  const facts = factsOf(payment);
  const amount = (minor: number) => money(minor, payment.currency);
  const transfers: Transfer[] = [];
  const promised = answer.authorised.amount > 0 && known.authorised === 0 && known.captured === 0;
  if (promised) transfers.push(authorised(facts, answer.authorised, `payment:${payment.id}:authorise`));
  const promise = promised ? answer.authorised.amount : known.authorised;
  if (promise > 0 && (answer.captured.amount > 0 || answer.status === 'canceled'))
    transfers.push(voided(facts, amount(promise), `payment:${payment.id}:release`));
  if (answer.captured.amount > known.captured)
    transfers.push(
      captured(facts, amount(answer.captured.amount - known.captured), `payment:${payment.id}:capture:${answer.captured.amount}`),
    );
  if (answer.fee.amount > known.fees)
    transfers.push(feeTaken(facts, amount(answer.fee.amount - known.fees), `payment:${payment.id}:fee:${answer.fee.amount}`));
  // Side by side: a statement of one need not wait for the answers about another, and they are sent in this order.
  const posted = await Promise.all(transfers.map((transfer) => post(tx, now, transfer)));
  return posted.some((id) => id !== null);
}

async function applyRefunds(
  tx: Tx,
  platform: Platform,
  payment: Payment,
  told: readonly ProviderRefund[],
  ours: readonly Refund[],
): Promise<boolean> {
  const now = platform.clock.now();
  let moved = false;
  for (const theirs of told) {
    if (theirs.refundId) await settleRefundAttempt(tx, now, theirs.refundId);
    let refund = ours.find((candidate) => candidate.id === theirs.refundId || candidate.providerRef === theirs.ref);
    if (!refund) {
      // Made by hand at the provider: the money has gone, so it is recorded, and somebody is told.
      refund = await insertRefund(tx, {
        id: randomUUID(),
        paymentId: payment.id,
        orderId: payment.orderId,
        key: `provider:${theirs.ref}`,
        amount: theirs.amount.amount,
        currency: payment.currency,
        reason: 'made-at-provider',
        askedBy: 'provider',
        status: 'pending',
        providerRef: theirs.ref,
        createdAt: new Date(now),
        changedAt: new Date(now),
      });
      await disagree(tx, platform, payment, 'refund', `${theirs.amount.amount} ${payment.currency}`);
      moved = true;
    }
    if (theirs.amount.amount !== refund.amount) {
      await disagree(tx, platform, payment, 'refund', `${theirs.amount.amount} ${payment.currency}`);
      continue;
    }
    if (refund.status === theirs.status) {
      if (refund.providerRef !== theirs.ref) {
        await saveRefund(tx, refund, { providerRef: theirs.ref }, now);
        moved = true;
      }
      continue;
    }
    const move = moveOn(refundStatusTable, refund.status, theirs.status, 'provider');
    if (!move.ok) {
      await disagree(tx, platform, payment, 'refund-status', theirs.status);
      continue;
    }
    const before = refund;
    await saveRefund(tx, refund, { status: move.to, providerRef: theirs.ref }, now);
    await postRefund(tx, platform, payment, before, move.to);
    moved = true;
  }
  return moved;
}

async function postRefund(tx: Tx, platform: Platform, payment: Payment, refund: Refund, to: Refund['status']): Promise<void> {
  const now = platform.clock.now();
  const amount = money(refund.amount, refund.currency);
  await audit(tx, now, {
    actor: 'provider',
    action: `refund.${to}`,
    subject: `refunds:${refund.id}`,
    detail: { from: refund.status, amount: refund.amount, currency: refund.currency },
  });
  if (to === 'succeeded') await post(tx, now, refunded(factsOf(payment), amount, `refund:${refund.id}`));
  if (to !== 'failed') return;
  if (refund.status === 'succeeded') await post(tx, now, refundReturned(factsOf(payment), amount, `refund:${refund.id}:returned`));
  await openStaffTask(tx, now, {
    kind: 'refund-failed',
    subject: `refunds:${refund.id}`,
    textKey: 'tasks:refund-failed',
    detail: { order: payment.orderId, amount: refund.amount, currency: refund.currency },
  });
}

const factsOf = (payment: Payment): PaymentFacts => ({ provider: payment.provider, orderId: payment.orderId, paymentId: payment.id });

async function disagree(
  tx: Tx,
  platform: Platform,
  payment: Payment,
  about: string,
  theirs: string,
  ours = about === 'amount' ? `${payment.amount} ${payment.currency}` : payment.status,
): Promise<void> {
  platform.log.error({ payment: payment.id, about, theirs }, 'the payment provider disagrees');
  await openStaffTask(tx, platform.clock.now(), {
    kind: 'payment-difference',
    subject: `payments:${payment.id}`,
    textKey: `tasks:payment-difference.${about}`,
    detail: { order: payment.orderId, ours, theirs },
  });
}
