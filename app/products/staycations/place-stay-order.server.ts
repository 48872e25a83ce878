import { placeBooking, type Placed, type ToPlaceBooking } from '#app/commerce/bookings/place-booking.server.ts';
import { answerPromo, openPromo } from '#app/commerce/pricing/promo-codes.server.ts';
import type { PromoAnswer } from '#app/commerce/pricing/promo-code.ts';
import { getShopperRules, shopperOf, type Shopper } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, minuteMs, type CalendarDate } from '#app/values/dates.ts';
import { localTime } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { roomsNeeded } from './occupancy-rules.ts';
import { closedBecause, freeUnits, type StayPlanTerms } from './room-rules.ts';
import { partsOfStay, readRooms } from './open-staycation.server.ts';
import { insertStayBooking } from './stay-bookings-store.server.ts';
import { lockForSale } from './rooms-store.server.ts';
import { stayLadder } from './stay-ladder-rules.ts';
import { readStayPlan, stayPlanFaults, type StayPlan } from './stay-search-form.ts';
import type { Staycation, StayRoom } from './staycation.ts';
import { amountsOf, priceOfStay, type RoomsWish } from './staycation-price.ts';
import { findStaycation } from './staycations-store.server.ts';

/** Rooms are kept this long from the moment a traveller goes to pay. */
export const roomHoldMs = 15 * minuteMs;

export interface ToPlaceStay extends ToPlaceBooking {
  readonly stayId: string;
  /** Whom the price is made for; the viewer where it is left out. */
  readonly shopper?: Shopper;
}

/** Turns chosen rooms (days, guests, room and plan) into an order that keeps them for a quarter of an hour. */
export function placeStayOrder(platform: Platform, toPlace: ToPlaceStay): Promise<Placed> {
  const { stayId, language, shopper = shopperOf(toPlace.viewer) } = toPlace;
  return placeBooking(platform, 'staycation', stayId, toPlace, async (tx) => {
    await lockForSale(tx, stayId);
    const open = await openRooms({ db: tx, clock: platform.clock }, stayId, toPlace.visit, language, shopper);
    if (!open) return null;
    const { stay, room, rooms, terms, plan, wish, quote, units } = open;
    const departure = addDays(plan.arrival, plan.nights);
    const { total } = quote;
    return {
      item: stay.id,
      title: stay.words.title,
      quote,
      wishes: { pools: [], units: [], nights: [{ units, count: rooms, from: plan.arrival, until: departure }] },
      holdMs: roomHoldMs,
      places: rooms,
      zone: stay.zone,
      starts: localTime(plan.arrival, stay.checkIn),
      ends: localTime(departure, stay.checkOut),
      ladder: stayLadder(terms.refundableDays, stay.checkIn, (amountsOf(wish)[0] ?? 0) * rooms, total.amount),
      operator: { name: stay.words.title, mail: platform.env.reservationsMail },
      instalments: terms.depositPercent < 100 ? partsOfStay(terms, total, stay.zone, plan.arrival, platform.clock.now()) : [],
      keep: (orderId) =>
        insertStayBooking(tx, platform.crypto, {
          orderId,
          staycationId: stay.id,
          roomKey: room.key,
          planKey: terms.key,
          board: terms.board,
          arrival: plan.arrival,
          nights: plan.nights,
          adults: plan.party.adults,
          childAges: [...plan.party.childAges],
          note: toPlace.booker.note,
        }),
    };
  });
}

export interface OpenRooms {
  readonly stay: Staycation;
  readonly room: StayRoom;
  readonly rooms: number;
  readonly terms: StayPlanTerms;
  readonly plan: StayPlan & { readonly arrival: CalendarDate };
  readonly wish: RoomsWish;
  readonly quote: Quote;
  /** What became of the code in the address; null without one. */
  readonly promo: PromoAnswer | null;
  /** Doors that can be given out. */
  readonly units: readonly string[];
}

/** The rooms of an address with their price now for whoever asks; null when they cannot be had any more. */
export async function openRooms(
  platform: Pick<Platform, 'db' | 'clock'>,
  stayId: string,
  params: URLSearchParams,
  language: LanguageCode,
  shopper: Shopper = null,
): Promise<OpenRooms | null> {
  const stay = await findStaycation(platform.db, stayId, language);
  if (!stay) return null;
  const now = platform.clock.now();
  const today = dateIn(stay.zone, now);
  if (stayPlanFaults(params, today).length > 0) return null;
  const plan = readStayPlan(params, today);
  const room = stay.rooms.find(({ key }) => key === params.get('room'));
  const rooms = room ? roomsNeeded(room, plan.party, stay) : null;
  const { arrival } = plan;
  if (!room || rooms === null || !arrival || arrival !== params.get('date')) return null;
  const stock = await readRooms(platform, stayId, plan);
  const terms = stock.plans.find(({ key }) => key === params.get('plan'));
  const changes = stock.changes.filter((change) => change.roomKey === room.key);
  const units = stock.unitsOf(room.key).map((unit) => unit.key);
  if (!terms || closedBecause(arrival, plan.nights, changes) !== null) return null;
  if (freeUnits(stock.unitsOf(room.key), stock.taken, arrival, plan.nights).length < rooms) return null;
  const wish: RoomsWish = { room, rooms, nights: plan.nights, arrival, plan: terms, changes };
  const rules = await getShopperRules(platform.db, now, 'staycation', shopper);
  const promo = await openPromo(platform.db, rules, params.get('promo'));
  const until = new Date(now + roomHoldMs).toISOString();
  const quote = priceOfStay(stay, wish, rules, new Date(now).toISOString(), until, { language, promo: promo.fact });
  return { stay, room, rooms, terms, plan: { ...plan, arrival }, wish, quote, promo: answerPromo(promo, quote), units };
}
