import type { PaymentProvider } from '#app/commerce/payments/payment-provider.ts';
import { receiveWebhook } from '#app/commerce/payments/receive-webhook.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { readBody } from './read-body.ts';

const maxEventBytes = 256 * 1024;

/** Answers a delivery of the payment provider. The raw bytes are what was signed, so nothing may parse them before. */
export async function answerWebhook(platform: Platform, provider: PaymentProvider, request: Request): Promise<Response> {
  const body = await readBody(request, maxEventBytes);
  if (!body) return Response.json({ error: 'too-large' }, { status: 413 });
  const received = await receiveWebhook(platform, provider, Buffer.from(body).toString('utf8'), (name) => request.headers.get(name));
  if (received.ok) return Response.json({ received: true });
  platform.log.warn({ refused: received.refused }, 'webhook refused');
  // One answer for every reason: a forger learns nothing.
  return Response.json({ error: 'refused' }, { status: 400 });
}
