import type { Route } from './+types/document-api.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import { openInvoicePaper } from '../../invoices/open-invoice-paper.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import type { Paper } from '../order-description.ts';
import { visitOrder } from '../order-visit.server.ts';
import { findByReference } from '../orders-store.server.ts';

const notFound = () => new Response('Not found', { status: 404 });

/**
 * A paper of an order, made when it is asked for: tickets, the calendar, invoices. For its owner, whoever holds its
 * cookie, and staff who work on orders; for everyone else it does not exist.
 */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const visit = await visitOrder(platform, viewer, request, params.orderId);
  const counters = context.get(productCountersContext);
  const named = viewer.kind === 'staff' ? await findByReference(platform.db, params.orderId) : null;
  const asStaff = named && may(viewer, counters.of(named.kind).sees) ? named : null;
  const order = visit?.sight === 'full' ? visit.order : asStaff;
  if (!order) throw notFound();
  const asked = url.searchParams.get('lang');
  const language = isLanguageCode(asked) ? asked : context.get(requestContext).language;
  const paper: Paper | null =
    (await openInvoicePaper(platform.db, order.id, params.name)) ??
    (await counters.of(order.kind).openPaper(order.id, params.name, language));
  if (!paper) throw notFound();
  return new Response(new Uint8Array(paper.content), {
    headers: {
      'Content-Type': paper.type === 'text/calendar' ? 'text/calendar; charset=utf-8' : paper.type,
      'Content-Disposition': `${paper.type === 'text/calendar' || paper.foreign ? 'attachment' : 'inline'}; filename="${paper.name}"`,
      ...(paper.foreign ? { 'Content-Security-Policy': "default-src 'none'; sandbox", 'X-Content-Type-Options': 'nosniff' } : {}),
      'Content-Length': String(paper.content.length),
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}
