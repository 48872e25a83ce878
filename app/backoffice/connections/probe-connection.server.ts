import { performance } from 'node:perf_hooks';
import { askForCountry } from '#app/commerce/currencies/find-country.server.ts';
import { readRange } from '#app/commerce/customers/breached-passwords.server.ts';
import { readDailyRates } from '#app/commerce/currencies/read-daily-rates.ts';
import type { PaymentProvider } from '#app/commerce/payments/payment-provider.ts';
import type { Env } from '#app/platform/env.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, minuteMs } from '#app/values/dates.ts';
import { probeOfStatus, type Probe, type TestedService } from './connection-rules.ts';

const waitMs = 8_000;
/** An address that everybody knows, so that no visitor's is told for a test. */
const knownAddress = '1.1.1.1';

export interface Outside {
  readonly platform: Pick<Platform, 'env' | 'mail' | 'clock'>;
  readonly provider: PaymentProvider;
}

/** Where each service is called; null where this installation has none, so that there is nothing to test. */
export function canBeTested(env: Env, service: TestedService): boolean {
  if (service === 'supplier') return env.SUPPLIER_URL !== undefined;
  if (service === 'location') return env.GEO_LOOKUP_URL !== undefined;
  if (service === 'passwords') return env.breachedPasswordsUrl !== null;
  if (service === 'google') return Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET);
  return true;
}

/** One harmless call: it reads, and changes nothing on either side. Never throws; ends within some ten seconds. */
export async function probeConnection(outside: Outside, service: TestedService): Promise<{ probe: Probe; tookMs: number }> {
  const begun = performance.now();
  const probe = await call(outside, service).catch(probeOfFault);
  return { probe, tookMs: Math.round(performance.now() - begun) };
}

async function call({ platform, provider }: Outside, service: TestedService): Promise<Probe> {
  const { env, clock, mail } = platform;
  switch (service) {
    case 'payments': {
      const listed = await provider.listPayments(addMilliseconds(clock.now(), -minuteMs));
      if (listed.outcome === 'ok') return { outcome: 'answered', detail: null };
      if (listed.outcome === 'refused') return { outcome: 'refused', detail: listed.reason };
      return { outcome: listed.detail.startsWith('answer ') ? 'unreadable' : 'silent', detail: null };
    }
    case 'supplier':
      return askFor(new URL('/healthz', env.SUPPLIER_URL).href, (text) => (text.includes('"ok"') ? { detail: null } : null));
    case 'mail':
      await mail.check(waitMs);
      return { outcome: 'answered', detail: null };
    case 'rates':
      return askFor(env.RATES_URL, (text) => {
        const read = readDailyRates(text);
        return read && { detail: read.day };
      });
    case 'location': {
      const country = await askForCountry(env.GEO_LOOKUP_URL!, knownAddress);
      return country ? { outcome: 'answered', detail: country } : { outcome: 'unreadable', detail: null };
    }
    case 'passwords':
      // Any range will do, and this one is nobody's in particular.
      return (await readRange(env.breachedPasswordsUrl!, '00000'))
        ? { outcome: 'answered', detail: null }
        : { outcome: 'unreadable', detail: null };
    case 'google':
      return askFor(`${env.GOOGLE_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`, (text) =>
        text.includes(JSON.stringify(env.GOOGLE_ISSUER)) ? { detail: null } : null,
      );
  }
}

async function askFor(address: string, read: (text: string) => { readonly detail: string | null } | null): Promise<Probe> {
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(waitMs) });
  const refused = probeOfStatus(answer.status);
  const found = read(await answer.text());
  return refused ?? (found ? { outcome: 'answered', detail: found.detail } : { outcome: 'unreadable', detail: null });
}

/** A mail server that does not take our name says so with a number of its own; everything else did not answer. */
function probeOfFault(fault: { readonly responseCode?: number; readonly code?: string; readonly name?: string }): Probe {
  if (fault.responseCode) return { outcome: 'refused', detail: String(fault.responseCode) };
  return { outcome: 'silent', detail: fault.name === 'TimeoutError' ? 'timeout' : (fault.code?.slice(0, 40) ?? null) };
}
