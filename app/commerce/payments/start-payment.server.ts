import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { closeUnknownSession, markStuck, refreshPayment } from './apply-payment.server.ts';
import { carryOut } from './call-provider.server.ts';
import type { PaymentMethod, PaymentProvider } from './payment-provider.ts';
import { findShares, insertPayment, intend, lockLivePayment, type IntendedAttempt } from './payments-store.server.ts';
import type { Payment } from './payments.tables.ts';
import { closeSession } from './release-payment.server.ts';

export interface PaymentToStart {
  readonly orderId: string;
  /** The order as the traveller saw it when they pressed pay; a later version gets a new session. */
  readonly orderVersion: number;
  /** What the bank page shows beside the amount. */
  readonly reference: string;
  readonly amount: Money;
  /** Paths of this site; they only show what happened, they decide nothing. */
  readonly returnTo: { readonly success: string; readonly failure: string };
  readonly language: LanguageCode;
  /** The earlier of hold and offer expiry. */
  readonly expiresAt: Instant;
  /** How it is paid on the provider's page; with a card unless told. */
  readonly method?: PaymentMethod;
  /** What is paid for within the order; 'order' unless it is an addition. */
  readonly purpose?: string;
  /** With the purpose 'basket', where `orderId` names the basket: what each order pays of the amount. Their sum is the amount. */
  readonly shares?: readonly PaymentShare[];
  /** Asked first in the transaction that begins the payment: throws when what is to be paid has changed meanwhile. */
  readonly still?: (tx: Tx) => Promise<void>;
}

export interface PaymentShare {
  readonly orderId: string;
  readonly orderVersion: number;
  /** Minor units of the payment's currency. */
  readonly amount: number;
}

export type StartRefusal =
  /** The bank already holds or has the money. */
  | 'already-paid'
  /** The bank is deciding about an earlier try. */
  | 'in-progress'
  /** The provider did not say whether it opened a session; trying again looks it up. */
  | 'provider-silent'
  | 'provider-refused'
  | 'expired';

export type Started = Outcome<{ readonly paymentId: string; readonly redirectTo: string }, StartRefusal>;

/**
 * Opens the provider's page for an order, or finds the one that is open: pressing pay twice leads to one session. A
 * session for another amount, method or order version is closed first. The answer is where to send the traveller.
 */
export async function startPayment(platform: Platform, provider: PaymentProvider, toStart: PaymentToStart): Promise<Started> {
  if (toStart.expiresAt <= platform.clock.now()) return refuse('expired');
  await failpoint('payment.create.before-intent');
  // Each round either answers or ends one payment that stands in the way; two are more than ever should.
  for (let round = 0; round < 4; round += 1) {
    const begun = await begin(platform, provider, toStart).catch((fault: unknown) => {
      if (fault instanceof ShareTaken) return null;
      throw fault;
    });
    if (!begun) continue;
    const { payment } = begun;
    if (payment.status === 'requires_capture' || payment.status === 'succeeded') return refuse('already-paid');
    if (payment.status === 'processing') return refuse('in-progress');
    if (!begun.attempt || payment.provider !== provider.name || !asWanted(payment, toStart)) {
      // Asked first: whoever paid on the old page a moment ago has paid.
      const released = await closeSession(platform, provider, payment.id);
      if (released.ok) continue;
      return refuse(
        released.refused === 'captured' ? 'already-paid' : released.refused === 'in-progress' ? 'in-progress' : 'provider-silent',
      );
    }
    if (payment.providerRef) {
      // What the traveller did on the bank's page may not have reached us yet.
      const fresh = await refreshPayment(platform, provider, payment.id);
      const current = fresh.outcome === 'ok' ? fresh.payment : payment;
      if (current.status === payment.status && current.redirectTo) return done({ paymentId: payment.id, redirectTo: current.redirectTo });
      if (fresh.outcome === 'unknown') return refuse('provider-silent');
      if (current.redirectTo && current.status !== 'processing') return done({ paymentId: payment.id, redirectTo: current.redirectTo });
      continue;
    }
    const called = await carryOut(
      platform,
      provider,
      begun.attempt,
      (seen, key) => openSession(platform, provider, seen, toStart.reference, key),
      (found) => found.providerRef !== null,
    );
    if (called.outcome === 'unknown') {
      await markStuck(platform, payment.id);
      return refuse('provider-silent');
    }
    if (called.outcome === 'refused') {
      await closeUnknownSession(platform, payment.id);
      return refuse('provider-refused');
    }
    if (called.payment.redirectTo) return done({ paymentId: payment.id, redirectTo: called.payment.redirectTo });
  }
  return refuse('provider-silent');
}

