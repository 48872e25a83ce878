import { workOnCredits } from '#app/commerce/credits/give-credit.server.ts';
import { workOnExperiments } from '#app/commerce/pricing/experiments/watch-experiments.server.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import type { SayTripLine } from '#app/commerce/trip-line/trip-line-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { bookingProduct } from '#app/commerce/bookings/booking-product.server.ts';
import { stayProduct } from './staycations/stay-product.server.ts';
import { holidayProduct } from './holidays/booking/holiday-product.server.ts';
import { workOnBookings } from '#app/commerce/bookings/work-bookings.server.ts';
import { experienceProduct } from './experiences/experience-product.server.ts';
import { workOnExperiences } from './experiences/work-experiences.server.ts';
import { flightProduct } from './flights/flight-product.server.ts';
import type { Flights } from './flights/flights-context.ts';
import { openFlightCounter } from './flights/flight-counter.server.ts';
import { workOnCheckIn } from './flights/trip/tell-check-in.server.ts';
import { workOnFlights } from './flights/order/work-flights.server.ts';
import { assistedProduct } from './visas/assisted/assisted-product.server.ts';
import { workOnAssisted } from './visas/assisted/work-assisted.server.ts';
import { workOnHolidays } from './holidays/booking/work-holidays.server.ts';
import { evisaProduct } from './visas/evisa/evisa-product.server.ts';
import { tellItems } from './tell-items.server.ts';
import { workOnVisaStays } from './visas/compliance/work-visa-stays.server.ts';
import { workOnRegister } from './visas/requirements/watch-register.server.ts';
import { workOnEvisas } from './visas/evisa/work-evisas.server.ts';

/** Starts the workers of everything that is sold. Mails and payments have their own. */
export async function workOnProducts(platform: Platform, flights: Flights, say: SayTripLine): Promise<void> {
  const sold = flightProduct(platform, flights);
  const visas = evisaProduct(platform);
  const assisted = assistedProduct(platform);
  const experiences = experienceProduct(platform);
  const stays = stayProduct(platform);
  const holidays = holidayProduct(platform);
  const tailorMade = bookingProduct(platform, 'tailor-made');
  await workOnOrders(platform, [sold, visas, assisted, experiences, stays, holidays, tailorMade]);
  await workOnExperiments(platform);
  await workOnCredits(platform, [experiences, stays, holidays, tailorMade]);
  await workOnFlights(platform, flights, sold);
  await workOnCheckIn(platform, openFlightCounter(platform, flights), say);
  await workOnEvisas(platform, visas);
  await workOnAssisted(platform, assisted);
  await workOnBookings(platform, [experiences, stays, holidays, tailorMade], tellItems(platform));
  await workOnHolidays(platform);
  await workOnExperiences(platform, experiences);
  await workOnRegister(platform);
  await workOnVisaStays(platform);
}
