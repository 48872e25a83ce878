import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import { findOrdersByIds, findReferences } from '../orders/orders-store.server.ts';
import { mayPayOut } from './give-credit.server.ts';
import { findFrozenSources, findLots, findMoves, findOrdersOfPayments } from './credits-store.server.ts';
import { dateIn } from '#app/values/dates.ts';

/** The credit of an account, order by order as it was given, what was points by itself, with every move of it. */
export async function openMyCredit({ db, clock }: Platform, userId: string) {
  const lots = await findLots(db, userId);
  const moves = await findMoves(
    db,
    lots.map(({ id }) => id),
  );
  const spentOn = await findOrdersOfPayments(
    db,
    moves.flatMap(({ paymentId }) => paymentId ?? []),
  );
  const orderIds = [...new Set(lots.flatMap(({ orderId }) => orderId ?? []))];
  const [sources, references] = await Promise.all([findOrdersByIds(db, orderIds), findReferences(db, [...orderIds, ...spentOn.values()])]);
  const frozen = await findFrozenSources(db, userId);
  const today = dateIn('Asia/Dubai', clock.now());
  const currency = lots[0]?.currency ?? 'AED';
  const sumOf = (some: typeof lots) =>
    money(
      some
        .filter((lot) => lot.currency === currency && lot.endsOn >= today && !(lot.orderId !== null && frozen.has(lot.orderId)))
        .reduce((sum, { remaining }) => sum + remaining, 0),
      currency,
    );
  return {
    available: sumOf(lots),
    money: sumOf(lots.filter(({ part }) => part === 'money')),
    bonus: sumOf(lots.filter(({ part }) => part === 'bonus')),
    grants: orderIds.map((orderId) => {
      const own = lots.filter((lot) => lot.orderId === orderId);
      const leftOf = (part: 'money' | 'bonus') => money(own.find((lot) => lot.part === part)?.remaining ?? 0, own[0]!.currency);
      return {
        order: references.get(orderId) ?? '',
        endsOn: own
          .map(({ endsOn }) => endsOn)
          .toSorted()
          .at(-1)!,
        money: leftOf('money'),
        bonus: leftOf('bonus'),
        returnable: leftOf('money').amount > 0 && sources.some((source) => source.id === orderId && mayPayOut(source)),
      };
    }),
    ofPoints: lots
      .filter(({ orderId, remaining }) => orderId === null && remaining > 0)
      .map(({ id, remaining, currency: its, endsOn }) => ({ id, left: money(remaining, its), endsOn })),
    moves: moves.map(({ id, kind, amount, paymentId, lotId, at }) => {
      const lot = lots.find((one) => one.id === lotId)!;
      const about = paymentId === null ? lot.orderId : spentOn.get(paymentId);
      return {
        id,
        kind,
        part: lot.part,
        ofPoints: lot.orderId === null && paymentId === null,
        amount: money(amount, lot.currency),
        order: (about && references.get(about)) ?? null,
        at: at.toISOString(),
      };
    }),
  };
}
