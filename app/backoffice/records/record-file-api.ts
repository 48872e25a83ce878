import { readFile } from '#app/commerce/record-notes/keep-file.server.ts';
import { paperHeaders } from '#app/platform/paper-headers.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findDeskRecord } from './find-desk-record.server.ts';
import type { Route } from './+types/record-file-api.ts';

/** A file that colleagues keep beside a record, for whoever may open the record: saved, never shown inside our pages. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const record = await findDeskRecord(platform.db, viewer, params);
  const { requestId } = context.get(requestContext);
  const file = record && viewer.kind === 'staff' ? await readFile(platform, viewer, record, { id: params.file, requestId }) : null;
  if (!file) throw new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(file.content), { headers: paperHeaders(file.name, file.type) });
}
