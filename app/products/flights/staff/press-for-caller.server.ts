import { data, redirect } from 'react-router';
import { findFlightOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { paymentProviderContext } from '#app/commerce/payments/payment-provider-context.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { flightsContext } from '../flights-context.ts';
import type { Asked, Press } from '../order/press-flights.server.ts';

/** Presses a button on a page below the desk's record of a flight order, for its traveller, and leads on. */
export async function pressForCaller({ request, context }: Asked, orderId: string, page: string, press: Press): Promise<Response> {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findFlightOrderAsStaff(platform.db, viewer, orderId);
  if (!order || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const record = `/admin/orders/flights/${order.reference}`;
  const pressed = await press(platform, context.get(flightsContext), {
    order,
    form: await request.formData(),
    asker: { orderId: order.id, by: 'staff', who: `staff:${viewer.user.id}` },
    here: `${record}/${page}`,
    record,
    language: order.language,
    provider: context.get(paymentProviderContext),
  });
  if (!pressed) throw data(null, { status: 400 });
  return redirect(pressed.to, 303);
}
