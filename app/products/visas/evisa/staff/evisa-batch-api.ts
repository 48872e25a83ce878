import { redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { paperHeaders } from '#app/platform/paper-headers.ts';
import { packBatch } from './pack-cases.server.ts';
import type { Route } from './+types/evisa-batch-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The chosen cases for their authorities: tables, and with them the papers. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'visas:decide')) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const packed = await packBatch(context.get(platformContext), {
    ids: form.getAll('case').map(String),
    papers: form.get('form') !== 'tables',
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  if (!packed.ok) return redirect(`/admin/orders/evisa?queue=ready&refused=${packed.refused}`, 303);
  const { name, type, content } = packed.value;
  return new Response(new Uint8Array(content), { headers: paperHeaders(name, type) });
}
