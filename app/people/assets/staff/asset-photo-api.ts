import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findPhotoAsStaff } from '../asset-charges-store.server.ts';
import { readPhoto } from '../keep-photo.server.ts';
import type { Route } from './+types/asset-photo-api.ts';

/** The picture of a thing that came back, for those who keep the register; every look is in the audit. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const photo = await findPhotoAsStaff(platform.db, params.id);
  const answer = photo && (await readPhoto(platform, photo, { staffId: viewer.user.id, requestId: context.get(requestContext).requestId }));
  if (!answer) throw new Response('Not found', { status: 404 });
  return answer;
}
