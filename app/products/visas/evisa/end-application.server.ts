import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, type Instant } from '#app/values/dates.ts';
import { openCopies } from '../delivery/work-copies.server.ts';
import { openVisaStay } from '../compliance/open-visa-stay.server.ts';
import { evisaMail, evisaSettle, type EvisaTemplate } from './evisa-jobs.server.ts';
import { evisaOrderMachine } from './evisa-order-status.ts';
import { courierRefund, lateShares, refundOf, refundStageOf, sharesAt, type RefundStage } from './evisa-refund.ts';
import { grantedStates, overStates, type EvisaEvent } from './evisa-status.ts';
import { findApplications, mustMoveApplication, openIssued, type EvisaMove } from './evisa-applications-store.server.ts';
import { findGroupAsSystem } from './evisa-groups-store.server.ts';
import { findRequests } from './evisa-requests-store.server.ts';
import { findRefunds, insertRefund } from './evisa-refunds-store.server.ts';
import type { EvisaApplication } from './evisa.tables.ts';

/** What was sent is kept this long after an application ended, for questions of the authority and of the traveller. */
export const purgeAfterDays = 90;

/** The stage whose row of the table counts when an application ends by an event. */
const stageOfEnd: Partial<Readonly<Record<EvisaEvent, RefundStage>>> = { reject: 'rejected', release: 'delivered' };

/**
 * Ends an application: its last state, what goes back by the table, the day its papers are removed, the mail; and the
 * order when it was the last of its group. The order's row must be locked before.
 */
export async function endApplication(
  tx: Tx,
  platform: Platform,
  move: EvisaMove & { readonly application: EvisaApplication; readonly template: EvisaTemplate },
  options: { readonly refund: boolean; readonly finish: boolean } = { refund: true, finish: true },
): Promise<EvisaApplication> {
  const now = platform.clock.now();
  const { application } = move;
  const group = (await findGroupAsSystem(tx, application.groupId))!;
  const ended = await mustMoveApplication(tx, now, {
    ...move,
    with: { ...move.with, overAt: new Date(now), purgeOn: addDays(dateIn('Asia/Dubai', now), purgeAfterDays) },
  });
  const stage = stageOfEnd[move.event] ?? refundStageOf(application.status);
  if (options.refund && stage && group.orderId) await oweBack(tx, platform, now, ended, group.orderId, 'ended', stage);
  await platform.jobs.send(tx, evisaMail, {
    template: move.template,
    groupId: group.id,
    applicationId: application.id,
    number: ended.version,
  });
  const printed = move.event === 'release' ? openIssued(platform.crypto, ended) : null;
  if (printed && group.orderId) {
    const visa = { id: ended.id, orderId: group.orderId, route: 'evisa', country: group.country, printed, group } as const;
    await openVisaStay(tx, platform, { ...visa, deliveredAt: null });
  }
  if (options.finish) await finishOrder(tx, platform, group.id);
  return ended;
}

/**
 * A promise that was missed before the visa was in its traveller's hand, and the clock did not stand still: our own fee is
 * owed, once. The order and the application must be locked before. The application as it is then; the same where no
 * promise was missed.
 */
export async function passPromise(
  tx: Tx,
  platform: Platform,
  application: EvisaApplication,
  options: { readonly tell: boolean },
): Promise<EvisaApplication> {
  const now = platform.clock.now();
  const { id, status, deliverBy } = application;
  const group = (await findGroupAsSystem(tx, application.groupId))!;
  const asked = status === 'authority_query' && (await findRequests(tx, [id])).some((request) => request.answeredAt === null);
  const ours = status === 'approved_unchecked' || status === 'correction';
  const counts = status === 'submitted_to_authority' || ours || (status === 'authority_query' && !asked);
  if (!counts || !group.orderId || deliverBy === null || deliverBy >= dateIn('Asia/Dubai', now)) return application;
  // After a question of the authority it is late once more; the fee goes back once, and is told once.
  const known = (await findRefunds(tx, [id])).some(({ cause }) => cause === 'late');
  if (known && status !== 'submitted_to_authority') return application;
  const late = await mustMoveApplication(tx, now, { application, event: 'pass-promise', by: 'system', who: 'system' });
  if (known) return late;
  await oweBack(tx, platform, now, late, group.orderId, 'late', 'filed');
  if (options.tell)
    await platform.jobs.send(tx, evisaMail, { template: 'late', groupId: group.id, applicationId: id, number: late.version });
  return late;
}

/** Puts on record what goes back of one application, less what went back of it before, and sends its settling. */
export async function oweBack(
  tx: Tx,
  platform: Platform,
  now: Instant,
  application: Pick<EvisaApplication, 'id' | 'groupId' | 'position'>,
  orderId: string,
  cause: 'ended' | 'late',
  stage: RefundStage,
): Promise<void> {
  const group = (await findGroupAsSystem(tx, application.groupId))!;
  const order = (await lockOrder(tx, orderId))!;
  const quote = await getQuote(tx, order);
  const before = new Map<number, number>();
  for (const refund of await findRefunds(tx, [application.id]))
    for (const { line, amount } of refund.lines) before.set(line, (before.get(line) ?? 0) + amount);
  const shares = cause === 'late' ? lateShares : sharesAt(group.offer, stage);
  const ofParty = cause === 'ended' && (await nobodyIsLeft(tx, group.id)) ? courierRefund(quote.lines, shares) : [];
  const lines = [...refundOf(quote.lines, application.position, shares), ...ofParty]
    .map(({ line, amount }) => ({ line, amount: amount.amount - (before.get(line) ?? 0) }))
    .filter(({ amount }) => amount > 0);
  const owed = await insertRefund(tx, { applicationId: application.id, cause, stage, lines, at: new Date(now) });
  if (owed) await platform.jobs.send(tx, evisaSettle, { applicationId: application.id });
}

/** Whether a party is over without a visa for anybody, and its courier comes for nothing. */
async function nobodyIsLeft(tx: Tx, groupId: string): Promise<boolean> {
  const applications = await findApplications(tx, groupId);
  return applications.every(({ status }) => overStates.includes(status) && !grantedStates.includes(status));
}

/** The order is done when nothing more is done for anybody of its group: completed with a visa, closed without one. */
async function finishOrder(tx: Tx, platform: Platform, groupId: string): Promise<void> {
  const group = (await findGroupAsSystem(tx, groupId))!;
  const applications = await findApplications(tx, groupId);
  if (!group.orderId || applications.some(({ status }) => !overStates.includes(status))) return;
  const order = await lockOrder(tx, group.orderId);
  if (order?.status !== 'accepted' && order?.status !== 'cancel_quoted') return;
  const event = applications.some(({ status }) => grantedStates.includes(status)) ? 'complete' : 'close';
  await mustMoveOrder(tx, evisaOrderMachine, platform.clock.now(), { order, event, by: 'system', who: 'system' });
  if (event === 'complete') await openCopies(tx, platform.clock.now(), group);
}
