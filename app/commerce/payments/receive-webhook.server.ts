import { transact } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Outcome } from '#app/values/outcome.ts';
import { refreshPayment } from './apply-payment.server.ts';
import { paymentEventReceived } from './payment-jobs.server.ts';
import type { PaymentProvider, ProviderEvent, WebhookRefusal } from './payment-provider.ts';
import { findEvent, findPaymentByRefs, markEventProcessed, storeEvent } from './payments-store.server.ts';

/** Verifies a delivery by its raw bytes and keeps it: inbox row and job in one transaction, nothing else. */
export async function receiveWebhook(
  platform: Platform,
  provider: PaymentProvider,
  body: string,
  header: (name: string) => string | null,
): Promise<Outcome<ProviderEvent, WebhookRefusal>> {
  const read = provider.readWebhook(body, header, platform.clock.now());
  if (read.ok) await keepEvents(platform, provider, [read.value]);
  return read;
}

/** Our own calls come back as events; by then their answer has usually been heard. */
const echoMs = 1_500;
const echoes: readonly string[] = ['requires_payment_method', 'succeeded', 'canceled'];

/** Stores events that are new and sends a job for each that tells something new; a repeat does neither. Returns how many were new. */
export async function keepEvents(
  platform: Platform,
  provider: PaymentProvider,
  events: readonly ProviderEvent[],
  inSameTransaction?: (tx: Parameters<Parameters<typeof transact>[1]>[0]) => Promise<void>,
): Promise<number> {
  await failpoint('inbox.before-commit');
  const kept = await transact(platform.db, async (tx) => {
    let fresh = 0;
    for (const event of events) {
      const now = platform.clock.now();
      const known = event.says !== undefined && (await findPaymentByRefs(tx, provider.name, event.refs))?.status === event.says;
      const { eventId, type, refs } = event;
      if (!(await storeEvent(tx, now, { provider: provider.name, eventId, type, refs }, known))) continue;
      fresh += 1;
      if (known) continue;
      const later = event.says && echoes.includes(event.says) ? { pauseMs: echoMs } : {};
      await platform.jobs.send(
        tx,
        paymentEventReceived,
        { provider: provider.name, eventId, ...(event.says ? { says: event.says } : {}) },
        later,
      );
    }
    await inSameTransaction?.(tx);
    return fresh;
  });
  await failpoint('inbox.after-commit');
  return kept;
}

/**
 * An event only says that something happened to a payment: what, is asked of the provider. Throws when it does not
 * answer, so that the job is tried again. Events about payments that are not ours are left to the reconciliation.
 */
export async function workOnEvent(
  platform: Platform,
  provider: PaymentProvider,
  payload: { provider: string; eventId: string; says?: string },
): Promise<void> {
  const event = await findEvent(platform.db, payload.provider, payload.eventId);
  if (!event || event.processedAt || event.provider !== provider.name) return;
  const payment = await findPaymentByRefs(platform.db, event.provider, event.refs);
  if (payment && payment.status !== payload.says) {
    const asked = await refreshPayment(platform, provider, payment.id);
    if (asked.outcome !== 'ok') throw new Error(`The provider did not say what became of payment ${payment.id}`);
  }
  await markEventProcessed(platform.db, platform.clock.now(), event.provider, event.eventId);
}
