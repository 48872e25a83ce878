import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addMilliseconds, hourMs, instant, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { stripeProvider } from './stripe-provider.server.ts';

/** A small server that speaks the part of Stripe's protocol that is used: Checkout Sessions, PaymentIntents, refunds, events. */
interface Wire {
  session: Record<string, unknown>;
  intent: Record<string, unknown> | null;
  charge: {
    id: string;
    created: number;
    disputed?: boolean;
    payment_method_details?: object;
    balance_transaction: object | null;
    refunds: { data: object[] };
  } | null;
}
const now = instant(Date.parse('2026-11-23T07:42:00Z'));
const seconds = Math.floor(now / 1000);
let sessions: Wire[] = [];
let disputes: Record<string, unknown>[] = [];
let events: { id: string; type: string; livemode: boolean; created: number; data: { object: object } }[] = [];
let asked: { method: string; path: string; key: string | undefined; version: string | undefined; form: URLSearchParams }[] = [];
let answers: (readonly [status: number, body: object] | 'hang')[] = [];
let kept: { id: string; purpose: string | null; name: string | null }[] = [];
const byKey = new Map<string, object>();

const whole = (wire: Wire) => ({ ...wire.session, payment_intent: wire.intent && { ...wire.intent, latest_charge: wire.charge } });
const fail = (status: number, code: string) => [status, { error: { code, type: 'invalid_request_error' } }] as const;

function handle(method: string, path: string, form: URLSearchParams): readonly [number, object] {
  if (path === '/v1/checkout/sessions' && method === 'POST') {
    const wire: Wire = {
      session: {
        id: `cs_${sessions.length + 1}`,
        object: 'checkout.session',
        status: 'open',
        client_reference_id: form.get('client_reference_id'),
        amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
        currency: form.get('line_items[0][price_data][currency]'),
        url: `https://checkout.stripe.test/cs_${sessions.length + 1}`,
        created: seconds,
      },
      intent: null,
      charge: null,
    };
    sessions.unshift(wire);
    return [200, whole(wire)];
  }
  if (path === '/v1/checkout/sessions')
    return [
      200,
      {
        data: sessions.filter((wire) => (wire.session['created'] as number) >= Number(form.get('created[gte]'))).map(whole),
        has_more: false,
      },
    ];
  const [, , , id, operation] = path.split('/');
  if (path.startsWith('/v1/checkout/sessions/')) {
    const wire = sessions.find((one) => one.session['id'] === path.split('/')[4]);
    if (!wire) return fail(404, 'resource_missing');
    if (path.endsWith('/expire')) {
      if (wire.session['status'] !== 'open') return fail(400, 'resource_not_open');
      wire.session = { ...wire.session, status: 'expired', url: null };
    }
    return [200, whole(wire)];
  }
  if (path.startsWith('/v1/payment_intents/')) {
    const wire = sessions.find((one) => one.intent?.['id'] === id);
    if (!wire) return fail(404, 'resource_missing');
    if (wire.intent!['status'] !== 'requires_capture') return fail(400, 'payment_intent_unexpected_state');
    if (operation === 'cancel') wire.intent = { ...wire.intent, status: 'canceled', amount_capturable: 0 };
    else {
      wire.intent = { ...wire.intent, status: 'succeeded', amount_capturable: 0, amount_received: Number(form.get('amount_to_capture')) };
      wire.charge!.balance_transaction = { fee: 8_284, currency: 'aed' };
    }
    return [200, wire.intent!];
  }
  if (path === '/v1/refunds') {
    const wire = sessions.find((one) => one.intent?.['id'] === form.get('payment_intent'))!;
    const refund = {
      id: `re_${wire.charge!.refunds.data.length + 1}`,
      amount: Number(form.get('amount')),
      status: 'succeeded',
      created: seconds,
      metadata: { refund_id: form.get('metadata[refund_id]') },
    };
    wire.charge!.refunds.data.push(refund);
    return [200, refund];
  }
  if (path === '/v1/disputes')
    return [200, { data: disputes.filter((one) => one['payment_intent'] === form.get('payment_intent')), has_more: false }];
  if (path.startsWith('/v1/disputes/')) {
    const found = disputes.find((one) => one['id'] === id);
    if (!found) return fail(404, 'resource_missing');
    found['status'] = operation === 'close' ? 'lost' : form.get('submit') === 'true' ? 'under_review' : found['status'];
    return [200, found];
  }
  if (path === '/v1/events') {
    const cursor = form.get('ending_before');
    if (cursor && !events.some((event) => event.id === cursor)) return fail(404, 'resource_missing');
    const newer = cursor ? events.slice(events.findIndex((event) => event.id === cursor) + 1) : events;
    return [200, { data: newer.toReversed(), has_more: false }];
  }
  if (path === '/v1/files') {
    const id = `file_${kept.length + 1}`;
    kept.push({ id, purpose: form.get('purpose'), name: form.get('filename') });
    return [200, { id, object: 'file' }];
  }
  return fail(404, 'unknown_path');
}

