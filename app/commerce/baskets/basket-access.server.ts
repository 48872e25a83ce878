import type { Viewer } from '#app/platform/access.ts';
import { cookieLine, readCookie } from '#app/platform/cookies.ts';
import { sameText, sha256 } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { basketHint } from './basket-hint.ts';
import { findBasketAsSystem, findBasketByReference, findOpenBasketOf } from './baskets-store.server.ts';
import type { Basket } from './baskets.tables.ts';

/** The capability of one basket, derived as that of an order is: whoever holds it filled the basket. */
export function basketSecret(platform: Pick<Platform, 'crypto'>, basketId: string): string {
  return platform.crypto.blindIndex(basketId, 'basket-capability');
}

const cookieName = (basketId: string) => `rihla-basket-${basketId}`;
const life = 180 * 24 * 60 * 60;

/** Set-Cookie lines: the capability, and the hint by which the header counts. */
export function basketCookies(platform: Pick<Platform, 'env' | 'crypto'>, basketId: string, count: number): string[] {
  const secure = platform.env.publicUrl.startsWith('https://');
  return [
    cookieLine(cookieName(basketId), basketSecret(platform, basketId), { maxAge: life, secure }),
    hintCookie(platform, basketId, count),
  ];
}

/** Which basket is open in this browser and how much lies in it; taken away with `count` 0. */
export function hintCookie(platform: Pick<Platform, 'env'>, basketId: string, count: number): string {
  const secure = platform.env.publicUrl.startsWith('https://');
  return cookieLine(basketHint, count > 0 ? `${count}.${basketId}` : '', {
    maxAge: count > 0 ? 30 * 24 * 60 * 60 : 0,
    readable: true,
    secure,
  });
}

/** The basket this visitor is filling: the one of this browser, or of the account. Null when there is none or it is closed. */
export async function findOpenBasket(platform: Pick<Platform, 'db'>, viewer: Viewer, request: Request): Promise<Basket | null> {
  const hinted = (readCookie(request.headers.get('cookie'), basketHint) ?? '').split('.')[1];
  const here = hinted && /^[\w-]{22}$/.test(hinted) ? await findBasketAsSystem(platform.db, hinted) : null;
  // The basket of an account is not for whoever uses this browser after its owner.
  const own = here && (here.userId === null || (viewer.kind !== 'anonymous' && here.userId === viewer.user.id));
  if (own && here.closedAt === null && isTheirs(here, viewer, request)) return here;
  return viewer.kind === 'anonymous' ? null : findOpenBasketOf(platform.db, viewer.user.id);
}

/** A basket by its reference, open or paid; null for one that is not theirs as for one that does not exist. */
export async function findBasketFor(
  platform: Pick<Platform, 'db'>,
  viewer: Viewer,
  request: Request,
  typedReference: string,
): Promise<Basket | null> {
  const basket = await findBasketByReference(platform.db, parseReference(typedReference) ?? '-');
  return basket && isTheirs(basket, viewer, request) ? basket : null;
}

function isTheirs(basket: Basket, viewer: Viewer, request: Request): boolean {
  if (viewer.kind !== 'anonymous' && basket.userId === viewer.user.id) return true;
  const secret = readCookie(request.headers.get('cookie'), cookieName(basket.id));
  return secret !== null && sameText(sha256(secret), basket.secretHash);
}

const linkDays = 30;

/** The key of the mail about a basket: its holder reads the mailbox. Derived, and over after 30 days. */
export function basketLinkKey(platform: Pick<Platform, 'crypto'>, basketId: string, now: Instant): string {
  return platform.crypto.blindIndex(`${basketId}|${Math.floor(now / dayMs)}`, 'basket-link');
}

/** Exchanges a mailed key for the basket and its cookie; null for a wrong or old one. Every day's key is compared, always. */
export async function redeemBasketLink(
  platform: Platform,
  typedReference: string,
  key: string,
): Promise<{ readonly basket: Basket; readonly cookie: string } | null> {
  const basket = await findBasketByReference(platform.db, parseReference(typedReference) ?? '-');
  const now = platform.clock.now();
  const fits = Array.from({ length: linkDays }, (_, age) =>
    basketLinkKey(platform, basket?.id ?? '-', (now - age * dayMs) as Instant),
  ).filter((good) => sameText(good, key));
  if (!basket || fits.length === 0) return null;
  return { basket, cookie: basketCookies(platform, basket.id, 0)[0]! };
}
