import { Hono, type Context } from 'hono';
import { openBank, type Bank, type BankFile, type BankPayment, type Refused } from './bank.ts';
import { disputeReasons, type Card, type Journal, type Rules, type Terms } from './journal.ts';
import { brokenPage, notFoundPage, pageOf, type Shown } from './pages.ts';
import { isLanguage } from './words.ts';
import { openWebhooks } from './webhooks.ts';

export interface BankOptions {
  readonly journal: Journal;
  readonly now?: () => number;
  /** What addresses of hosted pages begin with; asked each time, because a free port is known late. */
  readonly publicUrl: () => string;
  readonly webhookUrl: string | null;
  readonly webhookSecret: string;
}

const cards: readonly Card[] = [
  'approved',
  'secure',
  'apple-pay',
  'google-pay',
  'insufficient-funds',
  'do-not-honour',
  'expired-card',
  'suspected-fraud',
  'late-seconds',
  'late-minutes',
  'silent',
  'not-agreed',
];
const lateMs: Partial<Record<Card, number>> = { 'late-seconds': 15_000, 'late-minutes': 20 * 60_000 };
const statusOf = { 'not-found': 404, 'not-possible': 409, 'bad-request': 400, 'key-reused': 422 } as const;
/** Longer than any client waits. */
const silenceMs = 15_000;

