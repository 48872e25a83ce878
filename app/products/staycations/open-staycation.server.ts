import { planOf, type PlannedInstalment } from '#app/commerce/bookings/payment-plan-rules.ts';
import { getShopperRules, type Shopper } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { findPhotos } from '#app/commerce/supply/photographs-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { Photo } from '#app/ui/poster/poster-names.ts';
import { addDays, dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { localTime, localTimeIn, type LocalTime } from '#app/values/local-time.ts';
import { scaleMoney, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { nearbyStays, type StayTile } from './open-staycations.server.ts';
import { roomsNeeded } from './occupancy-rules.ts';
import { cancelSteps, drawnShares, type CancelStep } from './stay-cancel-rules.ts';
import { planParams, readStayPlan, stayDaysAhead, typedPlan, type StayPlan, type TypedPlan } from './stay-search-form.ts';
import { closedBecause, freeUnits, type ClosedBecause, type StayPlanTerms } from './room-rules.ts';
import { findNightChanges, findPlans, findRoomsTaken, findUnits } from './rooms-store.server.ts';
import type { Board, Staycation, StayRoom } from './staycation.ts';
import { priceOfStay, usualPlan } from './staycation-price.ts';
import { findStaycation } from './staycations-store.server.ts';

export interface RoomOffer extends Omit<StayRoom, 'from'> {
  readonly name: string;
  readonly text: string;
  /** Of one room for one night. */
  readonly from: Money;
  /** For the party and the nights by the cheapest plan; null when it does not fit. */
  readonly stay: {
    readonly rooms: number;
    readonly total: Money;
    /** A night in one of the rooms, on average of the chosen nights; null without an arrival. */
    readonly night: Money | null;
  } | null;
  readonly plans: readonly PlanOffer[];
  /** Why it cannot be had for these nights; null when it can, or no day is chosen. */
  readonly closed: ClosedBecause | null;
  /** Free rooms of the kind for all the nights; null without an arrival. */
  readonly left: number | null;
}

export interface StayDeposit {
  readonly now: Money;
  readonly rest: Money;
  readonly by: CalendarDate;
}

export interface PlanOffer {
  readonly key: string;
  readonly board: Board;
  /** Cancelling is free until then, by the clocks there; null: never, or not any more. */
  readonly freeUntil: LocalTime | null;
  readonly refundableDays: number | null;
  readonly total: Money;
  /** Where it is booked; null while it cannot be. */
  readonly book: string | null;
  /** Null: all of it is paid at once. */
  readonly deposit: StayDeposit | null;
}

export interface StaycationView {
  readonly stay: Staycation;
  readonly country: string;
  readonly plan: StayPlan;
  readonly today: CalendarDate;
  readonly lastDay: CalendarDate;
  readonly departure: CalendarDate | null;
  /** With faults there are no prices of a stay: they would be of another one. */
  readonly typed: TypedPlan;
  readonly offers: readonly RoomOffer[];
  /** The one asked for in the address, else the cheapest that fits; null when none does. */
  readonly chosen: RoomOffer | null;
  /** Of one night in the cheapest room. */
  readonly from: Money;
  /** Empty without an arrival. `share` is how wide it is drawn, in percent. */
  readonly steps: readonly (CancelStep & { readonly share: number })[];
  readonly near: readonly StayTile[];
  readonly photos: readonly Photo[];
}

const nearShown = 3;

/** What of a house can be had for the nights of a plan. */
export async function readRooms(platform: Pick<Platform, 'db' | 'clock'>, stayId: string, plan: Pick<StayPlan, 'arrival' | 'nights'>) {
  const { db } = platform;
  const until = plan.arrival && addDays(plan.arrival, plan.nights);
  const [units, plans, changes, taken] = await Promise.all([
    findUnits(db, stayId),
    findPlans(db, stayId),
    plan.arrival && until ? findNightChanges(db, stayId, plan.arrival, until) : [],
    plan.arrival && until ? findRoomsTaken(db, platform.clock.now(), stayId, plan.arrival, until) : [],
  ]);
  return { plans, changes, taken, unitsOf: (roomKey: string) => units.filter((unit) => unit.roomKey === roomKey) };
}

/** When cancelling by a plan stops being free, by the clocks of the house; null: it never is. */
export function freeUntilOf(terms: Pick<StayPlanTerms, 'refundableDays'>, checkIn: string, arrival: CalendarDate): LocalTime | null {
  return terms.refundableDays === null ? null : localTime(addDays(arrival, -terms.refundableDays), checkIn);
}

/** The parts in which a stay is paid: by most plans the whole at once, by others a deposit and the rest while it is still free to cancel. */
export function partsOfStay(
  terms: Pick<StayPlanTerms, 'depositPercent' | 'refundableDays'>,
  total: Money,
  zone: string,
  arrival: CalendarDate,
  now: Instant,
): PlannedInstalment[] {
  const paying = { depositPercent: terms.depositPercent, balanceDays: (terms.refundableDays ?? 0) + 1, zone };
  return planOf('deposit', total, paying, arrival, dateIn(zone, now));
}

/** What is paid now and what by a day, where a stay is not paid at once. */
export function depositOf(parts: readonly PlannedInstalment[]): StayDeposit | null {
  const [now, rest] = parts;
  return now && rest?.dueOn ? { now: now.amount, rest: rest.amount, by: rest.dueOn } : null;
}

/** One stay with what the plan of this address costs whoever asks in each room; null when there is none of this id. */
export async function openStaycation(
  platform: Platform,
  id: string,
  params: URLSearchParams,
  language: LanguageCode,
  shopper: Shopper = null,
): Promise<StaycationView | null> {
  const stay = await findStaycation(platform.db, id, language);
  if (!stay) return null;
  const now = platform.clock.now();
  const at = new Date(now).toISOString();
  const rules = await getShopperRules(platform.db, now, 'staycation', shopper);
  const clock = localTimeIn(stay.zone, now);
  const today = dateIn(stay.zone, now);
  const plan = readStayPlan(params, today);
  const typed = typedPlan(params, today);
  const whole = typed.faults.length === 0;
  const stock = await readRooms(platform, stay.id, plan);
  const offers = stay.rooms.map((room): RoomOffer => {
    const rooms = roomsNeeded(room, plan.party, stay);
    const words = stay.words.rooms[room.key];
    const changes = stock.changes.filter((change) => change.roomKey === room.key);
    const free = plan.arrival && freeUnits(stock.unitsOf(room.key), stock.taken, plan.arrival, plan.nights);
    const barred = plan.arrival ? closedBecause(plan.arrival, plan.nights, changes) : null;
    const closed = barred ?? (free && rooms !== null && free.length < rooms ? 'sold-out' : null);
    const total = (terms: StayPlanTerms) =>
      priceOfStay(stay, { room, rooms: rooms ?? 1, nights: plan.nights, arrival: plan.arrival, plan: terms, changes }, rules, at, at, {
        language,
      }).total;
    const plans =
      rooms === null || !whole
        ? []
        : stock.plans.map((terms): PlanOffer => {
            const freeUntil = plan.arrival && freeUntilOf(terms, stay.checkIn, plan.arrival);
            const query = new URLSearchParams(planParams(plan));
            query.set('room', room.key);
            query.set('plan', terms.key);
            const price = total(terms);
            return {
              key: terms.key,
              board: terms.board,
              deposit: plan.arrival && depositOf(partsOfStay(terms, price, stay.zone, plan.arrival, now)),
              refundableDays: terms.refundableDays,
              freeUntil: freeUntil && freeUntil > clock ? freeUntil : null,
              total: price,
              book: plan.arrival && closed === null ? `/staycations/${stay.id}/book?${query}` : null,
            };
          });
    const cheapest = plans.toSorted((one, two) => one.total.amount - two.total.amount)[0];
    return {
      ...room,
      name: words?.name ?? room.key,
      text: words?.text ?? '',
      from: priceOfStay(stay, { room, rooms: 1, nights: 1, arrival: null, plan: usualPlan, changes: [] }, rules, at).total,
      stay:
        rooms === null || !cheapest
          ? null
          : { rooms, total: cheapest.total, night: plan.arrival && scaleMoney(cheapest.total, 1 / (plan.nights * rooms)) },
      plans,
      closed: rooms === null || !whole ? null : closed,
      left: free ? free.length : null,
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
    typed,
    offers,
    chosen:
      fitting.find((offer) => offer.key === params.get('room')) ??
      fitting.filter((offer) => offer.closed === null).toSorted((a, b) => a.stay!.total.amount - b.stay!.total.amount)[0] ??
      null,
    from: offers.map((offer) => offer.from).toSorted((a, b) => a.amount - b.amount)[0]!,
    steps: steps.map((step, index) => ({ ...step, share: shares[index]! })),
    near: await nearbyStays(platform, language, plan, stay, nearShown, shopper),
    photos: await findPhotos(platform.db, 'stay', stay.id, language),
  };
}
