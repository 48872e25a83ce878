import type { Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { InvoiceSeller } from '../invoice-lines.ts';
import { readSeller, saveSellerFrom } from '../invoices-store.server.ts';
import { sellerFields } from '../seller-form.ts';

/** Changes what documents print from now on; issued ones keep theirs. Only an owner does, from the page as it stands. */
export async function changeSeller(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: { readonly viewer: Viewer; readonly seller: InvoiceSeller; readonly version: number; readonly requestId: string },
): Promise<Outcome<'changed' | 'same', 'permission' | 'changed'>> {
  const { viewer, seller } = ask;
  if (viewer.kind !== 'staff' || !viewer.staff.roles.includes('owner')) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<'changed' | 'same', 'changed'>> => {
    const before = await readSeller(tx);
    const fields = sellerFields.filter((field) => before[field] !== seller[field]);
    if (!(await saveSellerFrom(tx, seller, ask.version))) return refuse('changed');
    if (fields.length === 0) return done('same');
    await audit(tx, clock.now(), {
      actor: `staff:${viewer.user.id}`,
      action: 'seller.changed',
      subject: 'invoice_seller:1',
      detail: Object.fromEntries(fields.map((field) => [field, [before[field], seller[field]]])),
      requestId: ask.requestId,
    });
    return done('changed');
  });
}
