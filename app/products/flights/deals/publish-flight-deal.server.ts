import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { salesDays } from '../search/flight-search-form.ts';
import { insertDeal } from './flight-deal-store.server.ts';
import { sampleDates, type FlightDeal } from './flight-deal.ts';
import type { Flights } from '../flights-context.ts';
import { findPlace } from '../world/places.ts';

export type DealRefusal = 'unknown-place' | 'dates-do-not-fit' | 'nothing-to-sell' | 'no-words' | 'id-taken';

/** Puts a deal on sale in the name of `actor`. Its dates must leave days to sell, and its places must be served. */
export async function publishFlightDeal(
  platform: Platform,
  flights: Flights,
  actor: string,
  given: Omit<FlightDeal, 'withdrawn'>,
): Promise<Outcome<FlightDeal, DealRefusal>> {
  const deal: FlightDeal = { ...given, withdrawn: false };
  const now = platform.clock.now();
  const from = findPlace(flights.world.places, deal.from, 'en');
  if (!from || !findPlace(flights.world.places, deal.to, 'en')) return refuse('unknown-place');
  const today = dateIn(from.zone, now);
  if (deal.travelUntil < deal.travelFrom || deal.bookBy > deal.travelUntil || deal.bookBy < today) return refuse('dates-do-not-fit');
  if (sampleDates(deal, today, addDays(today, salesDays)).length === 0) return refuse('nothing-to-sell');
  if (!deal.note.en?.trim()) return refuse('no-words');
  return transact(platform.db, async (tx) => {
    if (!(await insertDeal(tx, deal, now))) return refuse('id-taken');
    await audit(tx, now, {
      actor,
      action: 'flight-deal.published',
      subject: `flight_deals:${deal.id}`,
      detail: { price: deal.price.amount, bookBy: deal.bookBy },
    });
    return done(deal);
  });
}
