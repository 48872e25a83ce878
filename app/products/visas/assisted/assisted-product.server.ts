import type { CancelTerms, Product, SupplyEnd } from '#app/commerce/product-contract.ts';
import { findCancelQuote, findOrderAsSystem, getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, minuteMs, type Instant } from '#app/values/dates.ts';
import { money, sumMoney } from '#app/values/money.ts';
import { findApplications } from '../evisa/evisa-applications-store.server.ts';
import { findGroupOfOrder, updateGroup } from '../evisa/evisa-groups-store.server.ts';
import { assistedAccept, assistedRelease } from './assisted-jobs.server.ts';
import { assistedOrderMachine } from './assisted-order-status.ts';
import { caseRefundOf, caseSharesAt, caseStageOf } from './assisted-refund.ts';
import { overStates, withdrawableStates } from './assisted-status.ts';
import { findCasesOfOrder } from './assisted-store.server.ts';
import { offerOf } from './assisted-words.server.ts';
import type { AssistedCase } from './assisted.tables.ts';
import { isHome } from './custody-rules.ts';
import { endCase } from './end-case.server.ts';

/** What cancelling brings is honoured this long. */
const quoteMs = 15 * minuteMs;

/** Assisted visas as commerce sees them. */
export function assistedProduct(platform: Platform): Product {
  return {
    kind: 'assisted-visa',
    machine: assistedOrderMachine,
    // The offer was frozen when the case was begun.
    checkPrice: async () => ({ kind: 'agreed' }),
    sendFulfilment: (tx, orderId) => platform.jobs.send(tx, assistedAccept, { orderId }),
    sendRelease: (tx, orderId) => platform.jobs.send(tx, assistedRelease, { orderId }),
    // Nobody outside is asked, so nobody is silent.
    sendLookUp: async () => undefined,
    cancelTerms: (orderId, now) => cancelTerms(platform, orderId, now),
    endSupply: (orderId, window) => (window === 'unpaid' ? releaseParty(platform, orderId) : withdrawAll(platform, orderId)),
  };
}

const living = (cases: readonly AssistedCase[]) => cases.filter(({ status }) => !overStates.includes(status));
/** Everybody can be taken back at once only while every passport is at home. */
const takenBack = (one: AssistedCase) => withdrawableStates.includes(one.status) && isHome(one.passport);

/** By the refund table, traveller by traveller. Null where a passport is out or a decision has come: a person settles that. */
async function cancelTerms(platform: Platform, orderId: string, now: Instant): Promise<CancelTerms> {
  const { db } = platform;
  const order = (await findOrderAsSystem(db, orderId))!;
  const group = (await findGroupOfOrder(db, orderId))!;
  const quote = await getQuote(db, order);
  const earlier = order.status === 'cancel_quoted' ? await findCancelQuote(db, orderId) : null;
  const base = {
    snapshot: order.snapshot,
    quotedAt: new Date(now).toISOString(),
    expiresAt: new Date(addMilliseconds(now, quoteMs)).toISOString(),
  };
  if (order.status === 'held' || earlier?.terms.window === 'unpaid')
    return { window: 'unpaid', lines: [], refund: money(0, order.currency), ...base };
  const cases = living(await findCasesOfOrder(db, orderId));
  const positions = new Map((await findApplications(db, group.id)).map(({ id, position }) => [id, position]));
  const back = new Map<number, number>();
  for (const one of cases) {
    const stage = caseStageOf(one.status, one.reschedules);
    if (!stage) continue;
    for (const { line, amount } of caseRefundOf(quote.lines, positions.get(one.id)!, caseSharesAt(offerOf(group), stage)))
      back.set(line, (back.get(line) ?? 0) + amount.amount);
  }
  const lines = quote.lines.map((line, position) => ({
    line: position,
    nameKey: line.nameKey,
    paid: line.amount,
    refunded: money(back.get(position) ?? 0, quote.currency),
  }));
  const refunds = lines.map((line) => line.refunded);
  return { window: 'by-stage', lines, refund: cases.every(takenBack) ? sumMoney(refunds, quote.currency) : null, ...base };
}

/** Withdraws everybody whose passport is at home; refuses when one is out. The order's own ending gives the money back. */
async function withdrawAll(platform: Platform, orderId: string): Promise<SupplyEnd> {
  return transact(platform.db, async (tx): Promise<SupplyEnd> => {
    if (!(await lockOrder(tx, orderId))) return { kind: 'refused', reason: 'not-found' };
    const cases = living(await findCasesOfOrder(tx, orderId));
    // Done before, or somebody moved it on while the traveller thought it over.
    if (cases.length === 0) return { kind: 'done' };
    if (!cases.every(takenBack)) return { kind: 'refused', reason: 'passport-out' };
    const quoted = await findCancelQuote(tx, orderId);
    if (quoted && cases.some((one) => one.stageSince > quoted.at)) return { kind: 'refused', reason: 'moved-on' };
    for (const one of cases) {
      const ended = await endCase(tx, platform, { one, event: 'withdraw', by: 'customer', who: 'system', template: 'withdrawn' }, false);
      if (!ended.ok) throw new Error(`Case ${one.id} refused to be withdrawn: ${ended.refused}`);
    }
    return { kind: 'done' };
  });
}

/** An order that ended unpaid frees its party for another one. */
export async function releaseParty(platform: Platform, orderId: string): Promise<SupplyEnd> {
  await transact(platform.db, async (tx) => {
    const group = await findGroupOfOrder(tx, orderId);
    if (group?.orderId !== orderId || (await findCasesOfOrder(tx, orderId)).length > 0) return;
    await updateGroup(tx, platform.clock.now(), group.id, { orderId: null });
  });
  return { kind: 'done' };
}
