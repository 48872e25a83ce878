import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import type { Outcome } from '#app/values/outcome.ts';
import { openVisaStay } from '../compliance/open-visa-stay.server.ts';
import { purgeAfterDays } from '../evisa/end-application.server.ts';
import { findApplication, setPurgeOn } from '../evisa/evisa-applications-store.server.ts';
import { findGroupOfOrder } from '../evisa/evisa-groups-store.server.ts';
import { findRefunds, insertRefund } from '../evisa/evisa-refunds-store.server.ts';
import { assistedMail, assistedSettle, type AssistedTemplate } from './assisted-jobs.server.ts';
import { assistedOrderMachine } from './assisted-order-status.ts';
import { caseRefundOf, caseSharesAt, type CaseStage } from './assisted-refund.ts';
import { overStates } from './assisted-status.ts';
import { findCasesOfOrder, moveCase, openSticker, type CaseMove, type CaseMoveRefusal } from './assisted-store.server.ts';
import { offerOf } from './assisted-words.server.ts';
import type { AssistedCase } from './assisted.tables.ts';

/**
 * Ends a case: its last state, the day its papers are removed, the mail; and the order when it was the last of its party.
 * The order's row must be locked before.
 */
export async function endCase(
  tx: Tx,
  platform: Platform,
  move: CaseMove & { readonly one: AssistedCase; readonly template: AssistedTemplate },
  finish = true,
): Promise<Outcome<AssistedCase, CaseMoveRefusal>> {
  const now = platform.clock.now();
  const ended = await moveCase(tx, now, move);
  if (!ended.ok) return ended;
  await setPurgeOn(tx, move.one.id, addDays(dateIn('Asia/Dubai', now), purgeAfterDays));
  await tellCase(tx, platform, ended.value, move.template);
  const { id, orderId, country, status, outcome } = ended.value;
  const printed = status === 'delivered' && outcome === 'granted' ? openSticker(platform.crypto, ended.value) : null;
  if (printed) {
    const group = (await findGroupOfOrder(tx, orderId))!;
    await openVisaStay(tx, platform, { id, orderId, route: 'assisted', country, printed, group, deliveredAt: null });
  }
  if (finish) await finishOrder(tx, platform, move.one.orderId);
  return ended;
}

/** Sends the mail of a step; in its transaction. */
export async function tellCase(
  tx: Tx,
  platform: Platform,
  one: Pick<AssistedCase, 'id' | 'orderId' | 'version'>,
  template: AssistedTemplate,
): Promise<void> {
  const group = (await findGroupOfOrder(tx, one.orderId))!;
  await platform.jobs.send(tx, assistedMail, { template, groupId: group.id, caseId: one.id, number: one.version });
}

/** Puts on record what goes back of one case by the table, less what went back before, and sends its settling. */
export async function oweBackOfCase(tx: Tx, platform: Platform, one: AssistedCase, stage: CaseStage): Promise<void> {
  const group = (await findGroupOfOrder(tx, one.orderId))!;
  const application = (await findApplication(tx, one.id))!;
  const order = (await lockOrder(tx, one.orderId))!;
  const quote = await getQuote(tx, order);
  if ((await findRefunds(tx, [one.id])).length > 0) return;
  const lines = caseRefundOf(quote.lines, application.position, caseSharesAt(offerOf(group), stage)).map(({ line, amount }) => ({
    line,
    amount: amount.amount,
  }));
  const owed = await insertRefund(tx, { applicationId: one.id, cause: 'ended', stage, lines, at: new Date(platform.clock.now()) });
  if (owed) await platform.jobs.send(tx, assistedSettle, { applicationId: one.id });
}

/** The order is done when nothing more is done for anybody of its party: completed with a visa or a file, closed without. */
async function finishOrder(tx: Tx, platform: Platform, orderId: string): Promise<void> {
  const cases = await findCasesOfOrder(tx, orderId);
  if (cases.some(({ status }) => !overStates.includes(status))) return;
  const order = await lockOrder(tx, orderId);
  if (order?.status !== 'accepted' && order?.status !== 'cancel_quoted') return;
  const good = cases.some((one) => one.status === 'delivered' && (one.outcome === 'granted' || one.package === 'check'));
  await mustMoveOrder(tx, assistedOrderMachine, platform.clock.now(), {
    order,
    event: good ? 'complete' : 'close',
    by: 'system',
    who: 'system',
  });
}
