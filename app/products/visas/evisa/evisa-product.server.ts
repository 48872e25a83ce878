import type { CancelTerms, Product, SupplyEnd } from '#app/commerce/product-contract.ts';
import { findCancelQuote, findOrderAsSystem, getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, minuteMs, type Instant } from '#app/values/dates.ts';
import { money, sumMoney } from '#app/values/money.ts';
import { evisaAccept, evisaRelease } from './evisa-jobs.server.ts';
import { evisaOrderMachine } from './evisa-order-status.ts';
import { courierRefund, refundOf, refundStageOf, sharesAt } from './evisa-refund.ts';
import { grantedStates, overStates, withdrawableStates } from './evisa-status.ts';
import { endApplication } from './end-application.server.ts';
import { findApplications } from './evisa-applications-store.server.ts';
import { findGroupOfOrder, updateGroup } from './evisa-groups-store.server.ts';
import { findRefunds } from './evisa-refunds-store.server.ts';

/** What cancelling brings is honoured this long. */
const quoteMs = 15 * minuteMs;

/** E-visas as commerce sees them. */
export function evisaProduct(platform: Platform): Product {
  return {
    kind: 'evisa',
    machine: evisaOrderMachine,
    // The offer was frozen when the application was begun.
    checkPrice: async () => ({ kind: 'agreed' }),
    sendFulfilment: (tx, orderId) => platform.jobs.send(tx, evisaAccept, { orderId }),
    sendRelease: (tx, orderId) => platform.jobs.send(tx, evisaRelease, { orderId }),
    // Nobody outside is asked, so nobody is silent.
    sendLookUp: async () => undefined,
    cancelTerms: (orderId, now) => cancelTerms(platform, orderId, now),
    endSupply: (orderId, window) => (window === 'unpaid' ? releaseOrder(platform, orderId) : withdrawAll(platform, orderId)),
  };
}

/** By the refund table, traveller by traveller. Null where part of the group is with the authority: a person settles that. */
async function cancelTerms(platform: Platform, orderId: string, now: Instant): Promise<CancelTerms> {
  const { db } = platform;
  const order = (await findOrderAsSystem(db, orderId))!;
  const group = (await findGroupOfOrder(db, orderId))!;
  const applications = await findApplications(db, group.id);
  const quote = await getQuote(db, order);
  const earlier = order.status === 'cancel_quoted' ? await findCancelQuote(db, orderId) : null;
  const base = {
    snapshot: order.snapshot,
    quotedAt: new Date(now).toISOString(),
    expiresAt: new Date(addMilliseconds(now, quoteMs)).toISOString(),
  };
  if (order.status === 'held' || earlier?.terms.window === 'unpaid')
    return { window: 'unpaid', lines: [], refund: money(0, order.currency), ...base };
  const living = applications.filter(({ status }) => !overStates.includes(status));
  const back = new Map<number, number>();
  for (const application of living) {
    const stage = refundStageOf(application.status);
    if (!stage) continue;
    for (const { line, amount } of refundOf(quote.lines, application.position, sharesAt(group.offer, stage)))
      back.set(line, (back.get(line) ?? 0) + amount.amount);
  }
  const stages = living.flatMap(({ status }) => refundStageOf(status) ?? []);
  if (stages.length > 0 && !applications.some(({ status }) => grantedStates.includes(status)))
    for (const { line, amount } of courierRefund(quote.lines, sharesAt(group.offer, stages.at(-1)!))) back.set(line, amount.amount);
  for (const refund of await findRefunds(
    db,
    living.map(({ id }) => id),
  ))
    for (const { line, amount } of refund.lines) back.set(line, Math.max(0, (back.get(line) ?? 0) - amount));
  const lines = quote.lines.map((line, position) => ({
    line: position,
    nameKey: line.nameKey,
    paid: line.amount,
    refunded: money(back.get(position) ?? 0, quote.currency),
  }));
  const takenAway = living.every(({ status }) => withdrawableStates.includes(status));
  return {
    window: 'by-stage',
    lines,
    refund: takenAway
      ? sumMoney(
          lines.map((line) => line.refunded),
          quote.currency,
        )
      : null,
    ...base,
  };
}

/** Withdraws everybody who is not with the authority yet; refuses when somebody is. The order's own ending gives the money back. */
async function withdrawAll(platform: Platform, orderId: string): Promise<SupplyEnd> {
  return transact(platform.db, async (tx): Promise<SupplyEnd> => {
    const order = await lockOrder(tx, orderId);
    const group = order && (await findGroupOfOrder(tx, orderId));
    if (!order || !group) return { kind: 'refused', reason: 'not-found' };
    const applications = await findApplications(tx, group.id);
    const living = applications.filter(({ status }) => !overStates.includes(status));
    // Done before, or somebody moved it on while the traveller thought it over.
    if (living.length === 0) return { kind: 'done' };
    if (living.some(({ status }) => !withdrawableStates.includes(status))) return { kind: 'refused', reason: 'filed' };
    const quoted = await findCancelQuote(tx, orderId);
    if (quoted && applications.some((application) => application.changedAt > quoted.at)) return { kind: 'refused', reason: 'moved-on' };
    for (const application of living)
      await endApplication(
        tx,
        platform,
        { application, event: 'withdraw', by: 'customer', who: 'system', template: 'withdrawn' },
        { refund: false, finish: false },
      );
    return { kind: 'done' };
  });
}

/** An order that ended unpaid frees its group for another one. */
export async function releaseOrder(platform: Platform, orderId: string): Promise<SupplyEnd> {
  await transact(platform.db, (tx) => freeGroup(tx, platform, orderId));
  return { kind: 'done' };
}

async function freeGroup(tx: Tx, platform: Platform, orderId: string): Promise<void> {
  const group = await findGroupOfOrder(tx, orderId);
  const applications = group ? await findApplications(tx, group.id) : [];
  if (!group || group.orderId !== orderId || applications.some(({ receivedAt }) => receivedAt !== null)) return;
  await updateGroup(tx, platform.clock.now(), group.id, { orderId: null });
}
