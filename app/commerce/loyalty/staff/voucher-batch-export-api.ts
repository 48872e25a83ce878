import { exportTable } from '../../exports/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { findBatch } from '../voucher-batches-store.server.ts';
import { batchLines } from './open-voucher-batches.server.ts';
import type { Route } from './+types/voucher-batch-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** What became of each member of a batch as text/csv. Empty while the programme is off, and of a batch that is not there. */
export async function action({ context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const batch = (await isLoyaltyOn(platform)) ? await findBatch(platform.db, params.batch) : null;
  const lines = batch ? await batchLines(platform, batch.id) : [];
  return exportTable(platform, {
    name: 'voucher-batch',
    by: viewer.user.id,
    action: 'loyalty.voucher-batch-exported',
    subject: `loyalty_voucher_batches:${batch?.id ?? 'none'}`,
    detail: { members: lines.length },
    requestId: context.get(requestContext).requestId,
    lines: [['member', 'standing', 'why', 'voucher', 'voucher_state'], ...lines],
  });
}
