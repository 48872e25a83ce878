import { randomUUID } from 'node:crypto';
import { may, type Viewer } from '#app/platform/access.ts';
import { cookieLine } from '#app/platform/cookies.ts';
import { newSecret, sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { RevealReason } from '../records/customer-kinds.ts';
import { mostVisitsPerHour, visitMs } from '../records/customer-rules.ts';
import { endVisits, insertVisit, visitCookie } from '../records/customer-visits-store.server.ts';
import { findCustomer, readKeyring } from '../records/customers-store.server.ts';
import { tell, type CustomerRefusal } from './work-on-customer.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };

/**
 * Begins a look at the shop as an account's holder sees it: a quarter of an hour, reading only. The gate draws the pages
 * that are meant for it and refuses every other one and every form. Colleagues are not looked at this way.
 */
export async function beginVisit(
  platform: Platform,
  viewer: Staff,
  ask: { readonly id: string; readonly reason: RevealReason },
): Promise<Outcome<{ readonly cookie: string }, CustomerRefusal | 'no-account' | 'too-many'>> {
  if (!may(viewer, 'customers:work')) return refuse('permission');
  const { db, crypto, clock, env } = platform;
  const customer = await findCustomer(db, ask.id);
  if (!customer || customer.mergedInto) return refuse('gone');
  const { people } = await readKeyring(db, crypto, ask.id);
  const account = people.find((one) => !one.staff);
  if (!account) return refuse('no-account');
  if ((await takeTry(db, clock, mostVisitsPerHour, viewer.user.id)) > 0) return refuse('too-many');
  const token = newSecret();
  const now = clock.now();
  await transact(db, async (tx) => {
    await endVisits(tx, viewer.user.id, now);
    await insertVisit(tx, {
      id: randomUUID(),
      tokenHash: sha256(token),
      customerId: ask.id,
      userId: account.id,
      staffId: viewer.user.id,
      reason: ask.reason,
      startedAt: new Date(now),
      endsAt: new Date(now + visitMs),
    });
    await tell(tx, now, viewer, ask.id, { action: 'customer.visited', reason: ask.reason, detail: {} });
  });
  const secure = env.publicUrl.startsWith('https://');
  return done({ cookie: cookieLine(visitCookie, token, { maxAge: visitMs / 1000, secure }) });
}

/** Ends what this colleague looks at; the customer they were with, and the cookie that goes. */
export async function endVisit(
  platform: Platform,
  viewer: Staff,
): Promise<{ readonly customerId: string | null; readonly cookie: string }> {
  const { db, clock, env } = platform;
  const [customerId = null] = await transact(db, async (tx) => {
    const ended = await endVisits(tx, viewer.user.id, clock.now());
    for (const id of ended) await tell(tx, clock.now(), viewer, id, { action: 'customer.visit-ended', detail: {} });
    return ended;
  });
  return { customerId, cookie: cookieLine(visitCookie, '', { maxAge: 0, secure: env.publicUrl.startsWith('https://') }) };
}
