import { platformContext } from '#app/platform/request-context.ts';
import type { Route } from './+types/robots-api.ts';

/** Hidden pages say so themselves; only what no robot has business with is closed here. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(platformContext).env;
  return new Response(`User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /documents/\n\nSitemap: ${publicUrl}/sitemap.xml\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
