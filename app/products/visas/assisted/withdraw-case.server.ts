import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { caseStageOf } from './assisted-refund.ts';
import { withdrawableStates, type CaseActor } from './assisted-status.ts';
import { markCase } from './assisted-store.server.ts';
import { isHome } from './custody-rules.ts';
import { endCase, oweBackOfCase, tellCase } from './end-case.server.ts';
import { lockCase } from './lock-case.server.ts';

export interface WithdrawAsk {
  readonly caseId: string;
  readonly by: CaseActor;
  /** As the audit names people. */
  readonly who: string;
  /** As the page showed it; left out by the traveller, whose wish counts whatever happened meanwhile. */
  readonly version?: number;
  readonly requestId?: string;
}

export type WithdrawRefusal = 'not-possible' | 'order-not-open' | 'changed-meanwhile' | 'passport-first';

/**
 * One traveller takes the case back; the others of the party go on. The passport first: while it is out, the wish is kept
 * and the desk fetches it. What returns stands in the refund table.
 */
export async function withdrawCase(
  platform: Platform,
  ask: WithdrawAsk,
): Promise<Outcome<'withdrawn' | 'passport-first', WithdrawRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<'withdrawn' | 'passport-first', WithdrawRefusal>> => {
    const now = platform.clock.now();
    const found = await lockCase(tx, ask.caseId);
    if (!found || !withdrawableStates.includes(found.one.status)) return refuse('not-possible');
    const { one } = found;
    if (ask.version !== undefined && ask.version !== one.version) return refuse('changed-meanwhile');
    if (found.orderStatus !== 'accepted') return refuse('order-not-open');
    if (!isHome(one.passport)) {
      if (ask.by === 'staff') return refuse('passport-first');
      if (!one.withdrawalAskedAt) {
        await markCase(tx, one.id, { withdrawalAskedAt: new Date(now) });
        await tellCase(tx, platform, one, 'withdrawal-asked');
        await openStaffTask(tx, now, {
          kind: 'assisted-withdrawal',
          subject: `assisted_cases:${one.id}`,
          textKey: 'tasks:assisted-withdrawal',
          detail: { case: one.id },
        });
      }
      return done('passport-first');
    }
    const stage = caseStageOf(one.status, one.reschedules);
    const { by, who } = ask;
    const ended = await endCase(tx, platform, {
      one,
      event: 'withdraw',
      by,
      who,
      template: 'withdrawn',
      ...(ask.requestId ? { requestId: ask.requestId } : {}),
    });
    if (!ended.ok) return refuse('not-possible');
    if (stage) await oweBackOfCase(tx, platform, one, stage);
    return done('withdrawn');
  });
}
