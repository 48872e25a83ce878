import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { addMoney, money, type Money } from '#app/values/money.ts';
import { findReferences } from '../../orders/orders-store.server.ts';
import { findFrozenSources, findLots } from '../credits-store.server.ts';

/** The credit of accounts as it stands beside their person: what they can spend, and every lot that has something left. */
export async function showCreditOf({ db, clock }: Pick<Platform, 'db' | 'clock'>, accounts: readonly string[]) {
  const today = dateIn('Asia/Dubai', clock.now());
  const found = await Promise.all(
    accounts.map(async (userId) => ({ lots: await findLots(db, userId), frozen: await findFrozenSources(db, userId) })),
  );
  const lots = found.flatMap(({ lots: all, frozen }) =>
    all
      .filter(({ remaining }) => remaining > 0)
      .map((lot) => ({
        ...lot,
        state:
          lot.endsOn < today
            ? ('ended' as const)
            : lot.orderId !== null && frozen.has(lot.orderId)
              ? ('frozen' as const)
              : ('open' as const),
      })),
  );
  const references = await findReferences(db, [...new Set(lots.flatMap(({ orderId }) => orderId ?? []))]);
  const balance = new Map<string, Money>();
  for (const { state, currency, remaining } of lots) {
    if (state !== 'open') continue;
    const left = money(remaining, currency);
    const known = balance.get(currency);
    balance.set(currency, known ? addMoney(known, left) : left);
  }
  return {
    balance: [...balance.values()],
    lots: lots
      .toSorted((one, other) => (one.endsOn < other.endsOn ? -1 : Number(one.endsOn > other.endsOn)))
      .map(({ id, orderId, part, remaining, currency, endsOn, state }) => ({
        id,
        /** Null for what was points. */
        order: orderId === null ? null : (references.get(orderId) ?? null),
        part,
        left: money(remaining, currency),
        endsOn,
        state,
      })),
  };
}
