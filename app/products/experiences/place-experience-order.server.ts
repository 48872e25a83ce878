import { placeBooking, type Placed, type ToPlaceBooking } from '#app/commerce/bookings/place-booking.server.ts';
import { answerPromo, openPromo } from '#app/commerce/pricing/promo-codes.server.ts';
import type { PromoAnswer } from '#app/commerce/pricing/promo-code.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { addLocalMinutes, localTime, localTimeIn } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Experience } from './experience.ts';
import { experienceLadder } from './experience-ladder-rules.ts';
import { priceOfParty } from './experience-price.ts';
import { findExperience } from './experiences-store.server.ts';
import { insertExperienceBooking } from './experience-bookings-store.server.ts';
import { readStock } from './open-experience.server.ts';
import { slotKey, unitsOf } from './slot-rules.ts';
import { findOperatorOf } from './operators-store.server.ts';
import { readVisit, type Visit } from './visit-form.ts';

/** Places are kept this long from the moment a traveller goes to pay. */
export const slotHoldMs = 10 * minuteMs;

export interface ToPlaceExperience extends ToPlaceBooking {
  readonly experienceId: string;
}

/** Turns a visit (day, start, option and party) into an order whose places are kept for ten minutes. */
export function placeExperienceOrder(platform: Platform, toPlace: ToPlaceExperience): Promise<Placed> {
  const { experienceId, language } = toPlace;
  return placeBooking(platform, 'experience', experienceId, toPlace, async (tx) => {
    const open = await openVisit({ db: tx, clock: platform.clock }, experienceId, toPlace.visit, language);
    if (!open) return null;
    const { experience, visit, quote } = open;
    const { date, start, capacity, pricePercent } = visit.session!;
    const places = unitsOf(visit.option, visit.party);
    const key = slotKey(experience.id, visit.option.key, date, start);
    const starts = localTime(date, start);
    const operator = await findOperatorOf(tx, experience.id, platform.env.operatorsMail);
    return {
      item: experience.id,
      title: experience.words.title,
      quote,
      wishes: { pools: [{ key, quantity: places, capacity, ceiling: capacity }], units: [] },
      holdMs: slotHoldMs,
      places,
      zone: experience.zone,
      starts,
      ends: addLocalMinutes(starts, experience.durationMinutes),
      ladder: experienceLadder(experience.freeCancelHours, start),
      operator: { name: operator.name, mail: operator.email },
      instalments: [],
      keep: (orderId) =>
        insertExperienceBooking(tx, platform.crypto, {
          orderId,
          experienceId: experience.id,
          optionKey: visit.option.key,
          date,
          start,
          party: visit.party,
          slotPercent: pricePercent,
          note: toPlace.booker.note,
          pickup: experience.pickup ? (toPlace.booker.pickup ?? '') : '',
        }),
    };
  });
}

export interface OpenVisit {
  readonly experience: Experience;
  readonly visit: Visit;
  readonly quote: Quote;
  /** What became of the code in the address; null without one. */
  readonly promo: PromoAnswer | null;
}

/** The visit of an address with its price now; null when it cannot be had any more. */
export async function openVisit(
  platform: Pick<Platform, 'db' | 'clock'>,
  experienceId: string,
  params: URLSearchParams,
  language: LanguageCode,
): Promise<OpenVisit | null> {
  const experience = await findExperience(platform.db, experienceId, language);
  if (!experience) return null;
  const now = platform.clock.now();
  const stock = await readStock(platform, experience);
  if (stock.options.length === 0) return null;
  const visit = readVisit(params, experience, localTimeIn(experience.zone, now), stock);
  const { session } = visit;
  const asked = session?.date === params.get('date') && session.start === params.get('time');
  if (!session || !asked || visit.fault !== null || visit.option.key !== params.get('option')) return null;
  const share = { option: visit.option, slotPercent: session.pricePercent };
  const rules = await getPricingRules(platform.db, now);
  const promo = await openPromo(platform.db, rules, params.get('promo'));
  const quote = priceOfParty(experience, visit.party, rules, new Date(now).toISOString(), share, new Date(now + slotHoldMs).toISOString(), {
    travel: session.date,
    language,
    promo: promo.fact,
  });
  return { experience, visit, quote, promo: answerPromo(promo, quote) };
}
