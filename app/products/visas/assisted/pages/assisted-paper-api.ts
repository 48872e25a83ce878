import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { findGroupFor } from '../../evisa/evisa-group-access.server.ts';
import { findApplications } from '../../evisa/evisa-applications-store.server.ts';
import { findDocument } from '../../evisa/evisa-documents-store.server.ts';
import { readPaper } from '../../evisa/keep-evisa.server.ts';
import { paperHeaders } from '#app/platform/paper-headers.ts';
import { paperEndings } from '#app/values/paper-types.ts';
import type { Route } from './+types/assisted-paper-api.ts';

/** A paper of the viewer's own case, back to whoever sent it: saved, never shown inside our pages. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const group = await findGroupFor(platform, context.get(viewerContext), request, params.id, 'assisted');
  const document = group && (await findDocument(platform.db, params.document));
  const own = document && (await findApplications(platform.db, group.id)).some(({ id }) => id === document.applicationId);
  const content = own && document.kind !== 'passport-photo' ? await readPaper(platform, document) : null;
  if (!document || !content) throw new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(content), {
    headers: paperHeaders(`${document.kind}.${paperEndings[document.type]}`, document.type),
  });
}
