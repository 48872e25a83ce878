import { paperHeaders } from '#app/platform/paper-headers.ts';
import { platformContext } from '#app/platform/request-context.ts';
import { readConsultationToken } from '../consultation-link.server.ts';
import { openCallPaper } from '../keep-call-paper.server.ts';
import type { Route } from './+types/call-paper-api.ts';

/** A paper of a call, back to whoever sent it: saved, never shown inside our pages. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const id = readConsultationToken(platform.secret, params.token);
  const paper = id && (await openCallPaper(platform, id, params.paper));
  if (!paper) throw new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(paper.content), { headers: paperHeaders(paper.name, paper.type) });
}
