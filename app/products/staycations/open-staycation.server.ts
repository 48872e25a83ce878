import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { nearbyStays, type StayTile } from './open-staycations.server.ts';
import { roomsNeeded } from './occupancy-rules.ts';
import { cancelSteps, drawnShares, type CancelStep } from './stay-cancel-rules.ts';
import { readStayPlan, stayDaysAhead, type StayPlan } from './stay-search-form.ts';
import type { Staycation, StayRoom } from './staycation.ts';
import { priceOfRooms } from './staycation-price.ts';
import { findStaycation } from './staycations-store.server.ts';

export interface RoomOffer extends Omit<StayRoom, 'from'> {
  readonly name: string;
  readonly text: string;
  /** Of one room for one night. */
  readonly from: Money;
  /** For the party and the nights; null when it does not fit. */
  readonly stay: { readonly rooms: number; readonly total: Money } | null;
}

export interface StaycationView {
  readonly stay: Staycation;
  readonly country: string;
  readonly plan: StayPlan;
  readonly today: CalendarDate;
  readonly lastDay: CalendarDate;
  readonly departure: CalendarDate | null;
  readonly offers: readonly RoomOffer[];
  /** The one asked for in the address, else the cheapest that fits; null when none does. */
  readonly chosen: RoomOffer | null;
  /** Of one night in the cheapest room. */
  readonly from: Money;
  /** Empty without an arrival. `share` is how wide it is drawn, in percent. */
  readonly steps: readonly (CancelStep & { readonly share: number })[];
  readonly near: readonly StayTile[];
}

const nearShown = 3;

/** One stay with what the plan of this address costs in each room; null when there is none of this id. */
export async function openStaycation(
  platform: Platform,
  id: string,
  params: URLSearchParams,
  language: LanguageCode,
): Promise<StaycationView | null> {
  const stay = await findStaycation(platform.db, id, language);
  if (!stay) return null;
  const now = platform.clock.now();
  const at = new Date(now).toISOString();
  const rules = await getPricingRules(platform.db, now);
  const clock = localTimeIn(stay.zone, now);
  const today = dateIn(stay.zone, now);
  const plan = readStayPlan(params, today);
  const offers = stay.rooms.map((room): RoomOffer => {
    const rooms = roomsNeeded(room, plan.party);
    const words = stay.words.rooms[room.key];
    return {
      ...room,
      name: words?.name ?? room.key,
      text: words?.text ?? '',
      from: priceOfRooms(stay, room, 1, 1, rules, at).total,
      stay: rooms === null ? null : { rooms, total: priceOfRooms(stay, room, rooms, plan.nights, rules, at).total },
    };
  });
  const fitting = offers.filter((offer) => offer.stay !== null);
  const steps = plan.arrival ? cancelSteps(stay, plan.arrival, clock) : [];
  const shares = drawnShares(steps, clock, plan.nights);
  return {
    stay,
    country: countryName(stay.country, language),
    plan,
    today,
    lastDay: addDays(today, stayDaysAhead),
    departure: plan.arrival ? addDays(plan.arrival, plan.nights) : null,
    offers,
    chosen:
      fitting.find((offer) => offer.key === params.get('room')) ??
      fitting.toSorted((a, b) => a.stay!.total.amount - b.stay!.total.amount)[0] ??
      null,
    from: offers.map((offer) => offer.from).toSorted((a, b) => a.amount - b.amount)[0]!,
    steps: steps.map((step, index) => ({ ...step, share: shares[index]! })),
    near: await nearbyStays(platform, language, plan, stay, nearShown),
  };
}
