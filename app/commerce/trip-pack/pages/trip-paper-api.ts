import type { Route } from './+types/trip-paper-api.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { openOrderPaper } from '../../orders/open-order-paper.server.ts';
import { findByReference } from '../../orders/orders-store.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { keptKey } from '../kept-key.server.ts';
import { mayKeep } from '../kept-trip-rules.ts';

/** A paper of an order of one's own that a device may keep, at an address beside the page of its trip. No other paper is here. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findByReference(platform.db, params.reference);
  const notFound = () => new Response('Not found', { status: 404 });
  if (!order || viewer.kind === 'anonymous' || order.userId !== viewer.user.id) throw notFound();
  const counter = context.get(productCountersContext).of(order.kind);
  const listed = (await counter.listPapers(order.id)).find((paper) => paper.name === params.name);
  if (!listed || !mayKeep(listed)) throw notFound();
  const { language } = context.get(requestContext);
  const paper = await openOrderPaper(platform, counter, { order, name: listed.name, language, staff: null });
  if (!paper) throw notFound();
  return new Response(new Uint8Array(paper.content), {
    headers: {
      'Content-Type': paper.type === 'text/calendar' ? 'text/calendar; charset=utf-8' : paper.type,
      'Content-Disposition': `${paper.type === 'text/calendar' || paper.foreign ? 'attachment' : 'inline'}; filename="${paper.name}"`,
      ...(paper.foreign ? { 'Content-Security-Policy': "default-src 'none'; sandbox" } : {}),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
      'X-Kept-For': keptKey(platform.secret, viewer.user.id),
    },
  });
}
