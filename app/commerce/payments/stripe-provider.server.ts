import { z } from 'zod';
import { dayMs, hourMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { isCurrencyCode, money, type CurrencyCode } from '#app/values/money.ts';
import { done, refuse } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { DisputeStatus } from '../disputes/dispute-status.ts';
import type { EvidenceSlot, PaymentProvider, ProviderAnswer, ProviderDispute, ProviderEvent, ProviderPayment } from './payment-provider.ts';
import type { DeclineClass } from './payment-status.ts';
import { ask, callTimeoutMs, refusalOf } from './provider-call.server.ts';
import { readWallet } from './wallets.ts';
import { verifySignature } from './webhook-signature.server.ts';

/** Pinned, so that an upgrade in Stripe's dashboard does not change what we read. */
const apiVersion = '2025-03-31.basil';

const charge = z.object({
  created: z.number(),
  disputed: z.boolean().nullish(),
  payment_method_details: z
    .object({ card: z.object({ last4: z.string().regex(/^\d{4}$/), wallet: z.object({ type: z.string() }).nullish() }).nullish() })
    .nullish()
    .catch(null),
  balance_transaction: z.object({ fee: z.int(), currency: z.string() }).nullish().catch(null),
  refunds: z
    .object({
      data: z.array(
        z.object({
          id: z.string(),
          amount: z.int().positive(),
          status: z.string().nullable(),
          created: z.number(),
          metadata: z.record(z.string(), z.string()).nullish(),
        }),
      ),
    })
    .nullish(),
});
const dispute = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string().max(100),
  amount: z.int().positive(),
  currency: z.string(),
  created: z.number(),
  evidence_details: z.object({ due_by: z.number().nullish() }).nullish(),
  balance_transactions: z.array(z.object({ amount: z.int(), fee: z.int(), currency: z.string() })).nullish(),
});
const intent = z.object({
  id: z.string(),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'succeeded',
    'canceled',
  ]),
  amount: z.int(),
  amount_capturable: z.int().nullish(),
  amount_received: z.int().nullish(),
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
  latest_charge: charge.nullish().catch(null),
});
const session = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  client_reference_id: z.string().nullable(),
  amount_total: z.int(),
  currency: z.string(),
  url: z.string().nullish(),
  created: z.number(),
  payment_intent: z.union([intent, z.string()]).nullish(),
});
type Session = z.infer<typeof session>;
const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), has_more: z.boolean() });
const event = z.object({
  id: z.string().min(1).max(100),
  type: z.string().max(100),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
      client_reference_id: z.string().nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});

/** Checkout speaks Filipino but not Arabic; `auto` is then the browser's own choice. */
const locales: Readonly<Record<LanguageCode, string>> = { en: 'en', ar: 'auto', tl: 'fil', es: 'es', pt: 'pt-BR' };

/** What the traveller can do, by Stripe's decline codes; anything else is worth another try. */
const classes: Readonly<Record<string, DeclineClass>> = {
  insufficient_funds: 'over-limit',
  card_velocity_exceeded: 'over-limit',
  withdrawal_count_limit_exceeded: 'over-limit',
  expired_card: 'other-card',
  card_not_supported: 'other-card',
  currency_not_supported: 'other-card',
  incorrect_cvc: 'other-card',
  incorrect_number: 'other-card',
  do_not_honor: 'call-bank',
  call_issuer: 'call-bank',
  generic_decline: 'call-bank',
  transaction_not_allowed: 'call-bank',
  restricted_card: 'call-bank',
  not_permitted: 'call-bank',
  no_action_taken: 'call-bank',
  service_not_allowed: 'call-bank',
  fraudulent: 'suspected-fraud',
  stolen_card: 'suspected-fraud',
  lost_card: 'suspected-fraud',
  pickup_card: 'suspected-fraud',
  merchant_blacklist: 'suspected-fraud',
  security_violation: 'suspected-fraud',
  authentication_required: 'not-confirmed',
  payment_intent_authentication_failure: 'not-confirmed',
};

const expansion = (prefix: string) => [
  `${prefix}payment_intent.latest_charge.balance_transaction`,
  `${prefix}payment_intent.latest_charge.refunds`,
];
/** One file each. */
const evidenceFields: Readonly<Record<EvidenceSlot, string>> = {
  receipt: 'receipt',
  service: 'service_documentation',
  other: 'uncategorized_file',
};
const pageSize = 100;
const mostPages = 20;

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecrets: readonly string[];
  readonly apiBase?: string | undefined;
  readonly timeoutMs?: number;
  readonly now: () => Instant;
}

