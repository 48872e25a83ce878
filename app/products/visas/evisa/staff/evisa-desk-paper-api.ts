import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { paperHeaders } from '#app/platform/paper-headers.ts';
import { paperEndings } from '#app/values/paper-types.ts';
import { openPaperAsStaff } from './work-evisa.server.ts';
import type { Route } from './+types/evisa-desk-paper-api.ts';

/** A paper of a traveller for an officer; every look is in the audit. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const opened = await openPaperAsStaff(context.get(platformContext), {
    applicationId: params.id,
    documentId: params.document,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  if (!opened) throw new Response('Not found', { status: 404 });
  const { document, content } = opened;
  return new Response(new Uint8Array(content), {
    headers: paperHeaders(`${document.kind}.${paperEndings[document.type]}`, document.type),
  });
}
