import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll } from 'vitest';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, hourMs, type Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openSandbox } from '../../../sandbox/app.ts';
import { openJournal, type Card, type Line } from '../../../sandbox/journal.ts';
import { paymentChanged } from './payment-jobs.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { sandboxProvider } from './sandbox-provider.server.ts';
import { startPayment, type PaymentToStart } from './start-payment.server.ts';
import { workOnPayments } from './work-payments.server.ts';

export const testWebhookSecret = 'a webhook secret for tests only';

export interface TestBank {
  readonly url: string;
  readonly provider: PaymentProvider;
  readonly bank: ReturnType<typeof openSandbox>['bank'];
  /** Everything the bank wrote down: what the tests hold our own books against. */
  lines(): readonly Line[];
  /** Ends the bank and starts it again on the same journal and port. */
  restart(): Promise<void>;
  /** Chooses a card on the hosted page and follows what the page says, as a browser without JavaScript would. Returns where it leads. */
  pay(redirectTo: string, card: Card, more?: Record<string, string>): Promise<{ status: number; location: string | null; html: string }>;
  post(redirectTo: string, form: Record<string, string>): Promise<{ status: number; location: string | null; html: string }>;
  control(rules: object): Promise<void>;
  /** The cardholder's bank takes back the first payment that it let go under a reference, or decides what it took. */
  dispute(reference: string, decision?: 'won' | 'lost'): void;
}

/** The pretend bank over real HTTP on a free port, with a journal of its own and the test's clock. Closed after the file. */
export async function openTestBank(clock: { now(): Instant }): Promise<TestBank> {
  const folder = mkdtempSync(join(tmpdir(), 'rihla-bank-'));
  const file = join(folder, 'journal.jsonl');
  let port = 0;
  let server: Server;
  let journal = openJournal(file);
  let sandbox: ReturnType<typeof openSandbox>;
  const url = () => `http://127.0.0.1:${port}`;
  const listen = async () => {
    sandbox = openSandbox({ journal, now: clock.now, publicUrl: url, webhookUrl: null, webhookSecret: testWebhookSecret });
    server = createServer(getRequestListener(sandbox.app.fetch));
    await new Promise<void>((resume) => server.listen(port, '127.0.0.1', resume));
    port = (server.address() as AddressInfo).port;
  };
  const close = async () => {
    sandbox.close();
    server.closeAllConnections();
    await new Promise((resume) => server.close(resume));
  };
  await listen();
  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  const post = async (redirectTo: string, form: Record<string, string>) => {
    const response = await fetch(redirectTo, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    return { status: response.status, location: response.headers.get('location'), html: await response.text() };
  };
  return {
    url: url(),
    provider: sandboxProvider({ url: url(), webhookSecrets: [testWebhookSecret] }),
    get bank() {
      return sandbox.bank;
    },
    lines: () => journal.lines,
    async restart() {
      await close();
      journal = openJournal(file);
      await listen();
    },
    dispute(reference, decision) {
      const paid = sandbox.bank.list(0).find((one) => one.reference === reference && one.captured > 0);
      if (!paid) throw new Error(`Nothing was captured under ${reference}`);
      if (decision) sandbox.bank.moveDispute(paid.id, decision);
      else sandbox.bank.openDispute(paid.id, { reason: 'fraudulent', warning: false });
    },
    pay: (redirectTo, card, fields = {}) => post(redirectTo, { action: 'pay', card, ...fields }),
    post,
    async control(rules) {
      await fetch(`${url()}/control`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(rules) });
    },
  };
}

/** Registers the workers, and a listener in the place of whoever sells. Returns the orders it heard about. */
export async function workInTest(platform: Platform, provider: PaymentProvider): Promise<string[]> {
  const heard: string[] = [];
  await platform.jobs.handle(paymentChanged, async ({ orderId }) => void heard.push(orderId));
  await workOnPayments(platform, provider);
  return heard;
}

export const aPayment = {
  /** What a checkout asks for: AED 3,410.00 for a fresh order, an hour to pay it. */
  toStart(platform: Platform, more: Partial<PaymentToStart> = {}): PaymentToStart {
    return {
      orderId: randomUUID(),
      orderVersion: 1,
      reference: '7K2M9-4QX3D',
      amount: money(341_000, 'AED'),
      returnTo: { success: '/payment-success?order=7K2M9-4QX3D', failure: '/payment-failed?order=7K2M9-4QX3D' },
      language: 'en',
      expiresAt: addMilliseconds(platform.clock.now(), hourMs),
      ...more,
    };
  },
  /** Started: a session is open at the bank. */
  async started(platform: Platform, provider: PaymentProvider, more: Partial<PaymentToStart> = {}) {
    const toStart = aPayment.toStart(platform, more);
    const started = await startPayment(platform, provider, toStart);
    if (!started.ok) throw new Error(`The test payment was not started: ${started.refused}`);
    return { ...started.value, orderId: toStart.orderId, toStart };
  },
};