/** The pretend bank over HTTP: an API for the store, pages for travellers, and a control for drills. */
export function openSandbox(options: BankOptions) {
  const now = options.now ?? Date.now;
  const bank = openBank(options.journal, now);
  const webhooks = openWebhooks(bank, { url: options.webhookUrl, secret: options.webhookSecret, now });
  const app = new Hono();
  const used = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    bank.settleAll();
    timer = setTimeout(tick, Math.min(bank.nextDue() ?? 5_000, 5_000) + 5);
    timer.unref();
  };
  tick();

  const shown = (payment: BankPayment) => ({
    ...payment,
    url:
      payment.status === 'requires_payment_method' || payment.status === 'requires_action'
        ? `${options.publicUrl()}/pay/${payment.id}`
        : null,
  });
  const answer = (c: Context, result: BankPayment | BankFile | Refused | null) => {
    if (!result) return c.json({ error: 'not-found' }, 404);
    if ('refused' in result) return c.json({ error: result.refused }, statusOf[result.refused]);
    return c.json('file' in result ? { id: result.file, name: result.name } : shown(result));
  };

  /** The fault that a drill wants for this call, used up one call at a time. */
  function faultFor(payment: string | null, operation: string): string | null {
    for (const [index, rule] of (bank.rulesFor(payment).api ?? []).entries()) {
      if (rule.operation !== operation && rule.operation !== 'any') continue;
      const name = `${payment}:${index}:${JSON.stringify(rule)}`;
      const count = used.get(name) ?? 0;
      if (count >= rule.times) continue;
      used.set(name, count + 1);
      return rule.fault;
    }
    // The silent card loses the answer to its first capture too.
    if (operation === 'capture' && payment && bank.find(payment)?.card === 'silent' && bank.find(payment)?.status === 'requires_capture')
      return 'error-after';
    return null;
  }

  async function call(
    c: Context,
    payment: string | null,
    operation: string,
    work: () => BankPayment | BankFile | Refused | null,
  ): Promise<Response> {
    const fault = faultFor(payment, operation);
    if (fault?.startsWith('silent')) {
      if (fault === 'silent-after') work();
      await new Promise((resume) => setTimeout(resume, silenceMs).unref());
      return c.body(null, 504);
    }
    if (fault === 'error-before') return c.json({ error: 'broken' }, 500);
    const result = work();
    return fault === 'error-after' ? c.json({ error: 'broken' }, 500) : answer(c, result);
  }

  app.get('/healthz', (c) => c.json({ ok: true }));

  app.post('/v1/payments', async (c) => {
    const terms = readTerms(await c.req.json().catch(() => null));
    const key = c.req.header('idempotency-key');
    if (!terms || !key) return c.json({ error: 'bad-request' }, 400);
    return call(c, null, 'create', () => bank.create(terms, key));
  });
  app.get('/v1/payments', (c) => {
    const paymentId = c.req.query('payment_id');
    const found = paymentId ? bank.findByPaymentId(paymentId) : bank.list(Number(c.req.query('since') ?? 0));
    return c.json({ payments: found.map(shown) });
  });
  app.get('/v1/payments/:id', (c) => call(c, c.req.param('id'), 'fetch', () => bank.find(c.req.param('id'))));
  app.post('/v1/payments/:id/:operation{capture|cancel|refunds}', async (c) => {
    const { id, operation } = c.req.param();
    const body = ((await c.req.json().catch(() => null)) ?? {}) as { amount?: unknown; refund_id?: unknown };
    const key = c.req.header('idempotency-key');
    if (!key) return c.json({ error: 'bad-request' }, 400);
    if (operation === 'cancel') return call(c, id, 'cancel', () => bank.cancel(id, key));
    if (!Number.isSafeInteger(body.amount)) return c.json({ error: 'bad-request' }, 400);
    if (operation === 'capture') return call(c, id, 'capture', () => bank.capture(id, body.amount as number, key));
    if (typeof body.refund_id !== 'string') return c.json({ error: 'bad-request' }, 400);
    return call(c, id, 'refund', () => bank.refund(id, body.refund_id as string, body.amount as number, key));
  });
  app.post('/v1/files', async (c) => {
    const body = ((await c.req.json().catch(() => null)) ?? {}) as Record<string, unknown>;
    const { name, type, content } = body;
    const key = c.req.header('idempotency-key');
    if (!key || typeof name !== 'string' || typeof type !== 'string' || typeof content !== 'string')
      return c.json({ error: 'bad-request' }, 400);
    return call(c, null, 'file', () => bank.keepFile(key, { name, type, content: Buffer.from(content, 'base64') }));
  });
  app.post('/v1/disputes/:id/:operation{answer|accept}', async (c) => {
    const { id, operation } = c.req.param();
    const { words, files = [] } = ((await c.req.json().catch(() => null)) ?? {}) as { words?: unknown; files?: unknown };
    const key = c.req.header('idempotency-key');
    if (!key) return c.json({ error: 'bad-request' }, 400);
    const payment = bank.paymentOfDispute(id)?.id ?? null;
    if (operation === 'accept') return call(c, payment, 'dispute', () => bank.acceptDispute(id, key));
    if (typeof words !== 'string' || words.length > 20_000) return c.json({ error: 'bad-request' }, 400);
    if (!Array.isArray(files) || files.some((file) => typeof file !== 'string')) return c.json({ error: 'bad-request' }, 400);
    return call(c, payment, 'dispute', () => bank.answerDispute(id, words, files as string[], key));
  });
  app.get('/v1/events', (c) => {
    const events = bank.eventsAfter(Number(c.req.query('after') ?? 0), 100);
    return c.json({ events: events.map((event) => ({ ...event, payment_id: bank.find(event.payment)?.payment_id ?? null })) });
  });

  // For drills: how to misbehave from now on, for one payment or for all.
  app.get('/control', (c) => c.json(bank.rulesFor(c.req.query('payment') ?? null)));
  app.post('/control', async (c) => {
    const body = (await c.req.json().catch(() => null)) as (Rules & { payment?: string }) | null;
    if (!body || typeof body !== 'object') return c.json({ error: 'bad-request' }, 400);
    const { payment, ...rules } = body;
    bank.control(payment ?? null, rules);
    return c.json(bank.rulesFor(payment ?? null));
  });

  // What the cardholder and their bank do: open a dispute of a payment, and take it further.
  app.post('/control/disputes', async (c) => {
    const body = ((await c.req.json().catch(() => null)) ?? {}) as Record<string, unknown>;
    const id = typeof body['payment'] === 'string' ? body['payment'] : '';
    const found = bank.find(id) ?? bank.findByPaymentId(id)[0] ?? null;
    if (!found) return answer(c, null);
    const to = (['charged', 'won', 'lost', 'prevented'] as const).find((one) => one === body['to']);
    if (to) return answer(c, bank.moveDispute(found.id, to));
    const reason = disputeReasons.find((one) => one === body['reason']);
    if (!reason) return c.json({ error: 'bad-request' }, 400);
    const amount = Number.isSafeInteger(body['amount']) ? { amount: body['amount'] as number } : {};
    return answer(c, bank.openDispute(found.id, { reason, warning: body['warning'] === true, ...amount }));
  });

  const show = (c: Context, page: Shown, payment: BankPayment | null) => {
    const store = payment ? new URL(payment.success_url).origin : '';
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${store}; base-uri 'none'; frame-ancestors 'none'`,
    );
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    // The address of a payment stays here, but the bank's own forms say where they come from.
    c.header('Referrer-Policy', 'same-origin');
    return c.html(page.html, page.status);
  };
  app.get('/pay/:id', (c) => {
    const payment = bank.find(c.req.param('id'));
    const asked = c.req.query('lang') ?? null;
    return show(c, payment ? pageOf(payment, asked) : notFoundPage(asked), payment);
  });
  app.post('/pay/:id', async (c) => {
    const id = c.req.param('id');
    const form = await c.req.formData().catch(() => new FormData());
    const asked = [form.get('lang'), c.req.query('lang')].find((code) => isLanguage(code)) as string | undefined;
    const before = bank.find(id);
    if (!before) return show(c, notFoundPage(asked ?? null), null);
    const action = form.get('action');
    if (action === 'leave') return c.redirect(before.failure_url, 303);
    const card = cards.find((known) => known === form.get('card'));
    let after: BankPayment = before;
    if (action === 'pay' && card && before.status === 'requires_payment_method') {
      const seconds = Number(form.get('after_seconds') ?? Number.NaN);
      after = bank.pay(id, card, seconds >= 0 && seconds <= 86_400 ? seconds * 1000 : (lateMs[card] ?? 0))!;
      if (card === 'silent') return show(c, brokenPage(after), after);
    } else if (action === 'code' && before.status === 'requires_action') {
      after = bank.enterCode(id, String(form.get('code') ?? '').trim())!;
      if (after.status === 'requires_action') return show(c, pageOf(after, asked ?? null, true), after);
    }
    const to = (['won', 'lost'] as const).find((one) => one === action);
    if (before.status === 'succeeded' && (action === 'dispute' || to)) {
      if (action === 'dispute') bank.openDispute(id, { reason: 'fraudulent', warning: false });
      if (to) bank.moveDispute(id, to);
      return show(c, pageOf(bank.find(id)!, asked ?? null), before);
    }
    const refused = after !== before && after.decline_code === 'not_agreed';
    if (after.status === 'requires_action' || refused)
      return c.redirect(`${options.publicUrl()}/pay/${id}${asked ? `?lang=${asked}` : ''}`, 303);
    if (after.status === 'requires_payment_method')
      return after !== before && after.decline_code ? c.redirect(after.failure_url, 303) : show(c, pageOf(after, asked ?? null), after);
    return c.redirect(after.status === 'canceled' ? after.failure_url : after.success_url, 303);
  });

  return {
    app,
    bank: bank as Bank,
    close() {
      clearTimeout(timer);
      webhooks.close();
      options.journal.close();
    },
  };
}

function readTerms(body: unknown): Terms | null {
  if (!body || typeof body !== 'object') return null;
  const { payment_id, reference, amount, currency, method, language, success_url, failure_url, expires_at } = body as Record<
    string,
    unknown
  >;
  const texts = [payment_id, reference, language];
  if (!texts.every((text) => typeof text === 'string' && text.length > 0 && text.length <= 100)) return null;
  if (method !== undefined && (method !== 'four' || currency !== 'AED')) return null;
  if (!Number.isSafeInteger(amount) || (amount as number) < 1 || !Number.isSafeInteger(expires_at)) return null;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return null;
  if (![success_url, failure_url].every((url) => typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url))) return null;
  // A card's terms look as they did before there was anything else, so that a repeat of one is known again.
  return {
    payment_id,
    reference,
    amount,
    currency,
    ...(method ? { method } : {}),
    language,
    success_url,
    failure_url,
    expires_at,
  } as Terms;
}
