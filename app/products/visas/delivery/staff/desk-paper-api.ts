import { redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { paperHeaders } from '#app/platform/paper-headers.ts';
import { openDeskPaper, printed } from './open-desk-paper.server.ts';
import type { Route } from './+types/desk-paper-api.ts';

/** A slip, a letter or a receipt for whoever goes out with something; each that is set is in the audit. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const paper = printed.find((one) => one === params.paper);
  if (viewer.kind !== 'staff' || !paper) throw new Response('Not found', { status: 404 });
  const set = await openDeskPaper(context.get(platformContext), {
    id: params.id,
    paper,
    staffId: viewer.user.id,
    runner: url.searchParams.get('runner')?.slice(0, 64) || null,
    requestId: context.get(requestContext).requestId,
  });
  if (!set.ok && set.refused === 'gone') throw new Response('Not found', { status: 404 });
  // Back to the record, which says what is missing.
  if (!set.ok) throw redirect(`${url.pathname.replace(/\/print\/.*$/, '')}?refused=${set.refused}`);
  return new Response(new Uint8Array(set.value.content), { headers: paperHeaders(set.value.name, 'application/pdf') });
}