const read = async (request: IncomingMessage) => {
  let text = '';
  for await (const part of request) text += part;
  return text;
};
/** The fields of a form; of a file in it what it is called, its type and what it holds. */
function readForm(type: string, body: string): URLSearchParams {
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(type)?.[1];
  if (!boundary) return new URLSearchParams(body);
  const form = new URLSearchParams();
  for (const part of body.split(`--${boundary}`)) {
    const [, name, filename] = /name="([^"]+)"(?:; filename="([^"]+)")?/.exec(part) ?? [];
    if (!name) continue;
    form.set(name, part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, ''));
    if (filename) {
      form.set('filename', filename);
      form.set('type', /Content-Type: (.+)\r\n/i.exec(part)?.[1] ?? '');
    }
  }
  return form;
}
const server = createServer((request, response) => {
  void read(request).then((body) => {
    const url = new URL(request.url!, 'http://stripe');
    const method = request.method!;
    const form = method === 'GET' ? url.searchParams : readForm(request.headers['content-type'] ?? '', body);
    const key = request.headers['idempotency-key'] as string | undefined;
    asked.push({ method, path: url.pathname, key, version: request.headers['stripe-version'] as string, form });
    const scripted = answers.shift();
    if (scripted === 'hang') return;
    if (request.headers.authorization !== 'Bearer sk_test_key')
      return void response.writeHead(401).end('{"error":{"type":"authentication_error"}}');
    const known = key ? byKey.get(key) : undefined;
    const [status, answer] = scripted ?? (known ? [200, known] : handle(method, url.pathname, form));
    if (key && status === 200) byKey.set(key, answer);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
});
await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const options = {
  secretKey: 'sk_test_key',
  webhookSecrets: ['whsec_new', 'whsec_old'],
  apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  now: () => now,
};
const provider = stripeProvider(options);
/** Only for calls that meet silence: they must have reached the bank by then, on a busy machine too. */
const hasty = stripeProvider({ ...options, timeoutMs: 2_000 });
const wanted = {
  paymentId: 'our-payment',
  reference: '7K2M9-4QX3D',
  amount: money(341_000, 'AED'),
  method: 'card' as const,
  language: 'tl' as const,
  successUrl: 'https://rihla.example/payment-success',
  failureUrl: 'https://rihla.example/payment-failed',
  expiresAt: addMilliseconds(now, 15 * minuteMs),
  createdAt: now,
};
const aed = (amount: number) => money(amount, 'AED');

beforeEach(() => {
  sessions = [];
  disputes = [];
  kept = [];
  events = [];
  asked = [];
  answers = [];
  byKey.clear();
});

async function opened() {
  const made = await provider.createSession(wanted, 'attempt-1');
  if (made.outcome !== 'ok') throw new Error(made.outcome);
  return made.value;
}
async function authorised() {
  const made = await opened();
  const wire = sessions[0]!;
  wire.session = { ...wire.session, status: 'complete', url: null };
  wire.intent = { id: 'pi_1', status: 'requires_capture', amount: 341_000, amount_capturable: 341_000, amount_received: 0 };
  wire.charge = { id: 'ch_1', created: seconds + 5, balance_transaction: null, refunds: { data: [] } };
  return { ref: made.ref, intentRef: null };
}

describe('Stripe', () => {
  it('opens a session for manual capture that carries our id, in the traveller’s language, under our key', async () => {
    expect(await opened()).toMatchObject({
      ref: 'cs_1',
      paymentId: 'our-payment',
      status: 'requires_payment_method',
      amount: aed(341_000),
      redirectTo: 'https://checkout.stripe.test/cs_1',
    });
    const [{ key, version, form }] = asked as [(typeof asked)[number]];
    expect([key, version]).toEqual(['attempt-1', '2025-03-31.basil']);
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'payment',
      client_reference_id: 'our-payment',
      'payment_intent_data[capture_method]': 'manual',
      'payment_intent_data[metadata][payment_id]': 'our-payment',
      'line_items[0][price_data][unit_amount]': '341000',
      'line_items[0][price_data][currency]': 'aed',
      success_url: wanted.successUrl,
      cancel_url: wanted.failureUrl,
      locale: 'fil',
      expires_at: String(seconds + hourMs / 1000),
    });
  });

  it('authorises, captures, refunds, and tells the fee', async () => {
    const ref = await authorised();
    expect(await provider.fetchPayment(ref)).toMatchObject({
      outcome: 'ok',
      value: { status: 'requires_capture', intentRef: 'pi_1', authorised: aed(341_000), captured: aed(0), redirectTo: null },
    });
    expect(await provider.capture(ref, aed(341_000), 'attempt-2')).toMatchObject({
      outcome: 'ok',
      value: { status: 'succeeded', authorised: aed(341_000), captured: aed(341_000), fee: aed(8_284) },
    });
    expect(await provider.refund({ ...ref, intentRef: 'pi_1' }, { refundId: 'our-refund', amount: aed(1_000) }, 'attempt-3')).toMatchObject(
      {
        outcome: 'ok',
        value: { refunds: [{ ref: 're_1', refundId: 'our-refund', amount: aed(1_000), status: 'succeeded' }] },
      },
    );
    expect(await provider.capture(ref, aed(341_000), 'attempt-4')).toEqual({ outcome: 'refused', reason: 'not-possible' });
  });

  it('tells the card and what gave it, and nothing of what it has no name for', async () => {
    const ref = await authorised();
    for (const [wallet, told] of [
      [{ type: 'google_pay' }, 'google-pay'],
      [{ type: 'link' }, null],
      [null, null],
    ] as const) {
      sessions[0]!.charge!.payment_method_details = { card: { last4: '0341', wallet } };
      expect(await provider.fetchPayment(ref)).toMatchObject({ outcome: 'ok', value: { cardEnding: '0341', wallet: told } });
    }
  });

  it('repeats a call under the same key without doing it twice', async () => {
    const [first, second] = [await opened(), await opened()];
    expect(second.ref).toBe(first.ref);
    expect(sessions).toHaveLength(1);
  });

  it('releases an authorisation, and closes a session that nobody paid', async () => {
    expect(await provider.cancel(await authorised(), 'a')).toMatchObject({
      outcome: 'ok',
      value: { status: 'canceled', authorised: aed(0) },
    });
    expect(asked.at(-2)!.path).toBe('/v1/payment_intents/pi_1/cancel');
    sessions = [];
    byKey.clear();
    const open = await opened();
    expect(await provider.cancel(open, 'b')).toMatchObject({ outcome: 'ok', value: { status: 'canceled' } });
    expect(asked.at(-2)!.path).toBe('/v1/checkout/sessions/cs_1/expire');
  });

  it('finds a session by our id when the answer that opened it was lost', async () => {
    await opened();
    expect(await provider.findSession('our-payment', now)).toMatchObject({ outcome: 'ok', value: { ref: 'cs_1' } });
    expect(await provider.findSession('another', now)).toEqual({ outcome: 'refused', reason: 'not-found' });
  });

  it.each([
    ['insufficient_funds', 'over-limit'],
    ['card_velocity_exceeded', 'over-limit'],
    ['withdrawal_count_limit_exceeded', 'over-limit'],
    ['expired_card', 'other-card'],
    ['generic_decline', 'call-bank'],
    ['do_not_honor', 'call-bank'],
    ['stolen_card', 'suspected-fraud'],
    ['try_again_later', 'try-again'],
    ['authentication_required', 'not-confirmed'],
  ])('puts %s into the class %s', async (code, declineClass) => {
    const made = await opened();
    sessions[0]!.intent = {
      id: 'pi_1',
      status: 'requires_payment_method',
      amount: 341_000,
      last_payment_error: { code: 'card_declined', decline_code: code },
    };
    expect(await provider.fetchPayment(made)).toMatchObject({ value: { status: 'requires_payment_method', declineClass } });
  });

  it('knows a check of the bank that was not passed by the code of the error, which has no decline beside it', async () => {
    const made = await opened();
    sessions[0]!.intent = {
      id: 'pi_1',
      status: 'requires_payment_method',
      amount: 341_000,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    };
    expect(await provider.fetchPayment(made)).toMatchObject({ value: { declineClass: 'not-confirmed' } });
  });

  it('does not know what happened after a 500, a time-out or an answer it cannot read', async () => {
    for (const [answer, asker] of [
      [[500, { error: {} }], provider],
      ['hang', hasty],
      [[200, { nonsense: true }], provider],
    ] as const) {
      answers = [answer];
      expect((await asker.createSession(wanted, `attempt-${asked.length}`)).outcome).toBe('unknown');
    }
  });

  it('waits for its own twin, and takes a definite no for a no', async () => {
    answers = [[409, { error: { code: 'idempotency_key_in_use' } }]];
    expect((await provider.createSession(wanted, 'attempt-1')).outcome).toBe('ok');
    expect(asked).toHaveLength(2);
    answers = [[400, { error: { code: 'amount_too_small' } }]];
    expect(await provider.createSession(wanted, 'attempt-2')).toEqual({ outcome: 'refused', reason: 'bad-request' });
    expect(await stripeProvider({ ...options, secretKey: 'sk_test_wrong' }).fetchPayment({ ref: 'cs_1', intentRef: null })).toEqual({
      outcome: 'refused',
      reason: 'bad-request',
    });
  });

  it('lists events after a cursor, oldest first, and starts a day back when the cursor is too old', async () => {
    const event = (id: string) => ({
      id,
      type: 'payment_intent.succeeded',
      livemode: false,
      created: seconds,
      data: { object: { id: 'pi_1', metadata: { payment_id: 'our-payment' } } },
    });
    events = [event('evt_1'), event('evt_2'), event('evt_3')];
    const after = (cursor: string | null) =>
      provider
        .eventsSince(cursor)
        .then((listed) => (listed.outcome === 'ok' ? [listed.value.events.map((one) => one.eventId), listed.value.cursor] : listed));
    expect(await after(null)).toEqual([['evt_1', 'evt_2', 'evt_3'], 'evt_3']);
    expect(await after('evt_1')).toEqual([['evt_2', 'evt_3'], 'evt_3']);
    expect(await after('evt_3')).toEqual([[], 'evt_3']);
    expect(await after('evt_0')).toEqual([['evt_1', 'evt_2', 'evt_3'], 'evt_3']);
  });

  it('lists payments for the reconciliation', async () => {
    await authorised();
    expect(await provider.listPayments(instant(now - hourMs))).toMatchObject({
      outcome: 'ok',
      value: [{ paymentId: 'our-payment', status: 'requires_capture' }],
    });
  });
});

