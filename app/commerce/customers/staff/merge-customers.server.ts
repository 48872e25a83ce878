import { may, type Viewer } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { MergeReason } from '../records/customer-kinds.ts';
import { mayUndo } from '../records/customer-rules.ts';
import { findMemberships } from '../companies/companies-store.server.ts';
import { findMerge, joinCustomers, partCustomers } from '../records/customer-merges-store.server.ts';
import { refreshCustomer } from '../records/keep-up-customers.server.ts';
import { lockCustomers } from '../records/customers-store.server.ts';
import { tell, type CustomerRefusal } from './work-on-customer.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };
export type MergeRefusal = CustomerRefusal | 'one-blocked' | 'too-late' | 'company-undecided';

/**
 * Brings a duplicate under the customer who stays, both as they were looked at. A blocked one and one who is not stay
 * apart until a colleague has decided about the block: neither may get rid of it, or catch it, on the way.
 */
export async function mergeCustomers(
  platform: Platform,
  viewer: Staff,
  ask: {
    readonly keptId: string;
    readonly keptVersion: number;
    readonly goneId: string;
    readonly goneVersion: number;
    readonly reason: Exclude<MergeReason, 'address-proved'>;
    /** To which companies they were seen to belong, and whose it is to be where these are two; to none where nothing is said. */
    readonly companies?: { readonly kept: string | null; readonly gone: string | null; readonly after: 'kept' | 'gone' | null };
  },
): Promise<Outcome<null, MergeRefusal>> {
  if (!may(viewer, 'customers:work')) return refuse('permission');
  return transact(platform.db, async (tx): Promise<Outcome<null, MergeRefusal>> => {
    const now = platform.clock.now();
    const rows = await lockCustomers(tx, [ask.keptId, ask.goneId]);
    const [kept, gone] = [rows.get(ask.keptId), rows.get(ask.goneId)];
    if (!kept || !gone || kept === gone || kept.mergedInto || gone.mergedInto) return refuse('gone');
    if (kept.version !== ask.keptVersion || gone.version !== ask.goneVersion) return refuse('changed-meanwhile');
    if ((kept.blockedAt === null) !== (gone.blockedAt === null)) return refuse('one-blocked');
    const members = await findMemberships(tx, [kept.id, gone.id]);
    const [of, other] = [kept, gone].map(({ id }) => members.get(id)?.companyId ?? null);
    const { companies = { kept: null, gone: null, after: null } } = ask;
    if (of !== companies.kept || other !== companies.gone) return refuse('changed-meanwhile');
    if (of && other && of !== other && companies.after === null) return refuse('company-undecided');
    await joinCustomers(tx, now, {
      kept,
      gone,
      reason: ask.reason,
      by: viewer.user.id,
      ...(companies.after && { company: companies.after }),
    });
    await refreshCustomer(platform, tx, kept.id);
    await tell(tx, now, viewer, kept.id, { action: 'customer.merged', reason: ask.reason, detail: { gone: gone.id } });
    return done(null);
  });
}

/**
 * Takes a merge back within thirty days, while the customer it went into is still there and not merged on. The value says whether it
 * is known to which company they belong then.
 */
export async function undoMerge(
  platform: Platform,
  viewer: Staff,
  ask: { readonly id: string; readonly merge: string },
): Promise<Outcome<boolean, MergeRefusal>> {
  if (!may(viewer, 'customers:work')) return refuse('permission');
  return transact(platform.db, async (tx): Promise<Outcome<boolean, MergeRefusal>> => {
    const now = platform.clock.now();
    const asked = await findMerge(tx, ask.merge);
    if (!asked || asked.keptId !== ask.id) return refuse('gone');
    const rows = await lockCustomers(tx, [asked.keptId, asked.goneId]);
    // Read again under the locks: two tabs may ask at once.
    const merge = await findMerge(tx, ask.merge);
    const [kept, gone] = [rows.get(asked.keptId), rows.get(asked.goneId)];
    if (!merge || !kept || !gone || kept.mergedInto || gone.mergedInto !== kept.id) return refuse('gone');
    if (!mayUndo(merge, now)) return refuse('too-late');
    const known = await partCustomers(tx, now, { merge, kept, gone, by: viewer.user.id });
    await refreshCustomer(platform, tx, kept.id);
    await refreshCustomer(platform, tx, gone.id);
    await tell(tx, now, viewer, kept.id, { action: 'customer.parted', detail: { gone: gone.id } });
    return done(known);
  });
}
