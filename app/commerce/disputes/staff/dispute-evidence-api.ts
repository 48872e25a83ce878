import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { productCountersContext } from '../../product-counter.ts';
import { packEvidence } from './pack-evidence.server.ts';
import type { Route } from './+types/dispute-evidence-api.ts';

/** It leaves the house, so it is asked for by POST and written into the audit. */
export { postOnly as loader } from '#app/platform/post-only.ts';

/** What the house holds about a disputed payment, as an archive. */
export async function action({ context, params }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  const { requestId } = context.get(requestContext);
  const ask = { disputeId: params.dispute, requestId };
  const zip =
    viewer.kind === 'staff'
      ? await packEvidence(context.get(platformContext), context.get(productCountersContext), { ...ask, viewer })
      : null;
  if (!zip) throw new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(zip), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="evidence.zip"',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
