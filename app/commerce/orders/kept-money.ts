import { subtractMoney, type Money } from '#app/values/money.ts';
import type { OrderView } from './show-order.server.ts';

/** What the house keeps of an order that has ended, once nothing more goes back; null while it may, or where nothing is kept. */
export function keptOf({ status, money, refunds }: Pick<OrderView, 'status' | 'money' | 'refunds'>): Money | null {
  const over = status === 'refunded' || (status === 'cancelled' && refunds.length === 0);
  return over && money.taken.amount > money.returned.amount ? subtractMoney(money.taken, money.returned) : null;
}

/**
 * Whether nothing more happens to the money of an order that was cancelled: all that was taken went back, or what did not is
 * kept. Who may not see its refunds is told so only where all went back.
 */
export function isOver({ money, refunds, sight }: Pick<OrderView, 'money' | 'refunds' | 'sight'>): boolean {
  const left = money.taken.amount - money.returned.amount;
  return money.held.amount === 0 && (left <= 0 || (sight === 'full' && refunds.length === 0));
}

/** Whether no money of it is held, was taken or is on its way back. */
export function isFree({ money, refunds }: Pick<OrderView, 'money' | 'refunds'>): boolean {
  return refunds.length === 0 && money.held.amount + money.taken.amount + money.returned.amount === 0;
}
