import { may, type Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Order } from '../orders.tables.ts';
import { findPaymentCheck } from '../payment-checks-store.server.ts';
import type { RecordCheck } from './record-check.ts';

/** The check of an order's payment, open or decided; null where none was begun. The caller has judged whether the record may be opened. */
export async function readRecordCheck(db: Db, viewer: Viewer, order: Pick<Order, 'id' | 'reference'>): Promise<RecordCheck | null> {
  const check = await findPaymentCheck(db, order.id);
  return (
    check && {
      reference: order.reference,
      causes: check.causes,
      begunAt: check.begunAt.toISOString(),
      decision: check.decision,
      mayDecide: check.decision === null && may(viewer, 'refunds:approve'),
    }
  );
}
