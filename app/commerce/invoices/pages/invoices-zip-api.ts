import { redirect } from 'react-router';
import { takeTry, type Limit } from '#app/platform/limiter.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { minuteMs } from '#app/values/dates.ts';
import { readInvoiceList } from '../invoice-list-form.ts';
import { packInvoices } from '../pack-invoices.server.ts';
import type { Route } from './+types/invoices-zip-api.ts';

/** Each archive is set page by page. */
const archives: Limit = { name: 'invoices-zip', most: 6, perMs: 10 * minuteMs };

/** A year of the traveller's own documents as PDF, in one archive. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, clock } = platform;
  const viewer = context.get(viewerContext);
  const { year } = readInvoiceList(url.searchParams);
  if (viewer.kind === 'anonymous' || year === null) return redirect('/my-invoices');
  const wait = await takeTry(db, clock, archives, viewer.user.id);
  if (wait > 0) return new Response('Too many archives', { status: 429, headers: { 'Retry-After': String(Math.ceil(wait / 1000)) } });
  const language = context.get(requestContext).language === 'ar' ? 'ar' : 'en';
  const zip = await packInvoices(platform, viewer, { year, language, at: new Date(clock.now()) });
  if (!zip) return redirect('/my-invoices');
  return new Response(new Uint8Array(zip), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="rihla-invoices-${year}.zip"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
