import { createHmac } from 'node:crypto';
import type { Bank, BankEvent } from './bank.ts';

const backoffMs = [0, 500, 2_000, 10_000, 60_000, 300_000, 900_000, 3_600_000];
/** Providers give up after three days. */
const giveUpMs = 3 * 86_400_000;
const answerWithinMs = 10_000;

export function signed(secret: string, body: string, atMs: number): string {
  const at = Math.floor(atMs / 1000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

export function eventBody(bank: Bank, event: BankEvent): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    created: Math.floor(event.at / 1000),
    livemode: false,
    data: { object: { id: event.payment, payment_id: bank.find(event.payment)?.payment_id ?? null } },
  });
}

/** Tells the store of every event, at least once, until it answers 2xx; and as badly as the rules in force ask for. */
export function openWebhooks(bank: Bank, options: { url: string | null; secret: string; now: () => number }) {
  const timers = new Set<NodeJS.Timeout>();
  let closed = false;

  function later(delayMs: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timers.add(timer);
  }

  async function deliver(event: BankEvent, tries: number): Promise<void> {
    if (closed || !options.url) return;
    const body = eventBody(bank, event);
    const answered = await fetch(options.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sandbox-Signature': signed(options.secret, body, options.now()) },
      body,
      signal: AbortSignal.timeout(answerWithinMs),
    }).then(
      (response) => response.ok,
      () => false,
    );
    if (closed) return;
    if (answered) return bank.markDelivered(event);
    if (options.now() - event.at < giveUpMs) later(backoffMs[Math.min(tries, backoffMs.length - 1)]!, () => void deliver(event, tries + 1));
  }

  function plan(event: BankEvent): void {
    if (!options.url) return;
    const rules = bank.rulesFor(event.payment).webhooks ?? {};
    const silent = bank.find(event.payment)?.card === 'silent';
    if (rules.drop || silent) return;
    // Every other event waits long enough for the one after it to overtake.
    const delay = (rules.delay_ms ?? 0) + (rules.reorder && event.seq % 2 === 1 ? 1_500 : 0);
    for (let copy = 0; copy <= (rules.duplicate ?? 0); copy += 1) later(delay, () => void deliver(event, 1));
  }

  bank.listen(plan);
  for (const event of bank.undelivered()) if (options.now() - event.at < giveUpMs) plan(event);
  return {
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
