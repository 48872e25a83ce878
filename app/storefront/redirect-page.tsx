import { redirect } from 'react-router';
import { findPlace } from '#app/site-map.ts';
import type { Route } from './+types/redirect-page.ts';

/**
 * Permanent moves; the query is kept. `/activity/{id}` leads to the literal path `/experience/:activityId`
 * as specified, so the real id travels in the query and the page still opens the right activity.
 */
export function loader({ pattern, params, url }: Route.LoaderArgs) {
  const place = findPlace(pattern);
  if (!place?.leadsTo) throw new Response('Not found', { status: 404 });
  const query = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  const text = query.toString();
  return redirect(place.leadsTo + (text ? `?${text}` : ''), 308);
}
