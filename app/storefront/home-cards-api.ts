import { listOrders } from '#app/commerce/orders/list-orders.server.ts';
import { nextTripOf } from '#app/commerce/orders/next-trip.ts';
import { wholeOrderList } from '#app/commerce/orders/order-list-form.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findOpenBooking } from '#app/products/flights/booking/find-open-booking.server.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { dateIn } from '#app/values/dates.ts';
import type { Route } from './+types/home-cards-api.ts';
import type { HomeCards } from './home-cards-data.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  const { geography } = context.get(flightsContext);
  const [listed, booking] = await Promise.all([
    viewer.kind === 'anonymous'
      ? null
      : listOrders(
          platform,
          context.get(productCountersContext),
          viewer,
          { ...wholeOrderList, filter: 'confirmed', sort: 'departure' },
          language,
        ),
    findOpenBooking(platform, geography, request, viewer, language),
  ]);
  const now = platform.clock.now();
  const cards: HomeCards = { trip: listed && nextTripOf(listed.orders, now), booking, today: dateIn('Asia/Dubai', now) };
  return Response.json(cards, { headers: { 'Cache-Control': 'private, no-store' } });
}
