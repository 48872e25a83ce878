import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { paperHeaders } from '#app/platform/paper-headers.ts';
import { openCasePaper } from './work-case.server.ts';
import type { Route } from './+types/sticker-paper-api.ts';

/** A paper of a case for an officer; every look is in the audit. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const opened = await openCasePaper(context.get(platformContext), {
    caseId: params.id,
    documentId: params.document,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  if (!opened) throw new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(opened.content), { headers: paperHeaders(opened.name, opened.type) });
}
