import { paperHeaders } from '#app/platform/paper-headers.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { parseReference } from '#app/values/ids.ts';
import { findConsultationAsStaff } from '../consultations-store.server.ts';
import { readCallPaper } from '../keep-call-paper.server.ts';
import type { Route } from './+types/staff-call-paper-api.ts';

/** A paper that a visitor sent before a call, for whoever advises: saved, never shown inside our pages. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const call = await findConsultationAsStaff(platform.db, parseReference(params.id) ?? '');
  if (!call || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const paper = await readCallPaper(platform, {
    consultationId: call.id,
    id: params.paper,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  if (!paper) throw new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(paper.content), { headers: paperHeaders(`${call.reference}-${paper.name}`, paper.type) });
}
