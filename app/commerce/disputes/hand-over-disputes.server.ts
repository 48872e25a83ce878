import { audit } from '#app/platform/audit.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { HandOver } from '#app/platform/hand-over.ts';
import type { Instant } from '#app/values/dates.ts';
import { countOwned, lockOwned, saveDispute } from './disputes-store.server.ts';

/** Disputes that a bank has not decided and that somebody has taken on. */
export const countDisputesOf = (db: Db, userId: string): Promise<number> => countOwned(db, userId);

/** Every open dispute goes on with a colleague, or is free; how many that were. */
export async function handOverDisputes(tx: Tx, now: Instant, { from, to, by, requestId }: HandOver): Promise<number> {
  const theirs = await lockOwned(tx, from);
  for (const dispute of theirs) {
    await saveDispute(tx, dispute, { ownerId: to }, now);
    await audit(tx, now, { actor: by, action: 'dispute.handed-over', subject: `disputes:${dispute.id}`, detail: { from, to }, requestId });
  }
  return theirs.length;
}
