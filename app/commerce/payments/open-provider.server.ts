import { hmac } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { sandboxProvider } from './sandbox-provider.server.ts';
import { stripeProvider } from './stripe-provider.server.ts';

/** WEBHOOK_SECRET, a second one after a comma while the first is being replaced; without it, one of the installation's own. */
export function sandboxSecrets(platform: Pick<Platform, 'env' | 'secret'>): readonly string[] {
  const given = secretsIn(platform.env.WEBHOOK_SECRET);
  return given.length > 0 ? given : [hmac(platform.secret, 'sandbox-webhooks')];
}

/** The provider that the environment names. `sandboxUrl` is where the pretend bank listens. */
export function openProvider(platform: Pick<Platform, 'env' | 'secret' | 'clock'>, sandboxUrl: string): PaymentProvider {
  const { env } = platform;
  if (env.PAYMENTS === 'sandbox') return sandboxProvider({ url: sandboxUrl, webhookSecrets: sandboxSecrets(platform) });
  return stripeProvider({
    secretKey: env.STRIPE_SECRET_KEY!,
    webhookSecrets: secretsIn(env.STRIPE_WEBHOOK_SECRET),
    apiBase: env.STRIPE_API_BASE,
    now: platform.clock.now,
  });
}

const secretsIn = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