describe('disputes at Stripe', () => {
  const balance = (amount: number, fee: number, currency = 'aed') => ({ amount, fee, currency });
  const told = (more: object = {}) => ({
    id: 'dp_1',
    status: 'needs_response',
    reason: 'fraudulent',
    amount: 341_000,
    currency: 'aed',
    created: seconds + 60,
    payment_intent: 'pi_1',
    evidence_details: { due_by: seconds + 864_000 },
    balance_transactions: [balance(-341_000, 5_500)],
    ...more,
  });
  const disputesNow = async () => {
    const found = await provider.fetchPayment({ ref: 'cs_1', intentRef: 'pi_1' });
    return found.outcome === 'ok' ? found.value.disputes : found.outcome;
  };
  beforeEach(async () => {
    await authorised();
    sessions[0]!.charge!.disputed = true;
  });

  it('are asked for only where a charge says that it is disputed', async () => {
    sessions[0]!.charge!.disputed = false;
    disputes = [told()];
    expect(await disputesNow()).toEqual([]);
    expect(asked.filter(({ path }) => path === '/v1/disputes')).toEqual([]);
  });

  it('tell what was taken, given back and charged, and until when Stripe listens', async () => {
    disputes = [told()];
    expect(await disputesNow()).toEqual([
      {
        ref: 'dp_1',
        status: 'needs_response',
        reason: 'fraudulent',
        amount: aed(341_000),
        taken: aed(341_000),
        returned: aed(0),
        fee: aed(5_500),
        respondBy: instant((seconds + 864_000) * 1000),
        openedAt: instant((seconds + 60) * 1000),
      },
    ]);
    disputes = [told({ status: 'won', balance_transactions: [balance(-341_000, 5_500), balance(341_000, -5_500)] })];
    expect(await disputesNow()).toMatchObject([{ status: 'won', taken: aed(341_000), returned: aed(341_000), fee: aed(0) }]);
    disputes = [told({ balance_transactions: [balance(-92_000, 1_500, 'usd')] })];
    expect(await disputesNow()).toMatchObject([{ taken: aed(0), fee: aed(0) }]);
  });

  it.each([
    ['warning_needs_response', 'warning_needs_response'],
    ['warning_under_review', 'under_review'],
    ['warning_closed', 'prevented'],
    ['under_review', 'under_review'],
    ['lost', 'lost'],
    ['prevented', 'prevented'],
  ])('call %s what we call %s', async (theirs, ours) => {
    disputes = [told({ status: theirs })];
    expect(await disputesNow()).toMatchObject([{ status: ours }]);
  });

  it('in a state that nobody knows are not guessed at', async () => {
    disputes = [told({ status: 'in_arbitration' })];
    expect(await disputesNow()).toBe('unknown');
  });

  it('hear what speaks for the payment, or that the loss is taken, under our key', async () => {
    disputes = [told(), told({ id: 'dp_2' })];
    const payment = { ref: 'cs_1', intentRef: 'pi_1' };
    expect(await provider.answerDispute({ payment, ref: 'dp_1' }, { words: 'Flown.', papers: [] }, 'answer-1')).toMatchObject({
      outcome: 'ok',
      value: { disputes: [{ ref: 'dp_1', status: 'under_review' }, { ref: 'dp_2' }] },
    });
    const sent = asked.find(({ path }) => path === '/v1/disputes/dp_1')!;
    expect([sent.key, Object.fromEntries(sent.form)]).toEqual(['answer-1', { 'evidence[uncategorized_text]': 'Flown.', submit: 'true' }]);
    expect(await provider.acceptDispute({ payment, ref: 'dp_2' }, 'answer-2')).toMatchObject({
      outcome: 'ok',
      value: { disputes: [{ status: 'under_review' }, { ref: 'dp_2', status: 'lost' }] },
    });
  });
});