/** Stripe Checkout with manual capture, over its HTTP API. Source: docs.stripe.com/api. */
export function stripeProvider(options: StripeOptions): PaymentProvider {
  const base = (options.apiBase ?? 'https://api.stripe.com').replace(/\/$/, '');
  /** Files are taken at an address of their own. */
  const filesBase = (options.apiBase ?? 'https://files.stripe.com').replace(/\/$/, '');

  async function call<Wire>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodType<Wire>,
    fields: readonly (readonly [string, string])[],
    key?: string,
  ): ProviderAnswer<Wire> {
    const form = new URLSearchParams(fields.map(([name, value]) => [name, value]));
    const headers: Record<string, string> = { Authorization: `Bearer ${options.secretKey}`, 'Stripe-Version': apiVersion };
    if (key) headers['Idempotency-Key'] = key;
    const url = method === 'GET' && form.size > 0 ? `${base}${path}?${form}` : base + path;
    const init: RequestInit =
      method === 'GET'
        ? { headers }
        : { method, headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }, body: form.toString() };
    return send(url, init, schema);
  }

  async function send<Wire>(url: string, init: RequestInit, schema: z.ZodType<Wire>): ProviderAnswer<Wire> {
    for (let tries = 1; ; tries += 1) {
      const reply = await ask(url, init, options.timeoutMs ?? callTimeoutMs);
      if (reply.kind === 'silent') return { outcome: 'unknown', detail: reply.detail };
      const code =
        z.object({ error: z.object({ code: z.string().nullish(), type: z.string().nullish() }) }).safeParse(reply.body).data?.error.code ??
        null;
      // A twin under the same key is still running there: its answer is ours too, so wait for it.
      if ((reply.status === 409 || reply.status === 429) && tries < 4) {
        await new Promise((resume) => setTimeout(resume, tries * 250));
        continue;
      }
      if (code === 'resource_missing') return { outcome: 'refused', reason: 'not-found' };
      if (code === 'payment_intent_unexpected_state' || code === 'charge_already_refunded')
        return { outcome: 'refused', reason: 'not-possible' };
      const refusal = reply.status === 409 ? null : refusalOf(reply.status);
      if (refusal) return { outcome: 'refused', reason: refusal };
      const parsed = reply.status < 300 ? schema.safeParse(reply.body) : null;
      return parsed?.success
        ? { outcome: 'ok', value: parsed.data }
        : { outcome: 'unknown', detail: `answer ${reply.status} ${code ?? ''}`.trim() };
    }
  }

  async function fetchSession(id: string): ProviderAnswer<ProviderPayment> {
    const found = await call(
      'GET',
      `/v1/checkout/sessions/${encodeURIComponent(id)}`,
      session,
      expansion('').map((path) => ['expand[]', path] as const),
    );
    return found.outcome === 'ok' ? withDisputes(found.value) : found;
  }

  /** A charge says that it is disputed and not by what: that is asked for, and only then. */
  async function withDisputes(wire: Session): ProviderAnswer<ProviderPayment> {
    const answer = toAnswer(wire);
    const paid = typeof wire.payment_intent === 'object' ? wire.payment_intent : null;
    if (answer.outcome !== 'ok' || !paid?.latest_charge?.disputed) return answer;
    const listed = await call('GET', '/v1/disputes', listOf(dispute), [
      ['payment_intent', paid.id],
      ['limit', String(pageSize)],
    ]);
    if (listed.outcome !== 'ok') return listed;
    const read = listed.value.data.map((one) => toDispute(one, answer.value.amount.currency));
    if (read.includes(null)) return { outcome: 'unknown', detail: 'a dispute of a kind that is not known' };
    return { outcome: 'ok', value: { ...answer.value, disputes: read.filter((one) => one !== null) } };
  }

  /** The call's own answer is about the money; what we keep is the session, so it is asked for afterwards. */
  async function thenFetch(ref: string, made: Awaited<ProviderAnswer<unknown>>): ProviderAnswer<ProviderPayment> {
    if (made.outcome !== 'ok') return made;
    const found = await fetchSession(ref);
    return found.outcome === 'ok' ? found : { outcome: 'unknown', detail: 'done, but not seen' };
  }

  async function sessionsSince(since: Instant): ProviderAnswer<readonly Session[]> {
    const sessions: Session[] = [];
    for (let page = 0; page < mostPages; page += 1) {
      const after = sessions.at(-1)?.id;
      const listed = await call('GET', '/v1/checkout/sessions', listOf(session), [
        ['limit', String(pageSize)],
        ['created[gte]', String(Math.floor(since / 1000))],
        ...expansion('data.').map((path) => ['expand[]', path] as const),
        ...(after ? [['starting_after', after] as const] : []),
      ]);
      if (listed.outcome !== 'ok') return listed;
      sessions.push(...listed.value.data);
      if (!listed.value.has_more) break;
    }
    return { outcome: 'ok', value: sessions };
  }

  async function intentOf(ref: { ref: string; intentRef: string | null }): ProviderAnswer<string> {
    if (ref.intentRef) return { outcome: 'ok', value: ref.intentRef };
    const found = await fetchSession(ref.ref);
    if (found.outcome !== 'ok') return found;
    return found.value.intentRef ? { outcome: 'ok', value: found.value.intentRef } : { outcome: 'refused', reason: 'not-possible' };
  }

  return {
    name: 'stripe',
    // What Checkout has for paying in parts takes no dirhams: Affirm, Afterpay, Klarna and Zip each name their currencies, and
    // AED is among none of them. Source: docs.stripe.com/payments/buy-now-pay-later.
    methods: ['card'],
    // Checkout would present other currencies too and settle them at a rate that it tells afterwards; our books have one.
    currencies: ['AED'],
    async createSession(wanted, key) {
      if (wanted.method !== 'card' || wanted.amount.currency !== 'AED') return { outcome: 'refused', reason: 'not-possible' };
      // Stripe keeps a session open for half an hour at least and a day at most; the order's own clock closes it earlier, and
      // paying an order that is kept for longer opens another one.
      const expires = Math.min(Math.max(wanted.expiresAt, wanted.createdAt + hourMs), wanted.createdAt + 23 * hourMs);
      const made = await call(
        'POST',
        '/v1/checkout/sessions',
        session,
        [
          ['mode', 'payment'],
          ['client_reference_id', wanted.paymentId],
          ['metadata[payment_id]', wanted.paymentId],
          ['payment_intent_data[capture_method]', 'manual'],
          ['payment_intent_data[metadata][payment_id]', wanted.paymentId],
          ['payment_intent_data[description]', wanted.reference],
          ['line_items[0][quantity]', '1'],
          ['line_items[0][price_data][currency]', wanted.amount.currency.toLowerCase()],
          ['line_items[0][price_data][unit_amount]', String(wanted.amount.amount)],
          ['line_items[0][price_data][product_data][name]', wanted.reference],
          ['success_url', wanted.successUrl],
          ['cancel_url', wanted.failureUrl],
          ['expires_at', String(Math.floor(expires / 1000))],
          ['locale', locales[wanted.language]],
        ],
        key,
      );
      return made.outcome === 'ok' ? toAnswer(made.value) : made;
    },
    fetchPayment: ({ ref }) => fetchSession(ref),
    async findSession(paymentId, createdAt) {
      const listed = await sessionsSince(instant(createdAt - minuteMs));
      if (listed.outcome !== 'ok') return listed;
      const found = listed.value.find((candidate) => candidate.client_reference_id === paymentId);
      return found ? withDisputes(found) : { outcome: 'refused', reason: 'not-found' };
    },
    async capture(ref, amount, key) {
      const intentRef = await intentOf(ref);
      if (intentRef.outcome !== 'ok') return intentRef;
      return thenFetch(
        ref.ref,
        await call(
          'POST',
          `/v1/payment_intents/${intentRef.value}/capture`,
          z.object({ id: z.string() }),
          [['amount_to_capture', String(amount.amount)]],
          key,
        ),
      );
    },
    async cancel(ref, key) {
      const current = await fetchSession(ref.ref);
      if (current.outcome !== 'ok') return current;
      if (current.value.status === 'canceled') return current;
      const holdsMoney = current.value.status === 'requires_capture' && current.value.intentRef;
      const path = holdsMoney
        ? `/v1/payment_intents/${current.value.intentRef}/cancel`
        : `/v1/checkout/sessions/${encodeURIComponent(ref.ref)}/expire`;
      return thenFetch(ref.ref, await call('POST', path, z.object({ id: z.string() }), [], key));
    },
    async refund(ref, { refundId, amount }, key) {
      const intentRef = await intentOf(ref);
      if (intentRef.outcome !== 'ok') return intentRef;
      const made = await call(
        'POST',
        '/v1/refunds',
        z.object({ id: z.string() }),
        [
          ['payment_intent', intentRef.value],
          ['amount', String(amount.amount)],
          ['metadata[refund_id]', refundId],
        ],
        key,
      );
      return thenFetch(ref.ref, made);
    },
    async keepEvidence({ name, type, content }, key) {
      const form = new FormData();
      form.set('purpose', 'dispute_evidence');
      form.set('file', new Blob([new Uint8Array(content)], { type }), name);
      const headers = { Authorization: `Bearer ${options.secretKey}`, 'Stripe-Version': apiVersion, 'Idempotency-Key': key };
      const kept = await send(`${filesBase}/v1/files`, { method: 'POST', headers, body: form }, z.object({ id: z.string() }));
      return kept.outcome === 'ok' ? { outcome: 'ok', value: kept.value.id } : kept;
    },
    async answerDispute({ payment, ref }, { words, papers }, key) {
      return thenFetch(
        payment.ref,
        await call(
          'POST',
          `/v1/disputes/${encodeURIComponent(ref)}`,
          z.object({ id: z.string() }),
          [
            ['evidence[uncategorized_text]', words],
            ...papers.map((paper) => [`evidence[${evidenceFields[paper.slot]}]`, paper.ref] as const),
            ['submit', 'true'],
          ],
          key,
        ),
      );
    },
    async acceptDispute({ payment, ref }, key) {
      return thenFetch(
        payment.ref,
        await call('POST', `/v1/disputes/${encodeURIComponent(ref)}/close`, z.object({ id: z.string() }), [], key),
      );
    },
    async eventsSince(cursor) {
      if (cursor !== null) {
        const listed = await call('GET', '/v1/events', listOf(event), [
          ['limit', String(pageSize)],
          ['ending_before', cursor],
        ]);
        if (listed.outcome === 'ok') {
          const events = [...listed.value.data].reverse();
          return { outcome: 'ok', value: { events: events.map(toEvent), cursor: events.at(-1)?.id ?? cursor } };
        }
        // Events are kept for thirty days; an older cursor is unknown there, and a day back is read instead.
        if (listed.outcome !== 'refused' || listed.reason !== 'not-found') return listed;
      }
      const all: z.infer<typeof event>[] = [];
      for (let page = 0; page < mostPages; page += 1) {
        const after = all.at(-1)?.id;
        const listed = await call('GET', '/v1/events', listOf(event), [
          ['limit', String(pageSize)],
          ['created[gte]', String(Math.floor((options.now() - dayMs) / 1000))],
          ...(after ? [['starting_after', after] as const] : []),
        ]);
        if (listed.outcome !== 'ok') return listed;
        all.push(...listed.value.data);
        if (!listed.value.has_more) break;
      }
      return { outcome: 'ok', value: { events: all.reverse().map(toEvent), cursor: all.at(-1)?.id ?? null } };
    },
    async listPayments(since) {
      const listed = await sessionsSince(since);
      if (listed.outcome !== 'ok') return listed;
      const read: Awaited<ProviderAnswer<ProviderPayment>>[] = [];
      for (const one of listed.value) read.push(await withDisputes(one));
      const bad = read.find((one) => one.outcome !== 'ok');
      return bad ?? { outcome: 'ok', value: read.flatMap((one) => (one.outcome === 'ok' ? [one.value] : [])) };
    },
    readWebhook(body, header, now) {
      const verified = verifySignature(header('stripe-signature'), body, options.webhookSecrets, now);
      if (!verified.ok) return verified;
      let told: z.infer<typeof event> | undefined;
      try {
        told = event.safeParse(JSON.parse(body)).data;
      } catch {
        told = undefined;
      }
      if (!told) return refuse('not-an-event');
      if (told.livemode !== /^(sk|rk)_live_/.test(options.secretKey)) return refuse('other-mode');
      return done(toEvent(told));
    },
  };
}

