import { redirect } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { hasProvedAgain } from '../../customers/prove-again.server.ts';
import { listRequestsOf } from '../privacy-requests-store.server.ts';
import { openCopy } from '../work-on-privacy.server.ts';
import { copyResponse } from './copy-response.ts';
import type { Route } from './+types/my-copy-api.ts';

/** The copy that somebody asked for: only in their own account, and only after they showed again who they are. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const mine = (await listRequestsOf(platform.db, viewer.user.id)).find(({ id }) => id === url.searchParams.get('request'));
  if (!mine) throw new Response('Not found', { status: 404 });
  if (!(await hasProvedAgain(platform, request.headers)))
    throw redirect(`/account/prove?next=${encodeURIComponent(`/account/privacy/copy?request=${mine.id}`)}`);
  const zip = await openCopy(platform, mine, `user:${viewer.user.id}`);
  if (!zip) throw redirect('/account/privacy');
  return copyResponse(zip);
}
