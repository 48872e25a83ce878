import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { parseReference } from '#app/values/ids.ts';
import { openDocument } from '../open-document.server.ts';
import type { Route } from './+types/partner-document-api.ts';

/** A paper of strangers: always to be saved, never shown inside our pages. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const opened = await openDocument(context.get(platformContext), {
    reference: parseReference(params.reference) ?? '-',
    document: params.document,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  if (!opened) throw new Response('Not found', { status: 404 });
  const { name, type } = opened.document;
  return new Response(new Uint8Array(opened.content), {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="document.${name.split('.').at(-1)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
    },
  });
}
