import type { Viewer } from '#app/platform/access.ts';
import { sameText, sha256 } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findOrderFor } from '#app/commerce/orders/order-access.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { findGroupAsSystem } from './evisa-groups-store.server.ts';
import type { EvisaGroup, VisaRoute } from './evisa.tables.ts';

const cookieLife = 90 * 24 * 60 * 60;
const linkDays = 30;
const cookieName = (id: string) => `rihla-evisa-${id}`;

/** The capability of one application: derived from the installation's secret, only its hash is kept. */
export function groupSecret(platform: Pick<Platform, 'crypto'>, id: string): string {
  return platform.crypto.blindIndex(id, 'evisa-capability');
}

export function groupCookie(platform: Pick<Platform, 'env' | 'crypto'>, id: string): string {
  const secure = platform.env.publicUrl.startsWith('https://') ? '; Secure' : '';
  return `${cookieName(id)}=${groupSecret(platform, id)}; Path=/; Max-Age=${cookieLife}; HttpOnly; SameSite=Lax${secure}`;
}

/** What a mailed link carries; it ends after thirty days. */
export function groupLinkKey(platform: Pick<Platform, 'crypto'>, id: string, now: Instant): string {
  return keyOfDay(platform, id, Math.floor(now / dayMs));
}

/** The Set-Cookie line that a mailed key is worth; null for a wrong or old one. */
export function redeemGroupLink(platform: Pick<Platform, 'crypto' | 'env' | 'clock'>, id: string, key: string): string | null {
  const today = Math.floor(platform.clock.now() / dayMs);
  const fits = Array.from({ length: linkDays }, (_, age) => keyOfDay(platform, id, today - age)).filter((good) => sameText(good, key));
  return fits.length > 0 ? groupCookie(platform, id) : null;
}

const keyOfDay = (platform: Pick<Platform, 'crypto'>, id: string, day: number) => platform.crypto.blindIndex(`${id}|${day}`, 'evisa-link');

/** An application of the viewer's own: by account, by this browser's capability, or by the order it became. Else null. */
export async function findGroupFor(
  platform: Platform,
  viewer: Viewer,
  request: Request,
  id: string,
  route: VisaRoute = 'evisa',
): Promise<EvisaGroup | null> {
  if (!/^[\w-]{16,32}$/.test(id)) return null;
  const group = await findGroupAsSystem(platform.db, id);
  if (group?.route !== route) return null;
  if (viewer.kind !== 'anonymous' && group.userId === viewer.user.id) return group;
  const secret = readCookie(request, cookieName(id));
  if (secret !== null && sameText(sha256(secret), group.secretHash)) return group;
  return group.orderId && (await findOrderFor(platform, viewer, request, group.orderId)) ? group : null;
}

function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
}