function toEvent(told: z.infer<typeof event>): ProviderEvent {
  const { id, payment_intent, client_reference_id, metadata } = told.data.object;
  const intentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  return {
    eventId: told.id,
    type: told.type,
    refs: [...new Set([id, intentId, client_reference_id, metadata?.['payment_id']].filter((ref) => typeof ref === 'string'))],
  };
}

function toAnswer(wire: Session): Awaited<ProviderAnswer<ProviderPayment>> {
  const currency = wire.currency.toUpperCase();
  if (!isCurrencyCode(currency)) return { outcome: 'unknown', detail: `a session in ${currency}` };
  return { outcome: 'ok', value: toPayment(wire, currency) };
}

function toPayment(wire: Session, currency: CurrencyCode): ProviderPayment {
  const amount = (minor: number) => money(minor, currency);
  const paid = typeof wire.payment_intent === 'object' ? wire.payment_intent : null;
  const status = statusOf(wire, paid ?? null);
  const taken = paid?.latest_charge ?? null;
  const returned = taken?.refunds?.data ?? [];
  const fee = taken?.balance_transaction;
  const code = paid?.last_payment_error?.decline_code ?? paid?.last_payment_error?.code ?? null;
  return {
    ref: wire.id,
    intentRef: typeof wire.payment_intent === 'string' ? wire.payment_intent : (paid?.id ?? null),
    paymentId: wire.client_reference_id,
    status,
    amount: amount(wire.amount_total),
    authorised: amount(status === 'requires_capture' ? (paid?.amount_capturable ?? 0) : status === 'succeeded' ? (paid?.amount ?? 0) : 0),
    captured: amount(paid?.amount_received ?? 0),
    // A fee taken in the settlement currency is not this payment's money; it is booked with the payout.
    fee: amount(fee && fee.currency.toUpperCase() === currency && status === 'succeeded' ? fee.fee : 0),
    refunds: returned.map((refund) => ({
      ref: refund.id,
      refundId: refund.metadata?.['refund_id'] ?? null,
      amount: amount(refund.amount),
      status:
        refund.status === 'succeeded' ? 'succeeded' : refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'pending',
    })),
    disputes: [],
    declineClass: code === null || status === 'succeeded' || status === 'requires_capture' ? null : (classes[code] ?? 'try-again'),
    cardEnding: taken?.payment_method_details?.card?.last4 ?? null,
    wallet: readWallet(taken?.payment_method_details?.card?.wallet?.type),
    redirectTo: wire.status === 'open' ? (wire.url ?? null) : null,
    changedAt: instant(Math.max(wire.created, taken?.created ?? 0, ...returned.map((refund) => refund.created)) * 1000),
  };
}

