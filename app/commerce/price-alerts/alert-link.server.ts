import { hmac, sameText } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { confirmWithinMs } from './price-alert-rules.ts';
import { findAlert, stopAlert } from './price-alerts-store.server.ts';
import type { PriceAlert } from './price-alerts.tables.ts';

/** What a mail of an alert may do with it: end it, or say yes to it. */
type AlertPurpose = 'stop' | 'confirm';

/** The address that a mail of an alert carries: its id and a signature, nothing stored. */
export function alertToken(secret: string, alertId: string, purpose: AlertPurpose): string {
  return `${alertId}.${hmac(secret, `price-alert ${purpose} ${alertId}`).slice(0, 43)}`;
}

/** The alert a token names; null for a token of nobody. */
export async function findAlertFor(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  token: string,
  purpose: AlertPurpose,
): Promise<PriceAlert | null> {
  const id = /^([0-9a-f-]{36})\.[0-9a-f]{43}$/.exec(token)?.[1];
  return id && sameText(token, alertToken(secret, id, purpose)) ? findAlert(db, id) : null;
}

/** What a guest was asked to say yes to; null when it is over, or was never said yes to in its days. */
export async function findAsk(platform: Platform, token: string): Promise<PriceAlert | null> {
  const alert = await findAlertFor(platform, token, 'confirm');
  if (!alert || alert.stoppedAt) return null;
  const late = alert.createdAt.getTime() + confirmWithinMs < platform.clock.now();
  return alert.confirmedAt === null && late ? null : alert;
}

/** Ends an alert by its token; false for a token of nobody. Ending twice is ending once. */
export async function stopAlertFor(platform: Platform, token: string): Promise<boolean> {
  const alert = await findAlertFor(platform, token, 'stop');
  if (alert) await stopAlert(platform.db, platform.clock.now(), { id: alert.id });
  return alert !== null;
}
