import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { flightProduct } from './flights/flight-product.server.ts';
import type { Flights } from './flights/flights-context.ts';
import { workOnFlights } from './flights/work-flights.server.ts';

/** Starts the workers of everything that is sold. Mails and payments have their own. */
export async function workOnProducts(platform: Platform, flights: Pick<Flights, 'supplierOf'>): Promise<void> {
  const sold = flightProduct(platform, flights);
  await workOnOrders(platform, [sold]);
  await workOnFlights(platform, flights, sold);
}