describe('papers for a bank at Stripe', () => {
  const paper = {
    name: '7K2M9-4QX3D-e-ticket.pdf',
    slot: 'service',
    type: 'application/pdf',
    content: Buffer.from('%PDF-1.7 a ticket'),
  } as const;

  it('are uploaded as evidence under our key, and named by the answer in the field of what they speak of', async () => {
    await authorised();
    sessions[0]!.charge!.disputed = true;
    disputes = [
      {
        id: 'dp_1',
        status: 'needs_response',
        reason: 'fraudulent',
        amount: 341_000,
        currency: 'aed',
        created: seconds,
        payment_intent: 'pi_1',
      },
    ];
    expect(await provider.keepEvidence(paper, 'answer-1-0')).toEqual({ outcome: 'ok', value: 'file_1' });
    const sent = asked.find(({ path }) => path === '/v1/files')!;
    expect([sent.method, sent.key, Object.fromEntries(sent.form)]).toEqual([
      'POST',
      'answer-1-0',
      {
        purpose: 'dispute_evidence',
        file: '%PDF-1.7 a ticket',
        filename: '7K2M9-4QX3D-e-ticket.pdf',
        type: 'application/pdf',
      },
    ]);
    const papers = (['receipt', 'service', 'other'] as const).map((slot, index) => ({ slot, ref: `file_${index}`, name: 'x.pdf' }));
    await provider.answerDispute({ payment: { ref: 'cs_1', intentRef: 'pi_1' }, ref: 'dp_1' }, { words: 'Flown.', papers }, 'answer-1');
    expect(Object.fromEntries(asked.find(({ path }) => path === '/v1/disputes/dp_1')!.form)).toEqual({
      'evidence[uncategorized_text]': 'Flown.',
      'evidence[receipt]': 'file_0',
      'evidence[service_documentation]': 'file_1',
      'evidence[uncategorized_file]': 'file_2',
      submit: 'true',
    });
  });

  it('are one file when the answer to an upload is lost and it is sent again under the same key', async () => {
    answers = ['hang'];
    expect(await hasty.keepEvidence(paper, 'answer-2-0')).toMatchObject({ outcome: 'unknown' });
    expect(await provider.keepEvidence(paper, 'answer-2-0')).toEqual({ outcome: 'ok', value: 'file_1' });
    expect(await provider.keepEvidence(paper, 'answer-2-0')).toEqual({ outcome: 'ok', value: 'file_1' });
    expect(kept).toEqual([{ id: 'file_1', purpose: 'dispute_evidence', name: paper.name }]);
  });

  it('are refused for good where Stripe does not take them, and unknown where it is not well', async () => {
    answers = [fail(400, 'file_too_large'), [500, { error: { type: 'api_error' } }]];
    expect(await provider.keepEvidence(paper, 'answer-3-0')).toEqual({ outcome: 'refused', reason: 'bad-request' });
    expect(await provider.keepEvidence(paper, 'answer-3-0')).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a webhook of Stripe', () => {
  const body = (more: object = {}) =>
    JSON.stringify({
      id: 'evt_1',
      type: 'charge.refunded',
      livemode: false,
      data: { object: { id: 'ch_1', payment_intent: 'pi_1', metadata: { payment_id: 'our-payment' } } },
      ...more,
    });
  const read = (text: string, secret: string) =>
    provider.readWebhook(
      text,
      (name) =>
        name === 'stripe-signature' ? `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}` : null,
      now,
    );

  it('is read with either of two secrets and names our payment in every way it can', () => {
    for (const secret of ['whsec_new', 'whsec_old'])
      expect(read(body(), secret)).toEqual({
        ok: true,
        value: { eventId: 'evt_1', type: 'charge.refunded', refs: ['ch_1', 'pi_1', 'our-payment'] },
      });
  });

  it('about a dispute names the payment that it is of', () => {
    const told = body({ type: 'charge.dispute.created', data: { object: { id: 'dp_1', payment_intent: 'pi_1', metadata: {} } } });
    expect(read(told, 'whsec_new')).toMatchObject({ ok: true, value: { type: 'charge.dispute.created', refs: ['dp_1', 'pi_1'] } });
  });

  it('of live mode is refused with a test key, as is one signed by somebody else', () => {
    expect(read(body({ livemode: true }), 'whsec_new')).toEqual({ ok: false, refused: 'other-mode' });
    expect(read(body(), 'whsec_other')).toEqual({ ok: false, refused: 'bad-signature' });
    expect(read('[]', 'whsec_new')).toEqual({ ok: false, refused: 'not-an-event' });
  });
});
