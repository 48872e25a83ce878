import { hmac, sameText } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findAlert, stopAlert } from './price-alerts-store.server.ts';
import type { PriceAlert } from './price-alerts.tables.ts';

/** The way out that every mail of an alert carries: its id and a signature, nothing stored. */
export function alertToken(secret: string, alertId: string): string {
  return `${alertId}.${hmac(secret, `price-alert stop ${alertId}`).slice(0, 43)}`;
}

/** The alert a token names; null for a token of nobody. */
export async function findAlertFor({ db, secret }: Pick<Platform, 'db' | 'secret'>, token: string): Promise<PriceAlert | null> {
  const id = /^([0-9a-f-]{36})\.[0-9a-f]{43}$/.exec(token)?.[1];
  return id && sameText(token, alertToken(secret, id)) ? findAlert(db, id) : null;
}

/** Ends an alert by its token; false for a token of nobody. Ending twice is ending once. */
export async function stopAlertFor(platform: Platform, token: string): Promise<boolean> {
  const alert = await findAlertFor(platform, token);
  if (alert) await stopAlert(platform.db, platform.clock.now(), { id: alert.id });
  return alert !== null;
}
