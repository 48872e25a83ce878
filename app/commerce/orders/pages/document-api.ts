import type { Route } from './+types/document-api.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import { productCountersContext } from '../../product-counter.ts';
import { openOrderPaper } from '../open-order-paper.server.ts';
import { visitOrder } from '../order-visit.server.ts';
import { findByReference } from '../orders-store.server.ts';

const notFound = () => new Response('Not found', { status: 404 });

/**
 * A paper of an order, made when it is asked for: tickets, the calendar, invoices. For its owner, whoever holds its
 * cookie, and staff who work on orders, or may look at passports where it shows one; for everyone else it does not exist.
 */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const visit = await visitOrder(platform, viewer, request, params.orderId);
  const counters = context.get(productCountersContext);
  const named = viewer.kind === 'staff' ? await findByReference(platform.db, params.orderId) : null;
  const asStaff = named && may(viewer, counters.of(named.kind).sees) ? named : null;
  const own = visit?.sight === 'full' ? visit.order : null;
  const order = own ?? asStaff;
  if (!order) throw notFound();
  const asked = url.searchParams.get('lang');
  const language = isLanguageCode(asked) ? asked : context.get(requestContext).language;
  const ask = { order, name: params.name, language, staff: own ? null : viewer };
  const paper = await openOrderPaper(platform, counters.of(order.kind), ask);
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
