import { settleCancelled } from '#app/commerce/orders/cancel-order.server.ts';
import { moveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findOrderAsSystem, insertCancelQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';

export type VoidRefusal = 'not-possible' | 'void-window-closed' | 'supplier-refused' | 'supplier-silent';

/** Staff take tickets back inside the void window: everything the traveller paid goes back. A reason is required. */
export async function voidOrder(
  platform: Platform,
  product: Product,
  ask: { orderId: string; who: string; reason: string },
): Promise<Outcome<Order, VoidRefusal>> {
  const order = await findOrderAsSystem(platform.db, ask.orderId);
  if (order?.status !== 'ticketed') return refuse('not-possible');
  const terms = await product.cancelTerms(order.id, platform.clock.now());
  if (terms.window !== 'void' && terms.window !== 'regret') return refuse('void-window-closed');
  // A void by the agency is no fault of the traveller's: our fee goes back too.
  const whole = {
    ...terms,
    lines: terms.lines.map((line) => ({ ...line, refunded: line.paid })),
    refund: money(order.total, order.currency),
  };
  await transact(platform.db, (tx) => insertCancelQuote(tx, order.id, whole, order.currency));
  const ended = await product.endSupply(order.id, 'void');
  return transact(platform.db, async (tx): Promise<Outcome<Order, VoidRefusal>> => {
    const current = await lockOrder(tx, order.id);
    if (current?.status !== 'ticketed') return refuse('not-possible');
    const now = platform.clock.now();
    if (ended.kind === 'refused') return refuse('supplier-refused');
    const { who, reason } = ask;
    if (ended.kind === 'unknown') {
      await moveOrder(tx, product.machine, now, { order: current, event: 'no-answer', by: 'supplier', who, reason });
      await product.sendLookUp(tx, order.id);
      return refuse('supplier-silent');
    }
    const voided = await moveOrder(tx, product.machine, now, { order: current, event: 'void', by: 'staff', who, reason });
    if (!voided.ok) return refuse('not-possible');
    return done(await settleCancelled(tx, platform, product, voided.value, whole, who));
  });
}
