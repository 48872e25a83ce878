import { platformContext } from '#app/platform/request-context.ts';
import { readPaperBrand } from '#app/platform/branding.server.ts';
import { readSeller } from '../invoices-store.server.ts';
import { openStatement } from './open-statement.server.ts';
import { setStatement } from './statement-document.server.ts';
import type { Route } from './+types/statement-paper-api.ts';

/** A customer's statement on paper, in English or Arabic. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const language = params.language === 'ar' ? 'ar' : params.language === 'en' ? 'en' : null;
  const statement = language && (await openStatement(platform, url.searchParams));
  if (!statement) throw new Response('Not found', { status: 404 });
  const [seller, brand] = await Promise.all([readSeller(platform.db), readPaperBrand(platform)]);
  return new Response(new Uint8Array(await setStatement(statement, { seller, brand }, language)), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="statement-${statement.from}-${statement.until}-${language}.pdf"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