/** An inquiry that is closed took nothing: it ended without a decision. */
const disputeStates: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'warning_needs_response',
  warning_under_review: 'under_review',
  warning_closed: 'prevented',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
};

/** What was taken and given back are movements of Stripe's balance; one in the settlement currency is booked with the payout. */
function toDispute(wire: z.infer<typeof dispute>, currency: CurrencyCode): ProviderDispute | null {
  const status = disputeStates[wire.status];
  if (!status || wire.currency.toUpperCase() !== currency) return null;
  const amount = (minor: number) => money(minor, currency);
  const movements = (wire.balance_transactions ?? []).filter((one) => one.currency.toUpperCase() === currency);
  const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 0);
  const due = wire.evidence_details?.due_by;
  return {
    ref: wire.id,
    status,
    reason: wire.reason,
    amount: amount(wire.amount),
    taken: amount(sum(movements.filter((one) => one.amount < 0).map((one) => -one.amount))),
    returned: amount(sum(movements.filter((one) => one.amount > 0).map((one) => one.amount))),
    fee: amount(Math.max(0, sum(movements.map((one) => one.fee)))),
    respondBy: typeof due === 'number' ? instant(due * 1000) : null,
    openedAt: instant(wire.created * 1000),
  };
}

function statusOf(wire: Session, paid: z.infer<typeof intent> | null): ProviderPayment['status'] {
  if (paid && ['requires_capture', 'succeeded', 'canceled', 'processing'].includes(paid.status))
    return paid.status as ProviderPayment['status'];
  if (wire.status === 'expired') return 'canceled';
  if (wire.status === 'complete') return 'processing';
  return paid?.status === 'requires_action' ? 'requires_action' : 'requires_payment_method';
}
