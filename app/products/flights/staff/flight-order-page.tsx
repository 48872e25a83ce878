import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { findOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import type { Route } from './+types/flight-order-page.ts';

export const handle = { texts: ['staff-orders'] };

export async function loader({ context, params }: Route.LoaderArgs) {
  const order = await findOrderAsStaff(context.get(platformContext).db, context.get(viewerContext), params.orderId);
  if (!order) throw new Response('Not found', { status: 404 });
  return { reference: order.reference, title: order.reference };
}

export default function FlightOrderPage({ loaderData }: Route.ComponentProps) {
  return <h1 tabIndex={-1}>{loaderData.reference}</h1>;
}
