import { may, type Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import { disputesOfOrder } from '../disputes-store.server.ts';
import type { RecordDisputes } from './record-disputes.ts';

/** What a record says of open disputes of its order. The caller has judged whether the record may be opened. */
export async function readRecordDisputes(db: Db, viewer: Viewer, orderId: string): Promise<RecordDisputes> {
  const open = (await disputesOfOrder(db, orderId)).filter(({ closedAt }) => closedAt === null).map(({ id }) => id);
  return { open: open.length > 0, ids: may(viewer, 'money:view') ? open : [] };
}
