import { createContext } from 'react-router';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { findSignedInUser } from '#app/platform/account-store.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import type { SignedInUser, Viewer } from '#app/platform/access.ts';
import { readCookie } from '#app/platform/cookies.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { customerVisits } from './customers.tables.ts';

/** Set by the gate for requests of a visit. */
export const visitContext = createContext<Visit | null>(null);

export const visitCookie = 'rihla-visit';

/** A colleague who looks at the shop as a traveller sees it, for a while. */
export interface Visit {
  readonly id: string;
  readonly customerId: string;
  readonly user: SignedInUser;
  readonly endsAt: string;
}

export async function insertVisit(tx: Tx, visit: typeof customerVisits.$inferInsert): Promise<void> {
  await tx.insert(customerVisits).values(visit);
}

/**
 * The visit that a request belongs to: begun by this colleague, not over and not ended. Asked on every request of theirs
 * that brings the cookie, so that ending one counts from the next on.
 */
export async function findVisit(db: Db, viewer: Viewer, headers: Headers, now: Instant): Promise<Visit | null> {
  const token = viewer.kind === 'staff' ? readCookie(headers.get('cookie'), visitCookie) : null;
  if (!token) return null;
  const [row] = await db
    .select()
    .from(customerVisits)
    .where(
      and(
        eq(customerVisits.tokenHash, sha256(token)),
        eq(customerVisits.staffId, (viewer as Viewer & { readonly kind: 'staff' }).user.id),
        isNull(customerVisits.endedAt),
        gt(customerVisits.endsAt, new Date(now)),
      ),
    );
  const user = row ? await findSignedInUser(db, row.userId) : null;
  return row && user ? { id: row.id, customerId: row.customerId, user, endsAt: row.endsAt.toISOString() } : null;
}

/** Ends every visit of a colleague that is still open; the customers they were with. */
export async function endVisits(tx: Tx, staffId: string, now: Instant): Promise<string[]> {
  const ended = await tx
    .update(customerVisits)
    .set({ endedAt: new Date(now) })
    .where(and(eq(customerVisits.staffId, staffId), isNull(customerVisits.endedAt)))
    .returning({ customerId: customerVisits.customerId });
  return ended.map((row) => row.customerId);
}
