import type { Platform } from '#app/platform/platform.server.ts';
import { hostOf, isTestedService, lastFour, services, type Service } from './connection-rules.ts';
import { canBeTested } from './probe-connection.server.ts';

export interface Connection {
  readonly service: Service;
  /** Which adapter is in use: a real one, the twin of this installation, or none. */
  readonly inUse: string;
  readonly host: string | null;
  /** Secrets that the environment sets, by its name for them; the last four characters where they give nothing away. */
  readonly secrets: readonly { readonly name: string; readonly lastFour: string | null }[];
  readonly testable: boolean;
}

/** What this process is joined to, as its environment says. No secret leaves here but its last four characters. */
export function readConnections({ env, texting }: Pick<Platform, 'env' | 'texting'>): Connection[] {
  const secretsOf = (named: Readonly<Record<string, string | undefined>>) =>
    Object.entries(named).flatMap(([name, secret]) => (secret ? [{ name, lastFour: lastFour(secret) }] : []));
  const stripe = env.PAYMENTS === 'stripe';
  const google = Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET);
  const of: Readonly<Record<Service, Omit<Connection, 'service' | 'testable'>>> = {
    payments: stripe
      ? {
          inUse: 'stripe',
          host: hostOf(env.STRIPE_API_BASE ?? 'https://api.stripe.com'),
          secrets: secretsOf({ STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET }),
        }
      : { inUse: 'sandbox', host: hostOf(env.SANDBOX_URL), secrets: secretsOf({ WEBHOOK_SECRET: env.WEBHOOK_SECRET }) },
    supplier: { inUse: env.SUPPLIER_URL ? 'process' : 'twin', host: hostOf(env.SUPPLIER_URL), secrets: [] },
    mail: env.SMTP_URL
      ? { inUse: 'smtp', host: hostOf(env.SMTP_URL), secrets: [{ name: 'SMTP_URL', lastFour: null }] }
      : { inUse: 'folder', host: null, secrets: [] },
    rates: { inUse: env.fetchesRates ? 'daily' : 'asked', host: hostOf(env.RATES_URL), secrets: [] },
    location: { inUse: env.GEO_LOOKUP_URL ? 'on' : 'none', host: hostOf(env.GEO_LOOKUP_URL), secrets: [] },
    passwords: { inUse: env.breachedPasswordsUrl ? 'on' : 'none', host: hostOf(env.breachedPasswordsUrl ?? undefined), secrets: [] },
    google: {
      inUse: google ? 'on' : 'none',
      host: google ? hostOf(env.GOOGLE_ISSUER) : null,
      secrets: secretsOf({ GOOGLE_CLIENT_SECRET: env.GOOGLE_CLIENT_SECRET }),
    },
    texting: { inUse: texting ? 'folder' : 'none', host: null, secrets: [] },
    chat: { inUse: env.CHAT_APP_ID ? 'on' : 'none', host: null, secrets: [] },
    analytics: { inUse: env.ANALYTICS_ID ? 'on' : 'none', host: null, secrets: [] },
  };
  return services.map((service) => ({
    service,
    ...of[service],
    testable: isTestedService(service) && canBeTested(env, service),
  }));
}
