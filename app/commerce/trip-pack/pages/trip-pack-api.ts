import type { Route } from './+types/trip-pack-api.ts';
import { cookieLine } from '#app/platform/cookies.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { productCountersContext } from '../../product-counter.ts';
import { findMyTrip } from '../find-my-trip.server.ts';
import { keptKey } from '../kept-key.server.ts';
import { keptHint, keptHintSeconds } from '../kept-trip-rules.ts';
import { packDocument } from '../pack-document.server.tsx';

/** One's own trip in one file, for printing and for keeping. Asked with `keep`, the device is marked as one that keeps. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language, brand } = context.get(requestContext);
  const trip = await findMyTrip(platform, context.get(productCountersContext), viewer, params.reference, language);
  if (!trip || viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const { html, headers } = packDocument(trip, language, brand, platform.clock.now());
  const account = keptKey(platform.secret, viewer.user.id);
  const secure = platform.env.publicUrl.startsWith('https://');
  return new Response(html, {
    headers: {
      ...headers,
      'X-Kept-For': account,
      ...(url.searchParams.has('keep')
        ? { 'Set-Cookie': cookieLine(keptHint, account, { maxAge: keptHintSeconds, readable: true, secure }) }
        : {}),
    },
  });
}
