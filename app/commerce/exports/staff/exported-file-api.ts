import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findReadyFor } from '../exports-store.server.ts';
import { exportPermission, takeExport } from '../write-exports.server.ts';
import type { Route } from './+types/exported-file-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** A written file as text/csv, for whoever asked for it and still may have it. */
export async function action({ context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const file = await findReadyFor(platform.db, viewer.user.id, params.exportId, platform.clock.now());
  if (!file || !may(viewer, exportPermission[file.list])) throw new Response('Not found', { status: 404 });
  const taken = await takeExport(platform, file, context.get(requestContext).requestId);
  if (!taken) throw new Response('Not found', { status: 404 });
  const day = file.readyAt!.toISOString().slice(0, 16).replace(/[T:]/g, '-');
  return new Response(taken.body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${taken.name}-${day}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
