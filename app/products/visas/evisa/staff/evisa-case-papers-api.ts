import { redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { paperHeaders } from '#app/platform/paper-headers.ts';
import { packCase } from './pack-cases.server.ts';
import type { Route } from './+types/evisa-case-papers-api.ts';

/** All papers of a case in one archive; each of them is in the audit. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const packed = await packCase(context.get(platformContext), {
    id: params.id,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  if (packed.ok) return new Response(new Uint8Array(packed.value.content), { headers: paperHeaders(packed.value.name, packed.value.type) });
  if (packed.refused === 'none-ready') throw new Response('Not found', { status: 404 });
  return redirect(`/admin/orders/evisa/${params.id}?refused=${packed.refused}`);
}
