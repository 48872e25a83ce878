import { z } from 'zod';
import { instant } from '#app/values/dates.ts';
import { isCurrencyCode, money } from '#app/values/money.ts';
import { done, refuse } from '#app/values/outcome.ts';
import type { PaymentProvider, ProviderAnswer, ProviderEvent, ProviderPayment } from './payment-provider.ts';
import type { DeclineClass } from './payment-status.ts';
import { ask, callTimeoutMs, refusalOf } from './provider-call.server.ts';
import { readWallet } from './wallets.ts';
import { verifySignature } from './webhook-signature.server.ts';

const ending = z.string().regex(/^\d{4}$/);
const wirePayment = z.object({
  id: z.string().min(1),
  payment_id: z.string().nullable(),
  status: z.enum(['requires_payment_method', 'processing', 'requires_action', 'requires_capture', 'succeeded', 'canceled']),
  amount: z.int().positive(),
  currency: z.string().refine(isCurrencyCode),
  authorised: z.int().nonnegative(),
  captured: z.int().nonnegative(),
  fee: z.int().nonnegative(),
  refunds: z.array(
    z.object({ id: z.string(), refund_id: z.string(), amount: z.int().positive(), status: z.enum(['pending', 'succeeded', 'failed']) }),
  ),
  disputes: z
    .array(
      z.object({
        id: z.string(),
        status: z.enum(['warning_needs_response', 'needs_response', 'warning_under_review', 'under_review', 'won', 'lost', 'prevented']),
        reason: z.string().max(100),
        amount: z.int().positive(),
        taken: z.int().nonnegative(),
        returned: z.int().nonnegative(),
        fee: z.int().nonnegative(),
        respond_by: z.number(),
        opened_at: z.number(),
      }),
    )
    .default([]),
  decline_code: z.string().nullable(),
  card_ending: ending.nullish(),
  wallet: z.enum(['apple_pay', 'google_pay']).nullish(),
  url: z.url().nullable(),
  changed_at: z.number(),
});
const wirePayments = z.object({ payments: z.array(wirePayment) });
const wireEvents = z.object({
  events: z.array(z.object({ id: z.string(), type: z.string(), seq: z.int(), payment: z.string(), payment_id: z.string().nullable() })),
});
const wireWebhook = z.object({
  id: z.string().min(1).max(100),
  type: z.string().max(100),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ id: z.string().max(100), payment_id: z.string().max(100).nullable() }) }),
});

/** What a payment has become, where the type of an event says all of it. */
const said: Readonly<Record<string, NonNullable<ProviderEvent['says']>>> = {
  'payment.created': 'requires_payment_method',
  'payment.authorised': 'requires_capture',
  'payment.captured': 'succeeded',
  'payment.canceled': 'canceled',
};
const says = (type: string): Pick<ProviderEvent, 'says'> => (said[type] ? { says: said[type] } : {});

/** What the traveller can do about each of the bank's codes. */
const classes: Readonly<Record<string, DeclineClass>> = {
  insufficient_funds: 'over-limit',
  expired_card: 'other-card',
  do_not_honor: 'call-bank',
  fraudulent: 'suspected-fraud',
  authentication_failed: 'not-confirmed',
  not_agreed: 'not-agreed',
};

