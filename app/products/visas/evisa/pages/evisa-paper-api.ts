import type { Route } from './+types/evisa-paper-api.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { isShownToTraveller } from '../evisa-document-rules.ts';
import { paperEndings } from '#app/values/paper-types.ts';
import { findGroupFor } from '../evisa-group-access.server.ts';
import { findApplications } from '../evisa-applications-store.server.ts';
import { findDocument } from '../evisa-documents-store.server.ts';
import { readPaper } from '../keep-evisa.server.ts';
import { paperHeaders } from '#app/platform/paper-headers.ts';

/** A paper of the viewer's own application, back to whoever sent it: saved, never shown inside our pages. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const group = await findGroupFor(platform, context.get(viewerContext), request, params.id);
  const document = group && (await findDocument(platform.db, params.document));
  const own = document && (await findApplications(platform.db, group.id)).some(({ id }) => id === document.applicationId);
  const content = own && isShownToTraveller(document) ? await readPaper(platform, document) : null;
  if (!document || !content) throw new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(content), {
    headers: paperHeaders(`${document.kind}.${paperEndings[document.type]}`, document.type),
  });
}
