import type { Viewer } from '#app/platform/access.ts';
import { sameText, sha256 } from '#app/platform/crypto.server.ts';
import { networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hourMs, minuteMs } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { refuse, done, type Outcome } from '#app/values/outcome.ts';
import { belongsTo, findByReference, findOrderAsSystem } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';

/**
 * The capability of one order: whoever holds it is the guest who placed it. Derived from the installation's secret, so
 * that a repeated request gets the same one without its being stored; the order keeps only its hash.
 */
export function orderSecret(platform: Pick<Platform, 'crypto'>, orderId: string): string {
  return platform.crypto.blindIndex(orderId, 'order-capability');
}

const cookieLife = 180 * 24 * 60 * 60;

/** Set-Cookie line of an order's capability. Its name carries the order, so that several orders live side by side. */
export function orderCookie(platform: Pick<Platform, 'env' | 'crypto'>, orderId: string): string {
  const secret = orderSecret(platform, orderId);
  const secure = platform.env.publicUrl.startsWith('https://') ? '; Secure' : '';
  return `${cookieName(orderId)}=${secret}; Path=/; Max-Age=${cookieLife}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * The order a visitor may see, by its reference or id: its owner's, or one whose capability they hold. Null for every
 * other order as for one that does not exist. Staff use the staff pages.
 */
export async function findOrderFor(
  platform: Pick<Platform, 'db'>,
  viewer: Viewer,
  request: Request,
  referenceOrId: string,
): Promise<Order | null> {
  const order = await findNamed(platform, referenceOrId);
  if (!order) return null;
  if (viewer.kind !== 'anonymous' && order.userId === viewer.user.id) return order;
  const secret = readSecret(request, order.id);
  return secret !== null && sameText(sha256(secret), order.secretHash) ? order : null;
}

/** Orders of which a browser knows at most so many are looked at: the newest of its cookies stand last. */
const mostLookedAt = 8;

/** The orders that this browser keeps unpaid, by the capabilities it holds. */
export async function findHeldHere(platform: Platform, viewer: Viewer, request: Request): Promise<Order[]> {
  const names = [...(request.headers.get('cookie') ?? '').matchAll(/(?:^|;\s*)rihla-order-([A-Za-z0-9_-]{1,64})=/g)];
  const found: Order[] = [];
  for (const [, id] of names.slice(-mostLookedAt)) {
    const order = await findOrderFor(platform, viewer, request, id!);
    if (order?.status === 'held' && (order.heldUntil?.getTime() ?? 0) > platform.clock.now()) found.push(order);
  }
  return found;
}

/** One look, by reference or by id, whether or not there is such an order: a second one would tell by its time. */
function findNamed(platform: Pick<Platform, 'db'>, referenceOrId: string): Promise<Order | null> {
  const reference = parseReference(referenceOrId);
  return reference ? findByReference(platform.db, reference) : findOrderAsSystem(platform.db, referenceOrId);
}

/** How a use case names whoever holds the order. */
export function whoIs(viewer: Viewer): string {
  if (viewer.kind === 'staff') return `staff:${viewer.user.id}`;
  return viewer.kind === 'customer' ? `user:${viewer.user.id}` : 'guest';
}

const perReference: Limit = { name: 'track:reference', most: 5, perMs: 15 * minuteMs };
const perNetwork: Limit = { name: 'track:network', most: 20, perMs: hourMs };
/** Looked up when there is no such order, so that a miss does the same work as a hit. */
const nobody = { id: '-', emailIndex: '-' };

/**
 * Finds an order by what a traveller has at hand. A reference that does not exist and one that does with another name
 * get the same answer after the same work, and both count against the limits. The secret opens the order for this browser.
 */
export async function trackOrder(
  platform: Platform,
  ask: { readonly reference: string; readonly emailOrSurname: string; readonly address: string },
): Promise<Outcome<{ readonly order: Order; readonly cookie: string }, 'not-found' | 'too-many-tries'>> {
  const { db, clock, crypto } = platform;
  const reference = parseReference(ask.reference);
  const waits = [await takeTry(db, clock, perReference, reference ?? 'none'), await takeTry(db, clock, perNetwork, networkOf(ask.address))];
  if (waits.some((seconds) => seconds > 0)) return refuse('too-many-tries');
  const order = await findByReference(db, reference ?? '-');
  const { id, emailIndex } = order ?? nobody;
  const theirs = await belongsTo(db, crypto, id, emailIndex, ask.emailOrSurname);
  const secret = trackingSecret(platform, id, order?.secretHash ?? '-');
  if (!order || !theirs || ask.emailOrSurname.trim() === '') return refuse('not-found');
  return done({ order, cookie: `${trackName(id)}=${secret}; ${trackCookieTail(platform)}` });
}

/** Whether this browser proved by tracking that an order is its own. Weaker than the capability: it masks personal data. */
export async function findTrackedOrder(platform: Platform, request: Request, referenceOrId: string): Promise<Order | null> {
  const order = await findNamed(platform, referenceOrId);
  if (!order) return null;
  const shown = readCookie(request, trackName(order.id));
  return shown !== null && sameText(shown, trackingSecret(platform, order.id, order.secretHash)) ? order : null;
}

function trackingSecret(platform: Pick<Platform, 'crypto'>, orderId: string, secretHash: string): string {
  return platform.crypto.blindIndex(`${orderId}|${secretHash}`, 'order-tracking');
}

function trackCookieTail(platform: Pick<Platform, 'env'>): string {
  const secure = platform.env.publicUrl.startsWith('https://') ? '; Secure' : '';
  return `Path=/; Max-Age=${(2 * hourMs) / 1000}; HttpOnly; SameSite=Lax${secure}`;
}

const cookieName = (orderId: string) => `rihla-order-${orderId}`;
const trackName = (orderId: string) => `rihla-track-${orderId}`;

function readSecret(request: Request, orderId: string): string | null {
  return readCookie(request, cookieName(orderId));
}

function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
}
