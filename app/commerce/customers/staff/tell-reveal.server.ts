import type { Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { revealReasons } from '../records/customer-kinds.ts';

/** Writes down that a colleague looks at how somebody is reached, and why. False where no reason of ours was given: nothing is shown. */
export async function tellReveal(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  viewer: Clerk,
  look: { readonly action: string; readonly subject: string; readonly reason: string; readonly requestId: string },
): Promise<boolean> {
  const { action, subject, requestId } = look;
  const reason = revealReasons.find((one) => one === look.reason);
  if (!reason) return false;
  await transact(db, (tx) => audit(tx, clock.now(), { actor: `staff:${viewer.user.id}`, action, subject, reason, requestId }));
  return true;
}
