import type { Instant } from '#app/values/dates.ts';
import type { Tx } from './database.server.ts';
import { closeStaffTask, openStaffTask } from './staff-tasks.server.ts';

/** What one colleague hands in and another decides. The sentence of its task stands in the catalogue under its kind. */
export interface Approval {
  readonly kind: string;
  readonly subject: string;
  /** Values for the sentence: ids, amounts, states; never personal data. */
  readonly detail?: Readonly<Record<string, string | number>>;
}

/**
 * Calls whoever may decide, and not who handed it in, while something waits for its second person; ends the call once it
 * does not wait any more. To be said of every move, in its transaction.
 */
export async function followApproval(
  tx: Tx,
  now: Instant,
  approval: Approval,
  move: { readonly waits: boolean; readonly by: string },
): Promise<void> {
  const { kind, subject, detail } = approval;
  if (!move.waits) await closeStaffTask(tx, now, { kind, subject, by: move.by });
  else await openStaffTask(tx, now, { kind, subject, textKey: `tasks:${kind}`, ...(detail ? { detail } : {}), askedBy: move.by });
}
