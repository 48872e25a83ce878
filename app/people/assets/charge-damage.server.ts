import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { chargeMachine, readPayMonth } from './asset-charge-rules.ts';
import { changeCharge, findChargesAsSystem, sealWaiver } from './asset-charges-store.server.ts';
import { assetChargeMail } from './asset-jobs.server.ts';
import { officeZone } from './office-zone.ts';

export type ChargeRefusal =
  | MoveRefusal
  | 'changed-meanwhile'
  | 'not-there'
  | 'second-person'
  | 'no-reason'
  | 'bad-month'
  | 'nothing-chosen'
  | 'own-charge';

/** The one task about a charge above the limit. */
export const chargeTask = (chargeId: string) => ({ kind: 'asset-charge', subject: `asset_charges:${chargeId}` });

interface Work {
  readonly staffId: string;
  readonly requestId: string;
}

/** Raised inside a transaction so that nothing of it stays. */
class Changed extends Error {}

async function orChanged(work: () => Promise<Outcome<null, ChargeRefusal>>): Promise<Outcome<null, ChargeRefusal>> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof Changed) return refuse('changed-meanwhile');
    throw fault;
  }
}

/**
 * A charge above the limit is agreed to or not by a second person, or one that is due is let go with a reason. Whoever asked
 * may only take it back; nobody decides what is taken from their own pay. The one who is charged is told by mail.
 */
export async function decideCharge(
  platform: Platform,
  work: Work & {
    readonly chargeId: string;
    readonly version: number;
    readonly event: 'approve' | 'decline' | 'waive';
    readonly words: string;
  },
): Promise<Outcome<null, ChargeRefusal>> {
  const [charge] = await findChargesAsSystem(platform.db, platform.crypto, [work.chargeId]);
  if (!charge) return refuse('not-there');
  const actor = `staff:${work.staffId}`;
  if (charge.userId === work.staffId) return refuse('own-charge');
  const move = moveOn(chargeMachine, charge.status, work.event, charge.askedBy === actor ? 'keeper' : 'second');
  if (!move.ok) return refuse(move.refused === 'not-yours-to-do' ? 'second-person' : move.refused);
  if (work.event === 'waive' && work.words.length < 3) return refuse('no-reason');
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      const set =
        work.event === 'waive'
          ? { waiver: sealWaiver(platform.crypto, charge.id, work.words) }
          : { decidedBy: actor, decidedAt: new Date(now) };
      if (!(await changeCharge(tx, { id: charge.id, version: work.version }, { status: move.to, ...set }))) throw new Changed();
      if (work.event !== 'waive') await closeStaffTask(tx, now, { ...chargeTask(charge.id), by: actor });
      await platform.jobs.send(tx, assetChargeMail, { chargeId: charge.id, template: work.event === 'approve' ? 'charge' : 'charge-off' });
      await audit(tx, now, {
        actor,
        action: `asset-charge.${move.to}`,
        subject: `asset_charges:${charge.id}`,
        detail: { amount: charge.amount, tag: charge.tag },
        requestId: work.requestId,
      });
      return done(null);
    }),
  );
}

/** Writes down that charges were taken from a month's pay: all of them, or none where one is not due any more. */
export async function deductCharges(
  platform: Platform,
  work: Work & { readonly chargeIds: readonly string[]; readonly month: string },
): Promise<Outcome<null, ChargeRefusal>> {
  if (work.chargeIds.length === 0) return refuse('nothing-chosen');
  const now = platform.clock.now();
  const month = readPayMonth(work.month, dateIn(officeZone, now));
  if (!month) return refuse('bad-month');
  const actor = `staff:${work.staffId}`;
  const charges = await findChargesAsSystem(platform.db, platform.crypto, work.chargeIds);
  if (charges.length !== work.chargeIds.length) return refuse('not-there');
  if (charges.some(({ userId }) => userId === work.staffId)) return refuse('own-charge');
  for (const { status } of charges) {
    const move = moveOn(chargeMachine, status, 'deduct', 'keeper');
    if (!move.ok) return move;
  }
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      // In the order of their ids, in which they were read.
      for (const charge of charges) {
        const set = { status: 'deducted', deductedIn: month, deductedBy: actor, deductedAt: new Date(now) } as const;
        if (!(await changeCharge(tx, charge, set))) throw new Changed();
        await audit(tx, now, {
          actor,
          action: 'asset-charge.deducted',
          subject: `asset_charges:${charge.id}`,
          detail: { amount: charge.amount, tag: charge.tag, month },
          requestId: work.requestId,
        });
      }
      return done(null);
    }),
  );
}