/** The order's live payment, or a new one, together with the intent to open its session; without an attempt it stands in the way. */
async function begin(
  platform: Platform,
  provider: PaymentProvider,
  toStart: PaymentToStart,
): Promise<{ payment: Payment; attempt: IntendedAttempt | null }> {
  const now = platform.clock.now();
  const purpose = toStart.purpose ?? 'order';
  return transact(platform.db, async (tx) => {
    await toStart.still?.(tx);
    let payment = await lockLivePayment(tx, toStart.orderId, purpose);
    // An order has one living payment: a page of its own, or the share of another basket, is ended first.
    for (const share of toStart.shares ?? []) {
      const other = await lockLivePayment(tx, share.orderId, 'order');
      if (other && other.partOf !== payment?.id) return { payment: other, attempt: null };
    }
    if (payment?.partOf) return { payment, attempt: null };
    if (payment && !(await sharesAsWanted(tx, payment, toStart.shares))) return { payment, attempt: null };
    if (!payment) {
      const id = randomUUID();
      const inserted = await insertPayment(tx, {
        id,
        orderId: toStart.orderId,
        orderVersion: toStart.orderVersion,
        purpose,
        provider: provider.name,
        method: toStart.method ?? 'card',
        status: 'requires_payment_method',
        amount: toStart.amount.amount,
        currency: toStart.amount.currency,
        language: toStart.language,
        returnTo: toStart.returnTo,
        expiresAt: new Date(toStart.expiresAt),
        createdAt: new Date(now),
        changedAt: new Date(now),
      });
      payment = (await lockLivePayment(tx, toStart.orderId, purpose))!;
      if (inserted) {
        for (const share of toStart.shares ?? []) await insertShare(tx, payment, share);
        await audit(tx, now, {
          actor: 'system',
          action: 'payment.started',
          subject: `payments:${id}`,
          detail: { order: toStart.orderId, amount: toStart.amount.amount, currency: toStart.amount.currency },
        });
      }
    }
    return { payment, attempt: await intend(tx, now, { paymentId: payment.id, kind: 'create', amount: payment.amount }) };
  });
}

/** Somebody began to pay an order by itself at the same moment: what was begun here is undone, and tried once more. */
class ShareTaken extends Error {}

/** Its part in the basket's payment; another living payment of the order cannot be there, its row is locked by the caller. */
async function insertShare(tx: Tx, whole: Payment, share: PaymentShare): Promise<void> {
  const { provider, status, currency, language, returnTo, expiresAt, createdAt, changedAt } = whole;
  const inserted = await insertPayment(tx, {
    id: randomUUID(),
    partOf: whole.id,
    purpose: 'order',
    ...share,
    provider,
    status,
    currency,
    language,
    returnTo,
    expiresAt,
    createdAt,
    changedAt,
  });
  if (!inserted) throw new ShareTaken(`Order ${share.orderId} got another payment while its basket was about to be paid`);
}

async function sharesAsWanted(tx: Tx, payment: Payment, wanted: readonly PaymentShare[] | undefined): Promise<boolean> {
  if (!wanted) return true;
  const there = await findShares(tx, payment.id);
  return (
    there.length === wanted.length &&
    wanted.every((share) =>
      there.some(
        ({ orderId, orderVersion, amount }) => orderId === share.orderId && orderVersion === share.orderVersion && amount === share.amount,
      ),
    )
  );
}

function asWanted(payment: Payment, wanted: PaymentToStart): boolean {
  return (
    payment.amount === wanted.amount.amount &&
    payment.currency === wanted.amount.currency &&
    payment.method === (wanted.method ?? 'card') &&
    payment.orderVersion === wanted.orderVersion
  );
}

function openSession(platform: Platform, provider: PaymentProvider, payment: Payment, reference: string, key: string) {
  // Everything comes from the row, so that a repeat under the same key asks for exactly the same.
  return provider.createSession(
    {
      paymentId: payment.id,
      reference,
      amount: money(payment.amount, payment.currency),
      method: payment.method,
      language: payment.language,
      successUrl: platform.env.publicUrl + payment.returnTo.success,
      failureUrl: platform.env.publicUrl + payment.returnTo.failure,
      expiresAt: instant(payment.expiresAt.getTime()),
      createdAt: instant(payment.createdAt.getTime()),
    },
    key,
  );
}
