import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { openInvoicePaper } from '../invoices/open-invoice-paper.server.ts';
import type { ProductCounter } from '../product-counter.ts';
import type { Paper } from './order-description.ts';
import { openReceiptPaper } from './open-receipt-paper.server.ts';
import type { Order } from './orders.tables.ts';

/**
 * A paper of an order by its name: an invoice, the receipt of a payment, or one of the product's own; null when there is none or it may not be seen.
 * `staff` looks at what is somebody else's: where the product's papers show passports they need that permission besides,
 * and their look is on record before they have it.
 */
export async function openOrderPaper(
  platform: Platform,
  counter: Pick<ProductCounter, 'reveals' | 'openPaper'>,
  ask: { readonly order: Pick<Order, 'id'>; readonly name: string; readonly language: LanguageCode; readonly staff: Viewer | null },
): Promise<Paper | null> {
  const { order, name, language, staff } = ask;
  const invoice = await openInvoicePaper(platform, order.id, name);
  if (invoice) return invoice;
  const receipt = await openReceiptPaper(platform, order.id, name);
  if (receipt) return receipt;
  const { reveals } = counter;
  if (!staff || !reveals) return counter.openPaper(order.id, name, language);
  if (staff.kind !== 'staff' || !may(staff, reveals)) return null;
  const paper = await counter.openPaper(order.id, name, language);
  if (paper)
    await transact(platform.db, (tx) =>
      audit(tx, platform.clock.now(), {
        actor: `staff:${staff.user.id}`,
        action: 'order.paper-read',
        subject: `orders:${order.id}`,
        detail: { paper: paper.name },
      }),
    );
  return paper;
}
