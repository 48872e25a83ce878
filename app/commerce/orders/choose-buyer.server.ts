import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { isSameBuyer } from '../invoices/invoice-buyer-form.ts';
import type { InvoiceBuyer } from '../invoices/invoice-lines.ts';
import { findInvoiceInForce } from '../invoices/invoices-store.server.ts';
import { lockOrder, readInvoiceTo, saveInvoiceTo } from './orders-store.server.ts';

/**
 * Says whom the invoice of an order is made out to; null: the first traveller. Once it is issued it says what it says, and
 * is corrected by `correctInvoice`.
 */
export async function chooseBuyer(
  platform: Pick<Platform, 'db' | 'clock' | 'crypto'>,
  ask: { readonly orderId: string; readonly who: string; readonly buyer: InvoiceBuyer | null },
  keep?: Keep<null>,
): Promise<Outcome<null, 'not-possible'>> {
  return transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, ask.orderId);
    if (!order || (await findInvoiceInForce(tx, order.id))) return refuse('not-possible');
    const before = readInvoiceTo(platform.crypto, order);
    if (ask.buyer === null ? before !== null : before === null || !isSameBuyer(ask.buyer, before)) {
      await saveInvoiceTo(tx, platform.crypto, order.id, ask.buyer);
      await audit(tx, platform.clock.now(), {
        actor: ask.who,
        action: 'order.invoice-to',
        subject: `orders:${order.id}`,
        detail: { company: ask.buyer !== null },
      });
    }
    await keep?.(tx, null);
    return done(null);
  });
}
