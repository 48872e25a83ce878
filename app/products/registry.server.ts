import type { ProductCounter, ProductCounters } from '#app/commerce/product-counter.ts';
import type { Product, ProductKind } from '#app/commerce/product-contract.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openExperienceCounter } from './experiences/experience-counter.server.ts';
import { experienceProduct } from './experiences/experience-product.server.ts';
import { openFlightCounter } from './flights/flight-counter.server.ts';
import { flightProduct } from './flights/flight-product.server.ts';
import type { Flights } from './flights/flights-context.ts';
import { openAssistedCounter } from './visas/assisted/assisted-counter.server.ts';
import { assistedProduct } from './visas/assisted/assisted-product.server.ts';
import { bookingProduct } from '#app/commerce/bookings/booking-product.server.ts';
import { stayProduct } from './staycations/stay-product.server.ts';
import { holidayProduct } from './holidays/booking/holiday-product.server.ts';
import { openStayCounter } from './staycations/stay-counter.server.ts';
import { openTailorMadeCounter } from '#app/commerce/proposals/tailor-made-counter.server.ts';
import { openHolidayCounter } from './holidays/booking/holiday-counter.server.ts';
import { openEvisaCounter } from './visas/evisa/evisa-counter.server.ts';
import { evisaProduct } from './visas/evisa/evisa-product.server.ts';

/** Every product we sell, by its kind, as use cases and as pages, mails and papers are given it. Only leaves read this. */
export function openCounters(platform: Platform, flights: Flights): ProductCounters {
  const counters: Readonly<Record<ProductKind, ProductCounter>> = {
    flight: openFlightCounter(platform, flights),
    evisa: openEvisaCounter(platform),
    'assisted-visa': openAssistedCounter(platform),
    experience: openExperienceCounter(platform),
    staycation: openStayCounter(platform),
    holiday: openHolidayCounter(platform),
    'tailor-made': openTailorMadeCounter(platform),
  };
  const products: Readonly<Record<ProductKind, Product>> = {
    flight: flightProduct(platform, flights),
    evisa: evisaProduct(platform),
    'assisted-visa': assistedProduct(platform),
    experience: experienceProduct(platform),
    staycation: stayProduct(platform),
    holiday: holidayProduct(platform),
    'tailor-made': bookingProduct(platform, 'tailor-made'),
  };
  return { of: (kind) => counters[kind], product: (kind) => products[kind], draft: counters.flight };
}
