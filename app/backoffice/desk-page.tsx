import { redirect } from 'react-router';
import { viewerContext } from '#app/platform/request-context.ts';
import { parseReference } from '#app/values/ids.ts';
import { menuFor } from './areas.ts';
import type { Route } from './+types/desk-page.ts';

/** The door of the back office: opens an order by its reference, a page by its name, or the person's first page. */
export function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const pages = menuFor(viewer.staff).flatMap((area) => area.pages);
  const typed = (url.searchParams.get('go') ?? '').trim().slice(0, 60);
  const reference = parseReference(typed);
  const orders = pages.some((page) => page.id === 'flight-orders');
  if (reference) return redirect(`/admin/orders/${reference}`);
  const word = typed.toLowerCase();
  const named = word && pages.find((page) => page.path.replaceAll('-', ' ').includes(word));
  if (named) return redirect(named.path);
  if (word && orders) return redirect(`/admin/orders/flights?find=${encodeURIComponent(typed)}`);
  return redirect(pages[0]?.path ?? '/admin/unauthorized');
}
