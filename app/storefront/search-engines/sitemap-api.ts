import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { addressIn, languageAddresses } from './language-addresses.ts';
import { publicPaths } from './public-addresses.server.ts';
import type { Route } from './+types/sitemap-api.ts';

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Each page once per language of the shop, every time with all the others beside it. */
export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { publicUrl } = platform.env;
  const { languages } = context.get(requestContext);
  const entries = (await publicPaths(platform)).flatMap((path) => {
    const others = languageAddresses(publicUrl, path, languages)
      .map(({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escaped(href)}"/>`)
      .join('');
    return languages.map((code) => `<url><loc>${escaped(addressIn(code, publicUrl, path))}</loc>${others}</url>`);
  });
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } },
  );
}
