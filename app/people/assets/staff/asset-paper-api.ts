import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { parseReference } from '#app/values/ids.ts';
import { findPaperAsStaff } from '../asset-papers-store.server.ts';
import { readPaper } from '../read-paper.server.ts';
import type { Route } from './+types/asset-paper-api.ts';

/** The signed paper, for those who keep the register; every look is in the audit. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const reference = parseReference(params.reference) ?? '-';
  const paper = await findPaperAsStaff(platform.db, reference);
  const reader = { staffId: viewer.user.id, requestId: context.get(requestContext).requestId };
  const answer = paper && (await readPaper(platform, paper, reader));
  if (!answer) throw new Response('Not found', { status: 404 });
  return answer;
}