/** Payments at the pretend bank, which is a process of its own: see docs/decisions. */
export function sandboxProvider(options: {
  readonly url: string;
  /** The one in force first, then one that is being replaced. */
  readonly webhookSecrets: readonly string[];
  readonly timeoutMs?: number;
}): PaymentProvider {
  async function call<Wire, Value>(
    path: string,
    schema: z.ZodType<Wire>,
    read: (wire: Wire) => Value,
    post?: { body: object; key: string },
  ): ProviderAnswer<Value> {
    const init = post
      ? { method: 'POST', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': post.key }, body: JSON.stringify(post.body) }
      : {};
    const reply = await ask(options.url + path, init, options.timeoutMs ?? callTimeoutMs);
    if (reply.kind === 'silent') return { outcome: 'unknown', detail: reply.detail };
    const refusal = refusalOf(reply.status);
    if (refusal) return { outcome: 'refused', reason: refusal };
    const parsed = reply.status < 300 ? schema.safeParse(reply.body) : null;
    return parsed?.success ? { outcome: 'ok', value: read(parsed.data) } : { outcome: 'unknown', detail: `answer ${reply.status}` };
  }

  const one = (ref: string, path: string, post?: { body: object; key: string }) =>
    call(`/v1/payments/${encodeURIComponent(ref)}${path}`, wirePayment, toPayment, post);

  const aboutDispute = (ref: string, what: string, post: { body: object; key: string }) =>
    call(`/v1/disputes/${encodeURIComponent(ref)}/${what}`, wirePayment, toPayment, post);

  return {
    name: 'sandbox',
    methods: ['card', 'four'],
    currencies: ['AED'],
    async createSession(session, key) {
      if (session.amount.currency !== 'AED') return { outcome: 'refused', reason: 'not-possible' };
      return call('/v1/payments', wirePayment, toPayment, {
        key,
        body: {
          payment_id: session.paymentId,
          reference: session.reference,
          amount: session.amount.amount,
          currency: session.amount.currency,
          ...(session.method === 'card' ? {} : { method: session.method }),
          language: session.language,
          success_url: session.successUrl,
          failure_url: session.failureUrl,
          expires_at: session.expiresAt,
        },
      });
    },
    fetchPayment: ({ ref }) => one(ref, ''),
    async findSession(paymentId) {
      const found = await call(`/v1/payments?payment_id=${encodeURIComponent(paymentId)}`, wirePayments, (wire) =>
        wire.payments.map(toPayment),
      );
      if (found.outcome !== 'ok') return found;
      const [payment] = found.value;
      return payment ? { outcome: 'ok', value: payment } : { outcome: 'refused', reason: 'not-found' };
    },
    capture: ({ ref }, amount, key) => one(ref, '/capture', { key, body: { amount: amount.amount } }),
    cancel: ({ ref }, key) => one(ref, '/cancel', { key, body: {} }),
    refund: ({ ref }, { refundId, amount }, key) => one(ref, '/refunds', { key, body: { refund_id: refundId, amount: amount.amount } }),
    keepEvidence: ({ name, type, content }, key) =>
      call('/v1/files', z.object({ id: z.string() }), ({ id }) => id, {
        key,
        body: { name, type, content: Buffer.from(content).toString('base64') },
      }),
    answerDispute: ({ ref }, { words, papers }, key) =>
      aboutDispute(ref, 'answer', { key, body: { words, files: papers.map((paper) => paper.ref) } }),
    acceptDispute: ({ ref }, key) => aboutDispute(ref, 'accept', { key, body: {} }),
    eventsSince: (cursor) =>
      call(`/v1/events?after=${encodeURIComponent(cursor ?? '0')}`, wireEvents, ({ events }) => ({
        events: events.map((event) => ({
          eventId: event.id,
          type: event.type,
          refs: [event.payment, event.payment_id].filter((ref) => ref !== null),
          ...says(event.type),
        })),
        cursor: events.length > 0 ? String(events.at(-1)!.seq) : cursor,
      })),
    listPayments: (since) => call(`/v1/payments?since=${since}`, wirePayments, (wire) => wire.payments.map(toPayment)),
    readWebhook(body, header, now) {
      const verified = verifySignature(header('sandbox-signature'), body, options.webhookSecrets, now);
      if (!verified.ok) return verified;
      const event = parse(body);
      if (!event) return refuse('not-an-event');
      if (event.livemode) return refuse('other-mode');
      const { id, payment_id } = event.data.object;
      return done({ eventId: event.id, type: event.type, refs: [id, payment_id].filter((ref) => ref !== null), ...says(event.type) });
    },
  };
}

function parse(body: string): z.infer<typeof wireWebhook> | null {
  try {
    return wireWebhook.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

function toPayment(wire: z.infer<typeof wirePayment>): ProviderPayment {
  const amount = (minor: number) => money(minor, wire.currency as ProviderPayment['amount']['currency']);
  return {
    ref: wire.id,
    intentRef: null,
    paymentId: wire.payment_id,
    status: wire.status,
    amount: amount(wire.amount),
    authorised: amount(wire.authorised),
    captured: amount(wire.captured),
    fee: amount(wire.fee),
    refunds: wire.refunds.map((refund) => ({
      ref: refund.id,
      refundId: refund.refund_id,
      amount: amount(refund.amount),
      status: refund.status,
    })),
    disputes: wire.disputes.map((dispute) => ({
      ref: dispute.id,
      // What a bank looks at is looked at, whether it has taken the money or only asked.
      status: dispute.status === 'warning_under_review' ? 'under_review' : dispute.status,
      reason: dispute.reason,
      amount: amount(dispute.amount),
      taken: amount(dispute.taken),
      returned: amount(dispute.returned),
      fee: amount(dispute.fee),
      respondBy: instant(dispute.respond_by),
      openedAt: instant(dispute.opened_at),
    })),
    declineClass: wire.decline_code === null ? null : (classes[wire.decline_code] ?? 'try-again'),
    cardEnding: wire.card_ending ?? null,
    wallet: readWallet(wire.wallet),
    redirectTo: wire.url,
    changedAt: instant(wire.changed_at),
  };
}
